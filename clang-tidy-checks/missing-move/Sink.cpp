//===- Sink.cpp - const references that are kept by copy ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-move/Sink.h"
#include "utils/ast/Climb.h"
#include "clang/AST/DeclCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether another overload takes what can be moved.
static bool hasMovingTwin(const FunctionDecl &F, unsigned Parameter) {
  auto Pointee = [&](const FunctionDecl &Of) {
    return Of.getParamDecl(Parameter)
        ->getType()
        .getNonReferenceType()
        .getCanonicalType()
        .getUnqualifiedType();
  };
  for (const NamedDecl *D :
       F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName())) {
    const FunctionDecl *Other = D->getUnderlyingDecl()->getAsFunction();
    if (Other && Other->getNumParams() > Parameter &&
        Other->getCanonicalDecl() != F.getCanonicalDecl() &&
        Other->getParamDecl(Parameter)->getType()->isRValueReferenceType() &&
        (Pointee(*Other) == Pointee(F) || Pointee(*Other)->isDependentType()))
      return true;
  }
  return false;
}

const FunctionDecl *sinkOf(const ParmVarDecl &P, const DeclRefExpr &Use,
                           const Expr &Keeps, const ReferenceIndex &Index) {
  const auto *F = dyn_cast<FunctionDecl>(P.getDeclContext());
  if (!F || !P.getType()->isLValueReferenceType() ||
      !P.getType()->getPointeeType().isConstQualified() ||
      Index.to(P).size() != 1 || Index.functionOf(Use) != F ||
      F->isOverloadedOperator() || F->isExternC())
    return nullptr;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
      Method && (Method->isVirtual() || Index.lambdaOf(*Method)))
    return nullptr;
  if (hasMovingTwin(*F, P.getFunctionScopeIndex()))
    return nullptr;
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(&Keeps)) {
    const auto *Made = dyn_cast<CXXConstructorDecl>(F);
    if (!Made || Made->isCopyOrMoveConstructor() ||
        !Copy->getConstructor()->isCopyConstructor())
      return nullptr;
    return any_of(Made->inits(),
                  [&](const CXXCtorInitializer *Init) {
                    return Init->isMemberInitializer() && Init->isWritten() &&
                           Init->getInit()->IgnoreImplicit() == Copy;
                  })
               ? F
               : nullptr;
  }
  const auto *Fill = dyn_cast<CXXMemberCallExpr>(&Keeps);
  return Fill && Fill->getNumArgs() == 1 ? F : nullptr;
}

bool isNewObject(const Expr &Argument) {
  const Expr *E = Argument.IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreParens();
  return isa<MaterializeTemporaryExpr>(E) || E->isPRValue() || E->isXValue();
}

} // namespace clang::tidy::anomalloc
