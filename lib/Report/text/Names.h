//===- Names.h - functions and files, short enough to read ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TEXT_NAMES_H
#define ANOMALLOC_REPORT_TEXT_NAMES_H

#include "anomalloc/SiteTable.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc {

/// The demangled name in full, without the details of the standard library:
/// "std::string" stands for its basic_string, and default allocators are left
/// out.
std::string fullFunctionName(llvm::StringRef LinkageName);

/// The name of fullFunctionName(), shortened to at most \p Width columns. Parts
/// are left out until the rest fits: first the parameters, then the inner
/// template arguments, all template arguments, the return type, the scopes, and
/// at last the middle.
/// \code
///   std::vector<std::vector<double>>::_M_realloc_insert(...)
///   std::vector<...>::_M_realloc_insert(...)
/// \endcode
std::string shortFunctionName(llvm::StringRef LinkageName, size_t Width);

/// The name of shortFunctionName(), but always without the parameters, and with
/// no "..." in place of the outer scopes that are left out:
/// \code
///   Mesh::getElem
/// \endcode
std::string briefFunctionName(llvm::StringRef LinkageName, size_t Width);

/// The full name without parameters: "operator new", "Mesh::getElem".
std::string plainFunctionName(llvm::StringRef LinkageName);

/// The type's name in at most \p Width columns.
std::string shortTypeName(llvm::StringRef Type, size_t Width);

/// "file:line:column", with the leading folders left out so as to fit.
std::string shortLocation(llvm::StringRef File, unsigned Line, unsigned Column,
                          size_t Width);

/// "heap", "pool" or "leading".
const char *nameOf(SiteFamily Family);

/// "host", "device", ...: a name of MemorySpaces.def, or all in its order.
const char *nameOf(MemorySpace Space);
std::vector<std::string> namesOfSpaces();

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TEXT_NAMES_H
