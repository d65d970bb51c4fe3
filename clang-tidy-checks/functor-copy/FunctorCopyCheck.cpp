//===- FunctorCopyCheck.cpp - functors passed by value --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::sort(begin(Nodes), end(Nodes), SortFunctor{Names});
//
//   ->  const SortFunctor Less{Names};
//       std::sort(begin(Nodes), end(Nodes), std::cref(Less));
//
// libstdc++ hands the functor on by value: std::sort copies it about once for
// each element. libc++ copies it into the call, if at all.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Functors.h"
#include "utils/uses/LambdaFate.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds functors that own heap memory and are handed to algorithms of std,
/// which copy them, or made into a `std::function`.
struct FunctorCopyCheck : Cxx11Check {
  using Cxx11Check::Cxx11Check;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Checks the arguments that `std::bind(f, X, _1)` copies.
  void lookAtBind(const CallExpr &Call, ASTContext &Context);
  void lookAtArgument(const CallExpr &Call, unsigned Index,
                      ASTContext &Context);
};

} // namespace

void FunctorCopyCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      callExpr(callee(functionDecl(isInStdNamespace()))).bind("call"), this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasAnyName(
                            "sort", "merge", "unique", "remove_if"))))
          .bind("call"),
      this);
}

namespace {
/// How often libstdc++ 12 copies a functor that it was given; see the table in
/// docs/checks/functor-copy.md.
enum class Inside { Never, Sometimes, ForEachElement };
} // namespace

static Inside copiesInside(llvm::StringRef Algorithm) {
  static constexpr llvm::StringRef ForEachElement[] = {
      "sort",      "stable_sort", "partial_sort", "partial_sort_copy",
      "make_heap", "sort_heap"};
  static constexpr llvm::StringRef Never[] = {
      "accumulate",  "for_each",           "for_each_n", "generate",
      "generate_n",  "inner_product",      "pop_heap",   "push_heap",
      "partial_sum", "transform_reduce",   "reduce",     "transform",
      "iota",        "adjacent_difference"};
  if (llvm::is_contained(ForEachElement, Algorithm))
    return Inside::ForEachElement;
  return llvm::is_contained(Never, Algorithm) ? Inside::Never
                                              : Inside::Sometimes;
}

/// Whether capture-copy has a better remedy: a lambda that copies a variable.
static bool copiesVariables(const CXXRecordDecl &Functor) {
  return Functor.isLambda() &&
         llvm::any_of(Functor.captures(), [](const LambdaCapture &Capture) {
           if (!Capture.capturesVariable() ||
               Capture.getCaptureKind() != LCK_ByCopy)
             return false;
           const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar());
           if (!V || !V->isInitCapture())
             return true;
           const Expr *Init = V->getInit();
           const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(
               Init ? Init->IgnoreImplicit() : nullptr);
           return Copy && Copy->getConstructor()->isCopyConstructor();
         });
}

static bool isResultUsed(const Expr &Call, const ReferenceIndex &Index) {
  const auto *S =
      Index.parentOf(ascend<FullExpr, CXXBindTemporaryExpr>(Call, Index))
          .get<Stmt>();
  return !S || isa<Expr, ReturnStmt>(S);
}

/// `std::sort<Iterator, Less>(...)`: the functor's type is written down.
static bool hasWrittenArguments(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<MemberExpr>(Call.getCallee()))
    return Member->hasExplicitTemplateArgs();
  const auto *Ref = dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreImpCasts());
  return !Ref || Ref->hasExplicitTemplateArgs();
}

void FunctorCopyCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &Call = *Result.Nodes.getNodeAs<CallExpr>("call");
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (Call.isInstantiationDependent())
    return;
  if (isStdFunction(*Callee, {"bind"}))
    return lookAtBind(Call, *Result.Context);
  if (isa<CXXMethodDecl>(Callee) && memberAlgorithmName(Call).empty())
    return;
  for (unsigned I = 0; I < Call.getNumArgs() && I < Callee->getNumParams(); ++I)
    if (!Callee->getParamDecl(I)->getType()->isReferenceType())
      lookAtArgument(Call, I, *Result.Context);
}

