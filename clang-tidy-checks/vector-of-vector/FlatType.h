//===- FlatType.h - one vector in place of two ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_FLATTYPE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_FLATTYPE_H

#include "clang/Basic/Diagnostic.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class DeclaratorDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

struct FlatType {
  FixItHint Fix;       ///< Turns `vector<vector<T>>` into `vector<T>`.
  std::string Element; ///< `T`, as written.
};

/// The type of \p D as one vector. Nullopt unless the type is written as
/// `std::vector<std::vector<T>>` where a person can edit it, and T is a number
/// (no bool), an enumeration or a pointer; or as an alias, of numbers. The
/// caller makes sure that no other variable shares the type.
std::optional<FlatType> flatType(const DeclaratorDecl &D,
                                 const ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_VECTOR_OF_VECTOR_FLATTYPE_H
