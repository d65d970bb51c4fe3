//===- ParameterFacts.cpp - by value or by reference ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/ParameterFacts.h"
#include "utils/ast/SourceText.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/ObjectPlace.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

const ParmVarDecl *writtenParameter(const FunctionDecl &F, unsigned Parameter) {
  const FunctionDecl *Written = F.getTemplateInstantiationPattern();
  if (!Written)
    Written = &F;
  if (Written->getNumParams() != F.getNumParams())
    return nullptr;
  const ParmVarDecl *P = Written->getParamDecl(Parameter);
  return P->isParameterPack() ? nullptr : P;
}

const Expr *argumentAt(const CallSite &Call, unsigned Parameter) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call.Where))
    return Parameter < Construct->getNumArgs() ? Construct->getArg(Parameter)
                                               : nullptr;
  const auto *C = dyn_cast<CallExpr>(Call.Where);
  if (!C)
    return nullptr;
  if (isa<CXXOperatorCallExpr>(C) &&
      isa_and_present<CXXMethodDecl>(C->getDirectCallee()))
    ++Parameter; // behind the object
  return Parameter < C->getNumArgs() ? C->getArg(Parameter) : nullptr;
}

const Expr *copiedByArgument(const Expr &Argument) {
  const auto *Copy = dyn_cast<CXXConstructExpr>(Argument.IgnoreImplicit());
  if (!Copy || !Copy->getConstructor()->isCopyConstructor() ||
      !Copy->getArg(0)->isLValue())
    return nullptr;
  return Copy->getArg(0)->IgnoreParenImpCasts();
}

/// Whether what an expression denotes or points to is in a variable of the
/// function, or a temporary object.
static bool isOwn(const Expr &E, const FunctionFlow &Flow) {
  return all_of(placesReached(E, Flow), [](const ObjectPlace &P) {
    return P.isInLocal() || P.Root == ObjectPlace::Temporary;
  });
}

/// Numbers of an object, which are no part of strings and containers.
static bool isHarmless(const Expr *Target, const FunctionFlow &Flow) {
  Target = Target->IgnoreParenImpCasts();
  return isOwn(*Target, Flow) ||
         (Target->getType()->isArithmeticType() &&
          (isa<MemberExpr>(Target) || isa<DeclRefExpr>(Target)));
}

static bool mayWrite(const Stmt &S, const FunctionFlow &Flow) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S))
    return Binary->isAssignmentOp() && !isHarmless(Binary->getLHS(), Flow);
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S))
    return Unary->isIncrementDecrementOp() &&
           !isHarmless(Unary->getSubExpr(), Flow);
  if (isa<CXXDeleteExpr>(S))
    return true;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    const CXXConstructorDecl *F = Construct->getConstructor();
    return !isOfStd(*F) && F->isUserProvided();
  }
  const auto *Call = dyn_cast<CallExpr>(&S);
  if (!Call)
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return true;
  if (const Expr *On = calledOn(*Call)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!Method || Method->isConst() || isOwn(*On, Flow) ||
        stdName(On->getType()).contains("stream") ||
        (isOfStd(*F) && stdMemberUse(*Method) == UseKind::Read))
      return false;
    return true;
  }
  if (!isOfStd(*F) && !F->isConstexpr() && !F->getBuiltinID())
    return true;
  for (unsigned I = 0; I < F->getNumParams() && I < Call->getNumArgs(); ++I) {
    QualType T = F->getParamDecl(I)->getType();
    if ((T->isReferenceType() || T->isPointerType()) &&
        !T->getPointeeType().isConstQualified() &&
        !isOwn(*Call->getArg(I), Flow) && !stdName(T).contains("stream"))
      return true;
  }
  return false;
}

bool mayChangeOthers(const FunctionFlow &Flow) {
  return any_of(Flow.statements(),
                [&](const Stmt *S) { return mayWrite(*S, Flow); });
}

/// Whether `const T &` there would be the same as another overload, or be
/// ambiguous with it.
static bool clashes(const FunctionDecl &F, unsigned Parameter) {
  const QualType Type = F.getParamDecl(Parameter)->getType();
  for (const NamedDecl *D :
       F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName())) {
    const FunctionDecl *Other = D->getUnderlyingDecl()->getAsFunction();
    if (!Other || Other->getCanonicalDecl() == F.getCanonicalDecl() ||
        Other->getNumParams() <= Parameter)
      continue;
    QualType Theirs = Other->getParamDecl(Parameter)->getType();
    if (Theirs->isReferenceType() &&
        Theirs->getPointeeType().getCanonicalType().getUnqualifiedType() ==
            Type.getCanonicalType().getUnqualifiedType())
      return true;
  }
  return false;
}

SmallVector<FixItHint, 4> passByConstReference(const FunctionDecl &F,
                                               unsigned Parameter,
                                               const ASTContext &Context) {
  SmallVector<FixItHint, 4> Fixes;
  if (clashes(F, Parameter))
    return {};
  for (const FunctionDecl *D : F.redecls()) {
    auto Here = makeConstReference(*D->getParamDecl(Parameter), Context);
    if (Here.empty())
      return {};
    Fixes.append(Here.begin(), Here.end());
  }
  return Fixes;
}

bool stockReportsParameter(const FunctionDecl &F, unsigned Parameter,
                           ASTContext &Context) {
  // As of clang-tidy 19. Whether the type is expensive to copy is known.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method &&
      (Method->size_overridden_methods() || Method->hasAttr<OverrideAttr>() ||
       Method->hasAttr<FinalAttr>()))
    return false;
  const FunctionDecl *Body = nullptr;
  if (!F.hasBody(Body))
    return false;
  ExprMutationAnalyzer::Memoized Known;
  return !FunctionParmMutationAnalyzer::getFunctionParmMutationAnalyzer(
              *Body, Context, Known)
              ->isMutated(Body->getParamDecl(Parameter));
}

} // namespace clang::tidy::anomalloc
