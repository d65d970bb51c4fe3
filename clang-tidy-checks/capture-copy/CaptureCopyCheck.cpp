//===- CaptureCopyCheck.cpp - lambdas that copy ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::find_if(b, e, [Name](const Node &N) { return N.Name == Name; });
//   ->                 [&Name]
//
//   Tasks.push_back([Data] { run(Data); }); // Data is not used again
//   ->              [Data = std::move(Data)]
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/LambdaFate.h"
#include "utils/uses/StdMembers.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds lambdas that capture a copy where a reference or a move would do.
struct CaptureCopyCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  struct Wasted;
  static std::string listed(llvm::ArrayRef<Wasted> All);
  void say(llvm::ArrayRef<Wasted> All, const LambdaExpr &Lambda,
           llvm::StringRef Algorithm, const Evidence &Often,
           ASTContext &Context);

  enum class Remedy {
    None,
    Reference,
    CheckedReference,
    SuspectedReference, ///< How long the lambda lives is not seen.
    Move
  };
  /// The remedy that saves the copy of \p From that \p Lambda makes.
  Remedy remedyFor(const LambdaExpr &Lambda, const LambdaCapture &Capture,
                   const DeclRefExpr &From, const LambdaFate &Fate,
                   ASTContext &Context);
  /// Whether nothing but the lambda uses the variable afterwards.
  bool isLastUse(const LambdaExpr &Lambda, const DeclRefExpr &From,
                 const FunctionFlow &Flow, ASTContext &Context);
  /// Whether the captured object stays as it is while the lambda lives.
  bool isStable(const LambdaExpr &Lambda, const VarDecl &Captured,
                const LambdaFate &Fate, ASTContext &Context);
};

} // namespace

void CaptureCopyCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(lambdaExpr().bind("lambda"), this);
}

/// The variable that a capture copies.
static const DeclRefExpr *copiedBy(const Expr *Init) {
  const auto *Copy =
      dyn_cast_or_null<CXXConstructExpr>(Init ? Init->IgnoreImplicit() : Init);
  if (!Copy || !Copy->getConstructor()->isCopyConstructor())
    return nullptr;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Copy->getArg(0)->IgnoreParenImpCasts());
  return Ref && isa<VarDecl>(Ref->getDecl()) ? Ref : nullptr;
}

/// Whether anything but local variables and results may change there.
static bool mayWrite(const Stmt &S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S);
      Binary && Binary->isAssignmentOp())
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S);
      Unary && Unary->isIncrementDecrementOp())
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && Method->isInstance() && !Method->isConst() &&
        !(Method->getParent()->isInStdNamespace() &&
          (F->getOverloadedOperator() == OO_Subscript ||
           callsMember(*Call, StdMember::Iterator | StdMember::Lookup))))
      return true;
    for (const ParmVarDecl *P : F->parameters())
      if ((P->getType()->isReferenceType() || P->getType()->isPointerType()) &&
          !P->getType()->getPointeeType().isConstQualified())
        return true;
  }
  return anyChild(S, mayWrite);
}

bool CaptureCopyCheck::isStable(const LambdaExpr &Lambda,
                                const VarDecl &Captured, const LambdaFate &Fate,
                                ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  if (Captured.getType()->isReferenceType()) {
    // What it refers to could have another name.
    if (!Captured.getType()->getPointeeType().isConstQualified() ||
        Fate.What != LambdaFate::Called || mayWrite(*Lambda.getBody()))
      return false;
    const auto *Call = dyn_cast_or_null<CallExpr>(Fate.By);
    for (const Expr *Argument : Call->arguments())
      if (!Argument->getType()->getAsCXXRecordDecl() &&
          !Argument->getType()->isScalarType())
        return false;
    llvm::StringRef Algorithm = algorithmName(*Call);
    return Algorithm.starts_with("find") || Algorithm.ends_with("_of") ||
           Algorithm.starts_with("count") || Algorithm.ends_with("_bound") ||
           Algorithm.starts_with("binary_search") || !Fate.Callee ||
           !memberAlgorithmName(*Call).empty();
  }
  if (Captured.getType().isConstQualified())
    return true;
  const FunctionFlow *Flow = flowOf(functionAround(Captured), Context);
  if (!Flow || !Captured.hasLocalStorage())
    return false;
  const UseKinds Reading{UseKind::Read, UseKind::Copy};
  const bool Writes = mayWrite(*Lambda.getBody());
  for (const Use &U : usesOf(Captured, Context).Uses) {
    const bool OnlyReads = U.All.within(Reading);
    if (U.Kind == UseKind::Escape)
      return false;
    if (Fate.What == LambdaFate::Local) {
      if (!OnlyReads && Flow->mayFollow(Lambda, *U.Reference, &Captured))
        return false;
      continue;
    }
    // Handed to the call together with the lambda, which might write to it.
    if ((Writes || !OnlyReads) && isInside(*U.Reference, *Fate.By, Index) &&
        !isInside(*U.Reference, Lambda, Index))
      return false;
  }
  return true;
}

