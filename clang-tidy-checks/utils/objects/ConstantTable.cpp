//===- ConstantTable.cpp - containers of constants ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/ConstantTable.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Through what makes no other value of it.
static const Expr &withoutWrappers(const Expr &E) {
  const Expr *Plain = &E;
  for (;;) {
    if (const Expr *Wrapped = operandOfWrapper(*Plain))
      Plain = Wrapped;
    else if (const auto *Paren = dyn_cast<ParenExpr>(Plain))
      Plain = Paren->getSubExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(Plain);
             Cast && (Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_ConstructorConversion ||
                      Cast->getCastKind() == CK_ArrayToPointerDecay))
      Plain = Cast->getSubExpr();
    else
      return *Plain;
  }
}

static bool isConstant(const Expr &Value, const ASTContext &Context) {
  const Expr &E = withoutWrappers(Value);
  auto IsConstant = [&](const Expr *Part) {
    return isConstant(*Part, Context);
  };
  if (E.isInstantiationDependent())
    return false;
  if (isa<StringLiteral, CXXDefaultArgExpr>(E))
    return true;
  if (const auto *List = dyn_cast<InitListExpr>(&E))
    return all_of(List->inits(), IsConstant);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(&E))
    return isConstant(*List->getSubExpr(), Context);
  if (const auto *Literal = dyn_cast<UserDefinedLiteral>(&E))
    return Literal->getDirectCallee() &&
           Literal->getDirectCallee()->isInStdNamespace();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&E))
    return !stdName(Construct->getType()).empty() &&
           all_of(Construct->arguments(), IsConstant);
  if (E.isGLValue()) { // bound to a reference, which copies it
    const auto *Ref = dyn_cast<DeclRefExpr>(&E);
    if (!Ref)
      return false;
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Ref->getDecl()))
      return Method->isStatic();
    if (isa<FunctionDecl>(Ref->getDecl()))
      return true;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->isUsableInConstantExpressions(Context);
  }
  return E.isCXX11ConstantExpr(Context);
}

bool isMadeOfConstants(const Expr &Container, const ASTContext &Context) {
  if (Container.isInstantiationDependent())
    return false;
  const VectorInit How = vectorInit(&Container);
  return How.Is == VectorInit::List && How.Elements->getNumInits() &&
         isConstant(*How.Elements, Context) &&
         all_of(How.Construct->arguments(), [&](const Expr *Argument) {
           return isConstant(*Argument, Context);
         });
}

bool compilesAsConst(const VarDecl &Container, const ReferenceIndex &Index) {
  return all_of(Index.to(Container), [&](const Expr *Reference) {
    const VectorUse U = vectorUse(*Reference, Index);
    if (U.Kind == VectorUseKind::Capture)
      return true;
    if (const auto *Loop = dyn_cast_or_null<CXXForRangeStmt>(U.By)) {
      QualType Type = Loop->getLoopVariable()->getType();
      return Type->getContainedAutoType() || !Type->isReferenceType() ||
             Type->getPointeeType().isConstQualified();
    }
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(U.By);
    if (!Call || U.Kind == VectorUseKind::Whole)
      return false;
    const Expr &Result = outermostSame(*Call, Index);
    const DynTypedNode Parent = Index.parentOf(Result);
    if (const auto *V = Parent.get<VarDecl>())
      return V->getType()->getContainedAutoType() ||
             !Call->getType()->isRecordType();
    if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
      return Operator->getOperator() != OO_Equal;
    return !Parent.get<CallExpr>() && !Parent.get<CXXConstructExpr>();
  });
}

} // namespace clang::tidy::anomalloc
