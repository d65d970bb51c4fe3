//===- PartsOfText.cpp - parts of strings, copied -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Line.substr(0, N) == Key     ->  std::string_view(Line).substr(0, N) == Key
//   Text.substr(A).substr(0, N)  ->  Text.substr(A, N)
//   Text = Text.substr(N)        ->  Text.erase(0, N)
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/StableReferent.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/ViewRewrite.h"

namespace clang::tidy::anomalloc {

/// Whether a loop over the part, which looks at the string all the time, may
/// change the string.
static bool changesInLoop(const Expr &Part, const Expr &Text,
                          const FunctionFlow *Flow, ASTContext &Context,
                          const ReferenceIndex &Index) {
  const Expr &Range =
      ascend<CXXBindTemporaryExpr, MaterializeTemporaryExpr, ImplicitCastExpr,
             ParenExpr, ExprWithCleanups>(Part, Index);
  const auto *V = Index.parentOf(Range).get<VarDecl>();
  return V && V->isImplicit() &&
         (!Flow ||
          referentOf(Text, *V, *Flow, Context).Is != Stability::Stable);
}

void StringTemporaryCheck::checkSubstr(const CXXMemberCallExpr &Call,
                                       ASTContext &Context) {
  const TextSource Source = textSourceOf(Call, Context);
  if (Source.Is != TextSource::Substring || !Source.mayAllocate() ||
      !isEditable(Call.getSourceRange(), Context.getSourceManager()))
    return;
  // Of `s.substr(1).substr(2)`, the first one is enough.
  if (textSourceOf(*Source.Chars, Context))
    return;
  const ReferenceIndex &Index = references(Context);
  const ViewUse Needs = viewUseOf(Call, Index);
  if (Needs > ViewUse::Likely)
    return checkChain(Call, Context);
  const auto *Member = cast<MemberExpr>(Call.getCallee());
  Evidence Often = evidence(Call, Context);
  if (!matters(Often))
    return;
  // `out += s.substr(a)`: out may be s.
  const auto *Around =
      Index
          .parentOf(ascend<CXXBindTemporaryExpr, MaterializeTemporaryExpr,
                           ImplicitCastExpr, ParenExpr>(Call, Index))
          .get<CallExpr>();
  const Expr *Target = Around ? calledOn(*Around) : nullptr;
  if (Target && Target != &Call && isStdString(Target->getType()) &&
      nameSameObject(Target, Source.Chars))
    return;

  Diagnosis F;
  F.At = Member->getMemberLoc();
  F.Problem = "'substr' copies a part of the string into a temporary "
              "'std::string'";
  F.Often = Often;
  if (hasStd(StdPart::StringView, Context.getLangOpts())) {
    F.Suggestion =
        "'std::string_view' has a 'substr' that looks at it in place";
    if (Needs == ViewUse::Likely)
      F.Notes.push_back({F.At, ViewNote, {}});
    else if (auto Fix = viewBeforeSubstr(Call, Context)) {
      const FunctionDecl *In = Often.Loops.Function;
      if (changesInLoop(Call, *Source.Chars, flowOf(In, Context), Context,
                        Index))
        F.Notes.push_back(
            {F.At, "check that the loop leaves the string alone", {*Fix}});
      else
        F.Fixes = {*Fix};
    }
  } else {
    const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Around);
    if (!Operator)
      return;
    if (Operator->getOperator() == OO_PlusEqual)
      F.Suggestion = "'append' with a position and a count copies it only once";
    else if (Operator->isComparisonOp())
      F.Suggestion =
          "'compare' with a position and a count looks at it in place";
    else
      return;
    if (auto Fix = substrWithoutViews(Call, *Operator, Context))
      F.Fixes = {*Fix};
  }
  F.leaveToProfile();
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

/// `Text.substr(A).substr(0, N)`: the first copy serves the second alone.
void StringTemporaryCheck::checkChain(const CXXMemberCallExpr &Call,
                                      ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const Expr &Part = ascend<CXXBindTemporaryExpr, MaterializeTemporaryExpr,
                            ImplicitCastExpr, ParenExpr>(Call, Index);
  const auto *Member = Index.parentOf(Part).get<MemberExpr>();
  const auto *Next =
      Member ? Index.parentOf(*Member).get<CXXMemberCallExpr>() : nullptr;
  if (!Next || methodName(*Next) != "substr")
    return;
  Diagnosis F;
  F.At = cast<MemberExpr>(Call.getCallee())->getMemberLoc();
  F.Often = evidence(Call, Context);
  F.Problem = "this 'substr' makes a string only to take a part of it";
  F.Suggestion = "one 'substr' with both positions copies once";
  F.leaveToProfile();
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

/// `Text = Text.substr(N)`.
void StringTemporaryCheck::checkOwnPart(const CXXOperatorCallExpr &Assignment,
                                        ASTContext &Context) {
  if (Assignment.getOperator() != OO_Equal || Assignment.getNumArgs() != 2 ||
      !isEditable(Assignment.getOperatorLoc(), Context.getSourceManager()))
    return;
  const TextSource Source = textSourceOf(*Assignment.getArg(1), Context);
  if (Source.Is != TextSource::Substring || !Source.mayAllocate() ||
      !nameSameObject(Assignment.getArg(0), Source.Chars))
    return;
  const CXXMemberCallExpr &Call = *Source.Substr;
  const bool ToEnd =
      Call.getNumArgs() < 2 || isa<CXXDefaultArgExpr>(Call.getArg(1));
  Expr::EvalResult First;
  const bool FromStart =
      Call.getArg(0)->EvaluateAsInt(First, Context) && First.Val.getInt() == 0;
  if (!ToEnd && !FromStart)
    return;
  Diagnosis F;
  F.At = Assignment.getOperatorLoc();
  F.Often = evidence(Assignment, Context);
  F.leaveToProfile();
  F.Problem = "the string is replaced by a copy of its own " +
              std::string(ToEnd ? "end" : "start");
  F.Suggestion = ToEnd ? "'erase(0, n)' removes the rest in place"
                       : "'erase(n)' removes the rest in place";
  // Where the text is consumed from its start, a view can walk.
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Assignment.getArg(0)->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->isLocalVarDecl() &&
      hasStd(StdPart::StringView, Context.getLangOpts()))
    F.Notes.push_back({V->getLocation(),
                       std::string("a 'std::string_view' has '") +
                           (ToEnd ? "remove_prefix" : "remove_suffix") +
                           "', if nothing needs a 'std::string'",
                       {}});
  const FunctionDecl *Inside = F.Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

/// `std::string Word = trim(Line);`, which is only looked at.
void StringTemporaryCheck::checkTrimmed(const VarDecl &V,
                                        const DeclStmt &Statement,
                                        ASTContext &Context) {
  const auto *Call =
      dyn_cast<CallExpr>(V.getInit()->IgnoreUnlessSpelledInSource());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || !Call->isPRValue() ||
      !isPlainString(Call->getType()) || isa<CXXMethodDecl>(Callee) ||
      !Call->getNumArgs() ||
      !isStdString(Call->getArg(0)->IgnoreParenImpCasts()->getType()) ||
      !isEditable(V.getSourceRange(), Context.getSourceManager()))
    return;
  const std::string Name = Callee->getName().lower();
  if (StringRef(Name).find("trim") == StringRef::npos &&
      StringRef(Name).find("strip") == StringRef::npos)
    return;
  Evidence Often = evidence(Statement, Context);
  const std::string View = viewNameOf(V, references(Context));
  if (!hasView(View, Context) || !matters(Often) ||
      viewUseOf(V, references(Context)) > ViewUse::Likely)
    return;
  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + V.getNameAsString() + "', which '" +
              Callee->getNameAsString() +
              "' copies out of a text, is only "
              "looked at";
  F.Often = Often;
  F.Suggestion = "a '" + View + "' can be cut in place";
  F.Doubt =
      "whether '" + Callee->getNameAsString() + "' only removes from both ends";
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

} // namespace clang::tidy::anomalloc
