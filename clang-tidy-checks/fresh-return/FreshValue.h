//===- FreshValue.h - does a function make what it returns ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHVALUE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHVALUE_H

#include "utils/ast/References.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// The origin of the object that a function returns by value.
struct FreshValue {
  enum Kind {
    Fresh,  ///< An object that each call makes, in each return.
    Part,   ///< A copy of something that outlives the call, or unknown.
    Unseen, ///< The unit has no body of the function.
  } Is = Unseen;
  /// The number of elements, if it is always the same.
  std::optional<uint64_t> Elements;
  /// The virtual function whose result one of the returns hands on, or null.
  /// The overrides of this function would have to change as well.
  const CXXMethodDecl *From = nullptr;
  /// Where the objects are made: declarations, or what is returned.
  llvm::SmallVector<SourceRange, 2> Made;
};

FreshValue freshValueOf(const FunctionDecl &F, const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_FRESH_RETURN_FRESHVALUE_H