void FunctorCopyCheck::lookAtBind(const CallExpr &Call, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const Evidence Often = evidence(Call, Context);
  if (!matters(Often))
    return;
  for (const Expr *Argument : llvm::drop_begin(Call.arguments())) {
    const Expr *Named = Argument->IgnoreParenImpCasts();
    if (!Named->isLValue() || !isa<DeclRefExpr, MemberExpr>(Named) ||
        !isEditable(Named->getSourceRange(), Context.getSourceManager()))
      continue;
    const HeapOwnership Owner = copiedHeap(Named->getType(), Context);
    if (!Owner)
      continue;
    const llvm::StringRef Text = textOf(Named->getSourceRange(), Context);
    const auto *User =
        Index.parentOf(outermostValue(Call, Index)).get<CallExpr>();
    const bool IsLent = User && (!algorithmName(*User).empty() ||
                                 !memberAlgorithmName(*User).empty());
    Diagnosis F;
    F.At = Named->getExprLoc();
    F.Problem = "'std::bind' copies '" + Text.str() + "', a '" +
                nameOf(Named->getType(), Context) + "' that owns heap memory";
    if (std::string Reason = Owner.reason(); !Reason.empty())
      F.Problem += " (" + Reason + ")";
    F.Often = Often;
    F.Suggestion = "hand over 'std::ref' of it, or write a lambda that "
                   "captures it by reference";
    if (!IsLent)
      F.Doubt = "whether the result is kept longer than '" + Text.str() + "'";
    report(std::move(F), Often.Loops.Function, Context);
  }
}

void FunctorCopyCheck::lookAtArgument(const CallExpr &Call, unsigned Index,
                                      ASTContext &Context) {
  const Expr &Argument = *Call.getArg(Index);
  const CXXRecordDecl *Functor = functorClass(Argument.getType());
  if (!Functor || !isCalledAsConst(*Functor) || copiesVariables(*Functor))
    return;
  const bool IsMember = isa<CXXMethodDecl>(Call.getDirectCallee());
  const llvm::StringRef Algorithm =
      IsMember ? memberAlgorithmName(Call) : algorithmName(Call);
  const HeapOwnership Owner = copiedHeap(Argument.getType(), Context);
  if (Algorithm.empty() || !Owner ||
      !isEditable(Argument.getSourceRange(), Context.getSourceManager()))
    return;

  // A variable is copied into the call; a temporary is made in its place.
  const auto *Copy = dyn_cast<CXXConstructExpr>(Argument.IgnoreImplicit());
  const Expr *Named = nullptr;
  if (Copy && Copy->getConstructor()->isCopyConstructor() &&
      Copy->getArg(0)->isLValue())
    Named = Copy->getArg(0)->IgnoreParenImpCasts();
  const Inside Inner = isOfLibcxx(*Call.getDirectCallee()) ? Inside::Never
                       : IsMember ? Inside::Sometimes // once for each merge
                                  : copiesInside(Algorithm);
  if (!Named && Inner == Inside::Never)
    return;
  if (functorClass(Call.getType()) && isResultUsed(Call, references(Context)))
    return; // for_each returns the functor

  const Evidence Often = evidence(Call, Context);
  if (!matters(Often) && (Often.Recorded || Inner != Inside::ForEachElement))
    return;

  Diagnosis F;
  F.At = Argument.getExprLoc();
  F.Problem = Functor->isLambda()
                  ? "a lambda"
                  : "a '" + nameOf(Argument.getType(), Context) + "'";
  F.Problem += " that owns heap memory";
  if (std::string Reason = Owner.reason();
      !Reason.empty() && !Functor->isLambda())
    F.Problem += " (" + Reason + ")";
  F.Problem += " is copied by '" + Algorithm.str() + "'";
  if (Inner == Inside::ForEachElement)
    F.Problem += ", about once for each element";
  F.Often = Often;
  if (Inner == Inside::ForEachElement)
    F.AtLeast = Weight::Loop;
  const bool HasCref = declaresInStd("cref", Context);
  if (Named) {
    F.Suggestion = "hand over 'std::cref' of it";
    const llvm::StringRef Text = textOf(Named->getSourceRange(), Context);
    if (HasCref && !Text.empty() && !hasWrittenArguments(Call) &&
        isa<DeclRefExpr, MemberExpr>(Named))
      F.Fixes = {FixItHint::CreateReplacement(
          Named->getSourceRange(), ("std::cref(" + Text + ")").str())};
    F.leaveFixes(checkOfCopies(traceOfCopies(Argument.getType()),
                               nameOf(Argument.getType(), Context)));
  } else {
    F.Suggestion = "keep it in a variable and hand over 'std::cref' of that";
  }
  report(std::move(F), Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(FunctorCopyCheck)

} // namespace clang::tidy::anomalloc
