//===- OperatorBodies.cpp - what bodies of operators show -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/OperatorBodies.h"
#include "utils/ast/CompoundOperator.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static const CompoundStmt *bodyOf(const FunctionDecl &F) {
  const FunctionDecl *Definition = nullptr;
  return F.hasBody(Definition)
             ? dyn_cast_or_null<CompoundStmt>(Definition->getBody())
             : nullptr;
}

/// Which operand of \p Binary an expression in its body is, or a copy of.
static std::optional<unsigned> operandOf(const FunctionDecl &Binary,
                                         const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E)) // T(a)
    return Copy->getNumArgs() == 1 ? operandOf(Binary, Copy->getArg(0))
                                   : std::nullopt;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) // T(a), std::move
    return operandOf(Binary, Cast->getSubExpr());
  const bool IsMember = isa<CXXMethodDecl>(Binary);
  if (const auto *Star = dyn_cast<UnaryOperator>(E))
    if (Star->getOpcode() == UO_Deref && IsMember &&
        isa<CXXThisExpr>(Star->getSubExpr()->IgnoreParenImpCasts()))
      return 0;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return std::nullopt;
  if (const auto *P = dyn_cast<ParmVarDecl>(Ref->getDecl()))
    return P->getFunctionScopeIndex() + IsMember;
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); // T r = a;
  return V && V->getInit() && !V->getType()->isReferenceType()
             ? operandOf(Binary, V->getInit())
             : std::nullopt;
}

static const CXXOperatorCallExpr *operatorCall(const Stmt *S) {
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S))
    S = Return->getRetValue();
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? dyn_cast<CXXOperatorCallExpr>(E->IgnoreUnlessSpelledInSource())
           : nullptr;
}

std::optional<unsigned> accumulatedOperand(const FunctionDecl &Binary) {
  const CompoundStmt *Body = bodyOf(Binary);
  auto Compound = compoundOf(Binary.getOverloadedOperator());
  if (!Body || !Compound || Body->size() > 3)
    return std::nullopt;
  for (const Stmt *S : Body->body()) {
    const CXXOperatorCallExpr *Call = operatorCall(S);
    if (!Call || Call->getNumArgs() != 2)
      continue;
    auto Left = operandOf(Binary, Call->getArg(0));
    auto Right = operandOf(Binary, Call->getArg(1));
    if (!Left || !Right || *Left == *Right)
      return std::nullopt;
    if (Call->getOperator() == *Compound)
      return Left;
    // `return b * a;`: whatever that one accumulates, ours does as the other.
    const FunctionDecl *Other = Call->getDirectCallee();
    if (Call->getOperator() != Binary.getOverloadedOperator() || !Other ||
        declaresSameEntity(Other, &Binary) || *Left == 0)
      return std::nullopt;
    return *Left; // b * a: b is to be compounded
  }
  return std::nullopt;
}

bool usesBinaryOperator(const FunctionDecl &Compound,
                        OverloadedOperatorKind Binary) {
  const CompoundStmt *Body = bodyOf(Compound);
  if (!Body)
    return false;
  SmallVector<const Stmt *> Rest(Body->body().begin(), Body->body().end());
  while (!Rest.empty()) {
    const Stmt *S = Rest.pop_back_val();
    const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S);
    if (Call && Call->getOperator() == Binary &&
        operandOf(Compound, Call->getArg(0)) == 0u)
      return true;
    if (S)
      Rest.append(S->child_begin(), S->child_end());
  }
  return false;
}

} // namespace clang::tidy::anomalloc