bool CaptureCopyCheck::isLastUse(const LambdaExpr &Lambda,
                                 const DeclRefExpr &From,
                                 const FunctionFlow &Flow,
                                 ASTContext &Context) {
  const auto &Captured = *cast<VarDecl>(From.getDecl());
  if (Flow.isLastUse(From, Captured))
    return true;
  // In the body of `[x] { f(x); }` the x is the lambda's own.
  const UseSummary Uses = usesOf(Captured, Context);
  if (Uses.KeepsReference || Flow.escapes(Captured) ||
      Flow.repeatsWithout(From, Captured))
    return false;
  auto Own = references(Context).inCopy(Lambda, Captured);
  return llvm::none_of(Flow.usesOf(Captured), [&](const DeclRefExpr *Use) {
    return Use != &From && !llvm::is_contained(Own, Use) &&
           Flow.mayFollow(From, *Use, &Captured);
  });
}

/// A lambda that refers to local variables is not meant to outlive them.
static bool refersToLocals(const LambdaExpr &Lambda) {
  return llvm::any_of(Lambda.captures(), [](const LambdaCapture &Capture) {
    if (!Capture.capturesVariable() || Capture.getCaptureKind() != LCK_ByRef)
      return false;
    const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar());
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
  });
}

CaptureCopyCheck::Remedy CaptureCopyCheck::remedyFor(
    const LambdaExpr &Lambda, const LambdaCapture &Capture,
    const DeclRefExpr &From, const LambdaFate &Fate, ASTContext &Context) {
  const auto &Captured = *cast<VarDecl>(From.getDecl());
  const ReferenceIndex &Index = references(Context);
  if (Fate.What == LambdaFate::Unknown) {
    const FunctionDecl *Around = functionAround(Captured);
    if (Captured.getType().getNonReferenceType().isConstQualified() &&
        refersToLocals(Lambda) && !Lambda.isMutable())
      return Remedy::SuspectedReference;
    if (!Context.getLangOpts().CPlusPlus14 || !Captured.hasLocalStorage() ||
        Captured.getType()->isReferenceType() ||
        Captured.getType().isConstQualified() || !Around)
      return Remedy::None;
    const FunctionFlow *Flow = flowOf(Around, Context);
    if (Flow && isLastUse(Lambda, From, *Flow, Context))
      return Remedy::Move;
    return Remedy::None;
  }
  auto Inner = Lambda.isInitCapture(&Capture)
                   ? Index.to(*Capture.getCapturedVar())
                   : Index.inCopy(Lambda, Captured);
  UseSummary Uses = summarize(Inner, Index);
  if (!Uses.only({UseKind::Read, UseKind::Copy}) ||
      !isStable(Lambda, Captured, Fate, Context))
    return Remedy::None;
  // The copy is const in the lambda, the original may not be: overloads.
  QualType Type = Captured.getType();
  const bool SameOverloads = Type.getNonReferenceType().isConstQualified() ||
                             Lambda.isMutable() || !stdName(Type).empty();
  return SameOverloads ? Remedy::Reference : Remedy::CheckedReference;
}

/// Algorithms that pass their function object by value to themselves, again and
/// again.
static bool copiesItsFunction(llvm::StringRef Algorithm) {
  static constexpr llvm::StringRef Names[] = {
      "sort",      "stable_sort",      "partial_sort",  "nth_element",
      "make_heap", "stable_partition", "inplace_merge", "sort_heap"};
  return llvm::is_contained(Names, Algorithm);
}

/// A capture that copies for nothing.
struct CaptureCopyCheck::Wasted {
  const LambdaCapture *Capture;
  std::string Name;
  std::string Type;   ///< With the reason why it owns heap memory.
  std::string Better; ///< The capture to write instead.
  bool IsMove;
  bool IsCertain;
  bool IsSuspected;
  CopyTrace Trace; ///< What is seen of the copy.
  FixItHint Fix;
};

/// "'A'", "'A' and 'B'", "'A', 'B' and 'C'"
std::string CaptureCopyCheck::listed(llvm::ArrayRef<Wasted> All) {
  std::string Text;
  for (size_t I = 0; I < All.size(); ++I)
    Text += (I == 0                ? "'"
             : I + 1 == All.size() ? " and '"
                                   : ", '") +
            All[I].Name + "'";
  return Text;
}

