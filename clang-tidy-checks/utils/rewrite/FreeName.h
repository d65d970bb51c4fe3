//===- FreeName.h - a name that nothing has yet -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_FREENAME_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_FREENAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace clang::tidy::anomalloc {

/// A name for a new variable that belongs to \p Base: "Rows" and "Stride" give
/// "RowsStride", "rows_" gives "rows_stride_". Nothing in the unit, its headers
/// included, has the name: no variable, type or macro. Nor has \p Given, names
/// that other changes of the same function give. Empty if there is no such
/// name.
std::string freeName(llvm::StringRef Base, llvm::StringRef Word,
                     const ASTContext &Context,
                     const llvm::StringSet<> &Given = {});

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_REWRITE_FREENAME_H
