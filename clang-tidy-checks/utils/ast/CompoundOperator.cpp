//===- CompoundOperator.cpp - from x * y to x *= y ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/CompoundOperator.h"
#include "utils/ast/ValueType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::optional<OverloadedOperatorKind>
compoundOf(OverloadedOperatorKind Binary) {
  switch (Binary) {
#define COMPOUND(Name)                                                         \
  case OO_##Name:                                                              \
    return OO_##Name##Equal
    COMPOUND(Plus);
    COMPOUND(Minus);
    COMPOUND(Star);
    COMPOUND(Slash);
    COMPOUND(Percent);
    COMPOUND(Amp);
    COMPOUND(Pipe);
    COMPOUND(Caret);
    COMPOUND(LessLess);
    COMPOUND(GreaterGreater);
#undef COMPOUND
  default:
    return std::nullopt;
  }
}

using Overloads = SmallVector<const FunctionDecl *, 8>;

static void add(const NamedDecl *D, Overloads &Out) {
  if (const auto *Shadow = dyn_cast<UsingShadowDecl>(D))
    D = Shadow->getTargetDecl();
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
    for (const FunctionDecl *S : Template->specializations())
      Out.push_back(S);
  } else if (const auto *F = dyn_cast<FunctionDecl>(D))
    Out.push_back(F->getCanonicalDecl());
}

static void addMembers(const CXXRecordDecl &X, DeclarationName Name,
                       Overloads &Out) {
  auto Own = X.lookup(Name);
  for (const NamedDecl *D : Own)
    add(D, Out);
  for (const FriendDecl *Friend : X.friends())
    if (const NamedDecl *D = Friend->getFriendDecl();
        D && D->getDeclName() == Name)
      add(D, Out);
  for (const CXXBaseSpecifier &Base : X.bases())
    if (const auto *B = Base.getType()->getAsCXXRecordDecl();
        B && B->hasDefinition() && Own.empty())
      addMembers(*B->getDefinition(), Name, Out);
}

static Overloads overloads(DeclarationName Name, const CXXRecordDecl &X,
                           QualType Operand) {
  Overloads All;
  addMembers(X, Name, All);
  const CXXRecordDecl *Y = valueType(Operand)->getAsCXXRecordDecl();
  for (const CXXRecordDecl *R : {&X, Y})
    if (R)
      for (const NamedDecl *D :
           R->getEnclosingNamespaceContext()->getRedeclContext()->lookup(Name))
        add(D, All);
  sort(All);
  All.erase(unique(All), All.end());
  return All;
}

/// What \p F takes at the right of `op=`, if `x op=` can call it at all.
static QualType rightParameter(const FunctionDecl &F, const CXXRecordDecl &X) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (F.isDeleted() || F.getNumParams() != (Method ? 1u : 2u))
    return {};
  if (Method)
    return F.getAccess() == AS_public && !Method->isConst() &&
                   Method->getRefQualifier() != RQ_RValue
               ? F.getParamDecl(0)->getType()
               : QualType();
  QualType Left = F.getParamDecl(0)->getType();
  bool TakesX = Left->isLValueReferenceType() &&
                !Left->getPointeeType().isConstQualified() &&
                valueType(Left)->getAsCXXRecordDecl() &&
                declaresSameEntity(valueType(Left)->getAsCXXRecordDecl(), &X);
  return TakesX ? F.getParamDecl(1)->getType() : QualType();
}

/// Whether an operand of exactly this type binds to the parameter.
static bool bindsExactly(QualType Parameter, const Expr &Operand,
                         const ASTContext &Context) {
  QualType Given = Operand.getType();
  if (Given->isArrayType() && !Parameter->isReferenceType())
    Given = Context.getArrayDecayedType(Given);
  if (valueType(Parameter) != valueType(Given))
    return false;
  if (Parameter->isRValueReferenceType())
    return !Operand.isLValue();
  return !Parameter->isLValueReferenceType() ||
         Parameter->getPointeeType().isConstQualified() ||
         (Operand.isLValue() && !Given.isConstQualified());
}

CompoundOperator findCompoundOperator(OverloadedOperatorKind Op,
                                      const CXXRecordDecl &X,
                                      const Expr &Operand,
                                      QualType BinaryParameter) {
  ASTContext &Context = X.getASTContext();
  const Expr &Written = *Operand.IgnoreUnlessSpelledInSource();
  CompoundOperator Exact, Converting;
  unsigned Usable = 0;
  for (const FunctionDecl *F :
       overloads(Context.DeclarationNames.getCXXOperatorName(Op), X,
                 Written.getType())) {
    QualType Parameter = rightParameter(*F, X);
    if (Parameter.isNull())
      continue;
    ++Usable;
    bool AsBinary = valueType(Parameter) == valueType(BinaryParameter);
    bool ReturnsX =
        F->getReturnType()->isLValueReferenceType() &&
        !F->getReturnType()->getPointeeType().isConstQualified() &&
        valueType(F->getReturnType())->getAsCXXRecordDecl() &&
        declaresSameEntity(valueType(F->getReturnType())->getAsCXXRecordDecl(),
                           &X);
    if (bindsExactly(Parameter, Written, Context)) {
      if (!Exact.Function || AsBinary)
        Exact = {F, AsBinary && ReturnsX};
    } else if (AsBinary)
      Converting = {F, ReturnsX};
  }
  if (Exact.Function)
    return Exact;
  Converting.Certain &= Usable == 1;
  return Converting;
}

} // namespace clang::tidy::anomalloc
