//===- Climb.cpp - from a statement to its function -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

const Stmt *statementAround(const Stmt &S, const ReferenceIndex &Index,
                            AtLambda Lambda) {
  for (DynTypedNode Node = Index.parentOf(S);;) {
    if (const auto *Parent = Node.get<Stmt>())
      return Parent;
    const auto *D = Node.get<Decl>();
    if (!D)
      return nullptr;
    if (isa<FunctionDecl>(D)) {
      const auto *Method = dyn_cast<CXXMethodDecl>(D);
      return Method && Lambda == AtLambda::Leave ? Index.lambdaOf(*Method)
                                                 : nullptr;
    }
    Node = Index.parentOf(*D);
  }
}

bool isInside(const Stmt &S, const Stmt &Around, const ReferenceIndex &Index) {
  return &S == &Around || any_of(parentsOf(S, Index, AtLambda::Leave),
                                 [&](Rung R) { return &R.Parent == &Around; });
}

bool keepsObject(const Expr &E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(&E);
  return isa<ParenExpr, FullExpr, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, SubstNonTypeTemplateParmExpr>(E) ||
         (Cast && (Cast->getCastKind() == CK_NoOp ||
                   Cast->getCastKind() == CK_ArrayToPointerDecay));
}

const Expr &outermostSame(const Expr &E, const ReferenceIndex &Index) {
  return ascendWhile(E, Index, keepsObject);
}

bool handsOnValue(const Expr &E) {
  const auto *Made = dyn_cast<CXXConstructExpr>(&E);
  return isa<ImplicitCastExpr, ParenExpr, FullExpr, CXXBindTemporaryExpr,
             MaterializeTemporaryExpr>(E) ||
         (Made && Made->getNumArgs() == 1 &&
          Made->getConstructor()->isCopyOrMoveConstructor());
}

const Expr &outermostValue(const Expr &E, const ReferenceIndex &Index) {
  return ascendWhile(E, Index, handsOnValue);
}

const CallExpr *callOf(const Expr &Name, const ReferenceIndex &Index) {
  const Expr &Callee = ascend<ImplicitCastExpr, ParenExpr>(Name, Index);
  const auto *Call = Index.parentOf(Callee).get<CallExpr>();
  return Call && Call->getCallee() == &Callee ? Call : nullptr;
}

const CXXForRangeStmt *rangeLoopOf(const VarDecl &V,
                                   const ReferenceIndex &Index) {
  const auto *Group = Index.parentOf(V).get<DeclStmt>();
  const auto *Loop =
      Group ? Index.parentOf(*Group).get<CXXForRangeStmt>() : nullptr;
  return Loop && Loop->getRangeStmt() == Group ? Loop : nullptr;
}

} // namespace clang::tidy::anomalloc