void CaptureCopyCheck::say(llvm::ArrayRef<Wasted> All, const LambdaExpr &Lambda,
                           llvm::StringRef Algorithm, const Evidence &Often,
                           ASTContext &Context) {
  const bool IsOne = All.size() == 1;
  const Wasted &First = All.front();
  Diagnosis Found;
  Found.At = First.Capture->isExplicit() ? First.Capture->getLocation()
                                         : Lambda.getCaptureDefaultLoc();
  Found.Problem = IsOne ? "the lambda captures a copy of '" + First.Name +
                              "', a " + First.Type
                        : "the lambda captures copies of " + listed(All) +
                              ", which own heap memory";
  Found.Often = Often;
  if (!Algorithm.empty()) {
    Found.Problem += ", and 'std::" + Algorithm.str() + "' makes more of it";
    Found.AtLeast = Weight::Loop;
  }
  std::string Captures;
  bool IsCertain = true;
  for (const Wasted &W : All) {
    Captures += (Captures.empty() ? "" : ", ") + W.Better;
    IsCertain &= W.IsCertain;
  }
  Found.Suggestion = First.IsMove
                         ? (IsOne ? "it is not used again: move it, '"
                                  : "they are not used again: move them, '")
                         : (IsOne ? "it is only read: capture '"
                                  : "they are only read: capture '");
  Found.Suggestion += Captures + "'";
  FixItHint Fix = First.Fix;
  if (!First.Capture->isExplicit())
    Fix = FixItHint::CreateInsertion(
        Lexer::getLocForEndOfToken(Lambda.getCaptureDefaultLoc(), 0,
                                   Context.getSourceManager(),
                                   Context.getLangOpts()),
        ", " + Captures);
  if (First.IsSuspected)
    Found.Doubt = "whether the lambda outlives the function, for all that it "
                  "refers to a local variable, or '" +
                  First.Name + "' changes meanwhile";
  if (IsCertain) {
    Found.Fixes = {Fix};
    for (const Wasted &W : All)
      Found.leaveFixes(checkOfCopies(W.Trace, W.Name));
  } else if (!First.IsSuspected)
    Found.Notes = {{Found.At,
                    "check that the lambda means the same where " +
                        listed(All) + (IsOne ? " is" : " are") + " not const",
                    {Fix}}};
  report(std::move(Found), Lambda.getCallOperator()->getParent(), Context);
}

void CaptureCopyCheck::check(const MatchFinder::MatchResult &Result) {
  const auto &Lambda = *Result.Nodes.getNodeAs<LambdaExpr>("lambda");
  ASTContext &Context = *Result.Context;
  if (Lambda.isInstantiationDependent() || Lambda.capture_size() == 0 ||
      !isEditable(Lambda.getIntroducerRange(), *Result.SourceManager))
    return;
  std::optional<LambdaFate> Fate;
  llvm::StringRef Algorithm;
  const Evidence Often = evidence(Lambda, Context);
  llvm::SmallVector<Wasted, 2> Implicit[2]; // references, moves
  for (auto [Capture, Init] :
       llvm::zip(Lambda.captures(), Lambda.capture_inits())) {
    const DeclRefExpr *From = Capture.capturesVariable() &&
                                      !Capture.isPackExpansion() &&
                                      Capture.getCaptureKind() == LCK_ByCopy
                                  ? copiedBy(Init)
                                  : nullptr;
    const HeapOwnership Owner =
        From ? copiedHeap(From->getType(), Context) : HeapOwnership();
    if (!Owner)
      continue;
    if (!Fate) {
      Fate = fateOf(Lambda, references(Context));
      if (const auto *Call = dyn_cast_or_null<CallExpr>(Fate->By))
        if (copiesItsFunction(algorithmName(*Call)))
          Algorithm = algorithmName(*Call);
    }
    if (!matters(Often) && Algorithm.empty())
      continue;
    const Remedy What = remedyFor(Lambda, Capture, *From, *Fate, Context);
    if (What == Remedy::None)
      continue;

    Wasted W{&Capture,
             From->getDecl()->getNameAsString(),
             "'" + nameOf(From->getType(), Context) +
                 "', which owns heap memory",
             "",
             What == Remedy::Move,
             What == Remedy::Reference || What == Remedy::Move,
             What == Remedy::SuspectedReference,
             What == Remedy::Move ? traceOfMoves(From->getType())
                                  : traceOfCopies(From->getType()),
             {}};
    if (std::string Reason = Owner.reason(); !Reason.empty())
      W.Type += " (" + Reason + ")";
    if (Lambda.isInitCapture(&Capture)) {
      const std::string Own = Capture.getCapturedVar()->getNameAsString();
      W.Better = W.IsMove ? Own + " = std::move(" + W.Name + ")"
                          : "&" + Own + " = " + W.Name;
      W.Fix = W.IsMove
                  ? FixItHint::CreateReplacement(From->getSourceRange(),
                                                 "std::move(" + W.Name + ")")
                  : FixItHint::CreateInsertion(Capture.getLocation(), "&");
    } else {
      W.Better =
          W.IsMove ? W.Name + " = std::move(" + W.Name + ")" : "&" + W.Name;
      W.Fix = FixItHint::CreateReplacement(SourceRange(Capture.getLocation()),
                                           W.Better);
    }
    if (Capture.isExplicit() || W.IsSuspected)
      say(W, Lambda, Algorithm, Often, Context);
    else
      Implicit[W.IsMove].push_back(W);
  }
  for (const auto &All : Implicit)
    if (!All.empty())
      say(All, Lambda, Algorithm, Often, Context);
}

ANOMALLOC_CHECK_FACTORY(CaptureCopyCheck)

} // namespace clang::tidy::anomalloc
