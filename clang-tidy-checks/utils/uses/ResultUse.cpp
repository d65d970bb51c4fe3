//===- ResultUse.cpp - what a caller does with a result -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/ResultUse.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Overrides.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static ResultUse asObjectOf(const FunctionDecl *F) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  return Method && (Method->isConst() || hasConstTwin(*Method))
             ? ResultUse::Looked
             : ResultUse::Changed;
}

static ResultUse asArgument(const FunctionDecl *F, unsigned Parameter) {
  if (!F || Parameter >= F->getNumParams())
    return ResultUse::Changed;
  QualType Type = F->getParamDecl(Parameter)->getType();
  if (Type->isLValueReferenceType())
    return ResultUse::Lent;
  if (!Type->isRValueReferenceType())
    return ResultUse::Kept;
  // push_back(T &&) has a twin push_back(const T &), as has operator=.
  if (isOfStd(*F) || F->isOverloadedOperator())
    return ResultUse::Kept;
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F);
  if (Constructor && Constructor->isMoveConstructor())
    return ResultUse::Kept;
  return ResultUse::Changed;
}

/// The position of \p Child among the arguments.
template <typename Call>
static unsigned positionOf(const Stmt *Child, const Call &C) {
  for (unsigned I = 0; I < C.getNumArgs(); ++I)
    if (C.getArg(I) == Child)
      return I;
  return C.getNumArgs();
}

static ResultUse asInitializer(const VarDecl &V, const ReferenceIndex &Index) {
  const UseKinds Reading{UseKind::Read, UseKind::Copy};
  if (V.isCXXForRangeDecl() || V.isImplicit())
    return ResultUse::Bound; // of a range-for
  const bool IsRead = summarize(Index.to(V), Index).only(Reading);
  QualType Type = V.getType();
  if (Type->isReferenceType())
    return IsRead || Type->getPointeeType().isConstQualified()
               ? ResultUse::Bound
               : ResultUse::Changed;
  return IsRead && V.hasLocalStorage() && !V.isInitCapture()
             ? ResultUse::ReadOnly
             : ResultUse::Kept;
}

ResultUse useOfResult(const Expr &Call, const ReferenceIndex &Index) {
  // A copy that is the whole use is a use of the copy.
  const Expr &Value = ascendWhile(Call, Index, [](const Expr &Up) {
    return isa<CastExpr>(Up) || handsOnValue(Up);
  });
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *V = Parent.get<VarDecl>())
    return asInitializer(*V, Index);
  const auto *S = Parent.get<Stmt>();
  if (!S)
    return Parent.get<CXXCtorInitializer>() || Parent.get<FieldDecl>()
               ? ResultUse::Kept
               : ResultUse::Changed;
  if (isa<ReturnStmt>(S))
    return ResultUse::Returned;
  if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(S))
    return ResultUse::Looked; // not used at all
  if (isa<InitListExpr>(S))
    return ResultUse::Kept;
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    return Method ? asObjectOf(Method) : ResultUse::Looked;
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
    const FunctionDecl *F = Operator->getDirectCallee();
    const unsigned At = positionOf(&Value, *Operator);
    const bool IsMember = F && isa<CXXMethodDecl>(F);
    return IsMember && At == 0 ? asObjectOf(F) : asArgument(F, At - IsMember);
  }
  if (const auto *Outer = dyn_cast<CallExpr>(S))
    return asArgument(Outer->getDirectCallee(), positionOf(&Value, *Outer));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return asArgument(Construct->getConstructor(),
                      positionOf(&Value, *Construct));
  return ResultUse::Changed;
}

} // namespace clang::tidy::anomalloc
