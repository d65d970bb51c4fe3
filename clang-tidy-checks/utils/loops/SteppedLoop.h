//===- SteppedLoop.h - loops that lead a variable by steps ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int I = 0, E = V.size(); I < E; ++I)   I: from 0 by 1 while < V.size()
//   for (; P != End; P += 1)                    P: from P by 1 while != End
//   while (N--)                                 N: from N by -1 while != 0
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_STEPPEDLOOP_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_STEPPEDLOOP_H

#include "utils/ast/References.h"
#include "clang/AST/OperationKinds.h"
#include <optional>

namespace clang::tidy::anomalloc {

/// A loop that changes one variable by the same step in each iteration. Nothing
/// else in the loop changes the variable.
struct SteppedLoop {
  const VarDecl *V = nullptr;    ///< A number, a pointer or an iterator.
  const Expr *First = nullptr;   ///< The value of V before the loop.
  int64_t Step = 0;              ///< Never 0.
  BinaryOperatorKind Op = BO_NE; ///< The loop goes on while V Op Last.
  const Expr *Last = nullptr;    ///< Null: zero. The same in all iterations.
  /// The loop is written as for (T V = First; V Op Last; V += Step).
  bool IsPlainFor = false;
};

/// The variable, step and end of \p Loop. Nullopt if Loop is no stepped loop,
/// and when in doubt.
std::optional<SteppedLoop> steppedLoop(const Stmt &Loop,
                                       const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_LOOPS_STEPPEDLOOP_H
