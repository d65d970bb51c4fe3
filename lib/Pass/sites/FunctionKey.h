//===- FunctionKey.h - names of functions that last -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The key of a function is its linkage name. If its linkage is internal, the
/// key is "file:name", where file is the unit's source file as compiled. Hashes
/// of keys join translation units. The hashes are the same with and without
/// debug information.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_FUNCTIONKEY_H
#define ANOMALLOC_PASS_SITES_FUNCTIONKEY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace llvm {
class DISubprogram;
class Function;
class GlobalAlias;
} // namespace llvm

namespace anomalloc {

/// The linkage name without the suffix that ThinLTO gives to promoted
/// functions.
llvm::StringRef linkageName(const llvm::Function &F);
llvm::StringRef linkageName(const llvm::DISubprogram &SP);

/// For a function of internal linkage, the source file as compiled; else "".
llvm::StringRef unitOf(const llvm::Function &F);
llvm::StringRef unitOf(const llvm::DISubprogram &SP);

std::string functionKey(const llvm::Function &F);
std::string functionKey(const llvm::DISubprogram &SP);

/// The hash of the key: "function hash" of anomalloc/SiteTable.h.
uint64_t functionHash(const llvm::Function &F);
/// The function hash of an alias, which is another name of a function. The hash
/// is made of that name, because other units may call the function by it.
uint64_t functionHash(const llvm::GlobalAlias &Alias);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_FUNCTIONKEY_H
