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
  const Expr *From = nullptr; ///< What is copied, as named once.
  /// The statements behind the declaration that do it; none for iterators.
  llvm::SmallVector<const Stmt *, 2> By;
};

/// Whether the container \p V, declared in \p Block, is filled right away with
/// all elements of another one of its type, one by one.
CopyLoop copyLoopInto(const VarDecl &V, const CompoundStmt &Block,
                      ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UNNECESSARY_COPY_COPYLOOP_H
