//===- GivenSignature.cpp - functions whose type others fix ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/GivenSignature.h"
#include "utils/ast/Climb.h"
#include "utils/uses/LambdaFate.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// `F(X)` of a variable that holds a lambda.
static bool isCalled(const Expr &Closure, const ReferenceIndex &Index) {
  const Expr &Object = ascend<ImplicitCastExpr, ParenExpr>(Closure, Index);
  const auto *Call = Index.parentOf(Object).get<CXXOperatorCallExpr>();
  return Call && Call->getOperator() == OO_Call && Call->getArg(0) == &Object;
}

static bool isOnlyCalled(const LambdaExpr &Lambda,
                         const ReferenceIndex &Index) {
  const LambdaFate Fate = fateOf(Lambda, Index);
  if (Fate.What == LambdaFate::Called)
    return !Fate.Callee; // where it is written
  return Fate.What == LambdaFate::Local &&
         all_of(Index.to(*Fate.Variable), [&](const Expr *Reference) {
           return isCalled(*Reference, Index);
         });
}

bool hasGivenSignature(const FunctionDecl &F, const ReferenceIndex &Index) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual())
    return true;
  if (Method && Method->getOverloadedOperator() == OO_Call) {
    const LambdaExpr *Lambda = Index.lambdaOf(*Method);
    return !Lambda || !isOnlyCalled(*Lambda, Index);
  }
  return any_of(Index.to(F), [&](const Expr *Name) {
    return !callOf(*Name, Index) &&
           !Index.parentOf(ascend<ImplicitCastExpr, ParenExpr>(*Name, Index))
                .get<CXXOperatorCallExpr>();
  });
}

} // namespace clang::tidy::anomalloc
