//===- Descend.h - down from a statement to its parts -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_DESCEND_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_DESCEND_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace clang::tidy::anomalloc {

/// Whether \p Is(Child, Others...) holds for a child of \p S.
template <typename Predicate, typename... Rest>
bool anyChild(const Stmt &S, Predicate Is, const Rest &...Others) {
  return llvm::any_of(S.children(), [&](const Stmt *Child) {
    return Child && Is(*Child, Others...);
  });
}

/// Whether \p Is holds for \p S, or for anything in it. The bodies of lambdas
/// are looked at as well.
template <typename Predicate>
bool anyWithin(const Stmt &S, const Predicate &Is) {
  return Is(S) ||
         anyChild(S, [&](const Stmt &Child) { return anyWithin(Child, Is); });
}

/// Whether a reference in \p S names \p D.
inline bool mentions(const Stmt &S, const ValueDecl &D) {
  return anyWithin(S, [&](const Stmt &Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
    return Ref && Ref->getDecl() == &D;
  });
}

/// The operand of an expression that only says when a temporary is made or
/// destroyed. Null for other expressions.
inline const Expr *operandOfWrapper(const Expr &E) {
  if (const auto *Full = dyn_cast<FullExpr>(&E))
    return Full->getSubExpr();
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(&E))
    return Made->getSubExpr();
  const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(&E);
  return Bound ? Bound->getSubExpr() : nullptr;
}

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_AST_DESCEND_H
