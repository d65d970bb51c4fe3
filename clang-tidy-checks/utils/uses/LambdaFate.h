//===- LambdaFate.h - how long a lambda lives -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::find_if(b, e, [x](int i) { ... });      Called by find_if
//   [x] { ... }();                               Called by nobody
//   auto f = [x](int i) { ... }; f(1);           Local (f)
//   callbacks.push_back([x] { ... });            Unknown
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_LAMBDAFATE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_LAMBDAFATE_H

#include "utils/ast/References.h"

namespace clang::tidy::anomalloc {

struct LambdaFate {
  enum Kind {
    Unknown, ///< May outlive the function.
    Called,  ///< Gone at the end of the call that it is made for.
    Local,   ///< In a local variable whose uses are all of the kind Called.
  };
  Kind What = Unknown;
  const Expr *By = nullptr; ///< If Called: the call, else null.
  /// If Called: the function that By calls. Null if By calls the lambda itself.
  const FunctionDecl *Callee = nullptr;
  const VarDecl *Variable = nullptr; ///< If Local: the variable, else null.
};

LambdaFate fateOf(const LambdaExpr &Lambda, const ReferenceIndex &Index);

/// The name of the algorithm of std that is called, "" for anything else:
/// "find_if" of std::find_if() and std::ranges::find_if().
llvm::StringRef algorithmName(const CallExpr &Call);

/// The name of the algorithm that is called, if it is a member of a class of
/// std, "" for anything else: "sort" of std::list::sort().
llvm::StringRef memberAlgorithmName(const CallExpr &Call);

/// Whether an algorithm calls \p Lambda with the elements of a range.
bool isCalledWithElements(const LambdaExpr &Lambda,
                          const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_LAMBDAFATE_H
