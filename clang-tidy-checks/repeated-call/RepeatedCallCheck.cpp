//===- RepeatedCallCheck.cpp - the same object, made again ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//   for (int I = 0; I < 3; ++I)
//     Sum += Mesh[E].node(I);       // makes an Element each time
//
//   ->  const auto &MeshE = Mesh[E];
//       for (int I = 0; I < 3; ++I)
//         Sum += MeshE.node(I);
//
//===----------------------------------------------------------------------===//

#include "repeated-call/AskOnce.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/OnlyMakes.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/TextSource.h"
#include "clang/AST/ASTLambda.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds calls that make the same object again, in a loop or one by one.
struct RepeatedCallCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
  void finishUnit(ASTContext &Context) override;

  void decide(const AskOnce &Asked, const FunctionDecl &Around,
              ASTContext &Context);

  /// Calls by what they call.
  using CallsByCallee = llvm::MapVector<const FunctionDecl *,
                                        llvm::SmallVector<const CallExpr *, 4>>;
  llvm::MapVector<const FunctionDecl *, CallsByCallee> Functions;
  llvm::DenseMap<const Stmt *, unsigned> Changes; ///< Before each statement.
  llvm::StringSet<> Given; ///< The names that changes of a function give.
};

} // namespace

void RepeatedCallCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      callExpr(callee(functionDecl(returns(hasCanonicalType(recordType())))))
          .bind("call"),
      this);
}

void RepeatedCallCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Call = Result.Nodes.getNodeAs<CallExpr>("call");
  ASTContext &Context = *Result.Context;
  const ReferenceIndex &Index = references(Context);
  const FunctionDecl *Around = Index.functionOf(*Call);
  if (!Around || !Around->hasBody() || isLambdaCallOperator(Around) ||
      Around->isDependentContext() ||
      !isEditable(Call->getSourceRange(), *Result.SourceManager) ||
      !heapOwnership(Call->getType(), Context) || !canBeKept(*Call, Index))
    return;
  Functions[Around][Call->getDirectCallee()].push_back(Call);
}

void RepeatedCallCheck::finishUnit(ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const ReferenceIndex &Index = references(Context);
  for (auto &[Around, Callees] : Functions) {
    Given.clear();
    for (auto &[Callee, Calls] : Callees) {
      const FunctionFlow *Flow = flowOf(Around, Context);
      if (!Flow)
        break;
      llvm::sort(Calls, [&](const CallExpr *A, const CallExpr *B) {
        return SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
      });
      llvm::ArrayRef<const CallExpr *> Left = Calls;
      llvm::SmallVector<const CallExpr *, 4> Rest;
      while (!Left.empty()) {
        const auto Asked = askOnce(Left, *Flow, Index);
        llvm::SmallVector<const CallExpr *, 4> Next;
        for (const CallExpr *Call : Left.drop_front())
          if (!Asked || !llvm::is_contained(Asked->Calls, Call))
            Next.push_back(Call);
        if (Asked)
          decide(*Asked, *Around, Context);
        Rest = std::move(Next);
        Left = Rest;
      }
    }
  }
  Functions.clear();
  Changes.clear();
}

void RepeatedCallCheck::decide(const AskOnce &Asked, const FunctionDecl &Around,
                               ASTContext &Context) {
  const CallExpr &First = *Asked.Calls.front();
  const FunctionDecl &Callee = *First.getDirectCallee();
  llvm::SmallVector<const Stmt *, 4> Again(Asked.Calls.begin(),
                                           Asked.Calls.end());
  if (Again.size() > 1)
    Again.erase(Again.begin()); // it stays
  Diagnosis F;
  const Stmt *Heaviest = nullptr;
  F.Often = evidence(Again, Context, &Heaviest);
  if (!matters(F.Often))
    return;
  const std::string Name = Callee.getNameAsString();
  F.At = cast<Expr>(Heaviest)->getExprLoc();
  F.Problem = "'" + Name + "' makes the same '" +
              nameOf(First.getType(), Context) +
              "' again, which owns heap memory";
  F.Suggestion = "ask once, and keep the answer in a 'const auto &'";
  if (isPlainString(First.getType()))
    F.leaveToProfile();
  const auto Fixes =
      keepAnswer(Asked, Changes[Asked.Before]++, Given, references(Context));
  F.Fixes.assign(Fixes.begin(), Fixes.end());
  const bool Only = onlyMakes(Callee) && isWholeValue(First.getType());
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Asked.MayChange.empty() || (!Only && !(Method && Method->isConst())))
    F.Doubt = "whether the answer stays the same";
  std::string Check;
  if (!Asked.MayChange.empty())
    Check = "check that the answer stays the same: " + Asked.MayChange;
  else if (!Only)
    Check = "check that '" + Name +
            "' depends on nothing but what it is called with, and does nothing "
            "else";
  else if (Asked.MayNotRun)
    Check =
        "check that '" + Name + "' may be called even if the loop never runs";
  if (Fixes.empty())
    F.Notes.push_back(
        {Asked.Before->getBeginLoc(), "it could be made here", {}});
  F.leaveFixes(std::move(Check));
  report(std::move(F), &Around, Context);
}

ANOMALLOC_CHECK_FACTORY(RepeatedCallCheck)

} // namespace clang::tidy::anomalloc
