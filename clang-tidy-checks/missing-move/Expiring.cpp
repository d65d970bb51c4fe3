//===- Expiring.cpp - objects at the end of their use ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-move/Expiring.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether nothing of the class's own looks at its members in the end.
static bool leavesMembersAlone(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  const CXXDestructorDecl *Destructor = Record->getDestructor();
  return !Destructor || !Destructor->isUserProvided();
}

const DeclRefExpr *localBehind(const Expr &E) {
  const Expr *At = E.IgnoreParenImpCasts();
  while (true) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(At)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && V->hasLocalStorage() ? Ref : nullptr;
    }
    if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->getType()->isReferenceType() ||
          Field->getType().isConstQualified() || Field->isMutable())
        return nullptr;
      const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
      if (Member->isArrow()) {
        const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(Base);
        if (!Arrow || Arrow->getOperator() != OO_Arrow ||
            !isStd(Arrow->getArg(0)->getType(), {"optional"}))
          return nullptr;
        At = Arrow->getArg(0)->IgnoreParenImpCasts();
      } else {
        if (!leavesMembersAlone(Base->getType()) || Base->isPRValue())
          return nullptr;
        At = Base;
      }
      continue;
    }
    const auto *Star = dyn_cast<CXXOperatorCallExpr>(At);
    if (!Star || Star->getOperator() != OO_Star || Star->getNumArgs() != 1 ||
        !isStd(Star->getArg(0)->getType(), {"optional"}))
      return nullptr;
    At = Star->getArg(0)->IgnoreParenImpCasts();
  }
}

static const CXXForRangeStmt *
loopOver(const VarDecl &V, const FunctionFlow &Flow, const DeclRefExpr &Use) {
  for (auto [Around, Inner] : Flow.parentsOf(Use))
    if (const auto *Loop = dyn_cast<CXXForRangeStmt>(&Around))
      if (Loop->getLoopVariable() == &V)
        return Loop;
  return nullptr;
}

const CXXForRangeStmt *loopThatEmpties(const DeclRefExpr &Use, const VarDecl &V,
                                       const FunctionFlow &Flow) {
  if (!V.isCXXForRangeDecl() || !V.getType()->isLValueReferenceType() ||
      Flow.outermostLambda(Use))
    return nullptr;
  const CXXForRangeStmt *Loop = loopOver(V, Flow, Use);
  const auto *Range =
      Loop ? dyn_cast<DeclRefExpr>(Loop->getRangeInit()->IgnoreParenImpCasts())
           : nullptr;
  const auto *Container = Range ? dyn_cast<VarDecl>(Range->getDecl()) : nullptr;
  if (!Container || !Container->hasLocalStorage() ||
      Container->getType()->isReferenceType() ||
      Container->getType().isConstQualified() ||
      Container->getDeclContext() != &Flow.function() ||
      !isStd(Container->getType(), {"vector", "deque", "list"}) ||
      Flow.escapes(*Container) || Flow.watcherAfter(*Range, *Container) ||
      Flow.repeatsWithout(*Range, *Container) || Flow.repeatsWithout(Use, V))
    return nullptr;
  for (const DeclRefExpr *Other : Flow.usesOf(*Container))
    if (Other != Range && Flow.mayFollow(*Range, *Other, Container))
      return nullptr;
  for (const DeclRefExpr *Other : Flow.usesOf(V))
    if (Flow.outermostLambda(*Other) ||
        (Other != &Use && Flow.mayFollow(Use, *Other, &V)))
      return nullptr;
  return Loop;
}

const DeclRefExpr *localBranch(const Expr &E) {
  const auto *Either = dyn_cast<ConditionalOperator>(E.IgnoreParenImpCasts());
  if (!Either || !Either->isLValue())
    return nullptr;
  for (const Expr *Branch : {Either->getTrueExpr(), Either->getFalseExpr()}) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Branch->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && V->hasLocalStorage() && !V->getType()->isReferenceType())
      return Ref;
  }
  return nullptr;
}

bool isClearedAfter(const DeclRefExpr &Ref, const VarDecl &V,
                    const FunctionFlow &Flow) {
  return llvm::any_of(Flow.usesOf(V), [&](const DeclRefExpr *Other) {
    const Stmt *Member = Flow.parentOf(*Other);
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(
        Member ? Flow.parentOf(*Member) : nullptr);
    return Call && Call->getMethodDecl() && methodName(*Call) == "clear" &&
           Flow.mayFollow(Ref, *Other, &V);
  });
}

} // namespace clang::tidy::anomalloc
