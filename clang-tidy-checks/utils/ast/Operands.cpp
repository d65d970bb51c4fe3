//===- Operands.cpp - expressions that move into others -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Operands.h"
#include "utils/ast/Descend.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isQuiet(const Expr &E) {
  return !anyWithin(E, [](const Stmt &S) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
      return Unary->isIncrementDecrementOp();
    if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
      return Binary->isAssignmentOp();
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      const auto *Method =
          dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
      return !Method || !isOfStd(*Method) ||
             !(Method->isConst() ||
               (Method->getOverloadedOperator() == OO_Subscript &&
                isStd(QualType(Method->getThisType()->getPointeeType()),
                      {"vector", "array"})));
    }
    if (const auto *Made = dyn_cast<CXXConstructExpr>(&S))
      return !Made->getConstructor()->isTrivial();
    return isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr,
               CoroutineSuspendExpr>(S);
  });
}

bool isFactor(const Expr &E) {
  return isa<DeclRefExpr, MemberExpr, IntegerLiteral, CallExpr, ParenExpr,
             ArraySubscriptExpr, CXXFunctionalCastExpr, CXXStaticCastExpr,
             SubstNonTypeTemplateParmExpr>(*E.IgnoreImplicit()) &&
         (!isa<CXXOperatorCallExpr>(*E.IgnoreImplicit()) ||
          cast<CXXOperatorCallExpr>(E.IgnoreImplicit())->getOperator() ==
              OO_Subscript ||
          cast<CXXOperatorCallExpr>(E.IgnoreImplicit())->getOperator() ==
              OO_Call);
}

} // namespace clang::tidy::anomalloc
