//===- CopyLoop.h - a vector copied by hand ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<double> a(m.size(), 0.0);      std::vector<double> a;
//   for (int i = 0; i < m.size(); i++)         a.reserve(m.size());
//     a[i] = m[i];                             for (double x : m)
//                                                a.push_back(x);
//
//   std::vector<double> a(m.begin(), m.end());
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_COPYLOOP_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_COPYLOOP_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class CompoundStmt;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

struct CopyLoop {
  explicit operator bool() const { return From; }
  const Expr *From = nullptr; ///< One place that names the copied container.
  /// The statements behind the declaration that copy. Empty if the declaration
  /// copies by a pair of iterators.
  llvm::SmallVector<const Stmt *, 2> By;
};

/// The loop that fills the container \p V, declared in \p Block, with all
/// elements of another container of the same type. The loop stands right behind
/// the declaration. The result is false if there is no such loop.
CopyLoop copyLoopInto(const VarDecl &V, const CompoundStmt &Block,
                      ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_COPYLOOP_H
