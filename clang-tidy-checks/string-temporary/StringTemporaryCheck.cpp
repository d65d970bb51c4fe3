//===- StringTemporaryCheck.cpp - text copied to be looked at -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   static int rank(const std::string &S);  ->  ... rank(std::string_view S);
//   for (...) rank("a literal that needs heap memory");
//
//   std::string Text(Buffer.get(), N);      ->  const std::string_view
//   Text(...) Line.substr(0, N) == Key                ->
//   std::string_view(Line).substr...
//
// where nothing that is done with the copy needs a std::string.
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/TextStability.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/ViewRewrite.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void StringTemporaryCheck::addMatchers(MatchFinder &UserCode) {
  auto String = hasUnqualifiedDesugaredType(recordType(hasDeclaration(
      classTemplateSpecializationDecl(hasName("::std::basic_string")))));
  UserCode.addMatcher(
      functionDecl(
          isDefinition(),
          hasAnyParameter(hasType(ast_matchers::references(qualType(String)))))
          .bind("function"),
      this);
  UserCode.addMatcher(declStmt(has(varDecl(hasType(String), hasLocalStorage(),
                                           hasInitializer(expr()))
                                       .bind("local")))
                          .bind("statement"),
                      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasName("substr")))).bind("call"),
      this);
}

void StringTemporaryCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("call"))
    return checkSubstr(*Call, Context);
  if (!Context.getLangOpts().CPlusPlus17)
    return;
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("local"))
    return checkLocal(*V, *Result.Nodes.getNodeAs<DeclStmt>("statement"),
                      Context);
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  // Overrides share one signature; main and operators have theirs.
  if ((Method && Method->isVirtual()) || F->isDependentContext() ||
      F->isMain() || F->isDefaulted())
    return;
  for (const ParmVarDecl *P : F->parameters()) {
    const QualType Type = P->getType();
    if (Type->isLValueReferenceType() && isPlainString(Type) &&
        Type->getPointeeType().isConstQualified() &&
        isEditable(P->getLocation(), *Result.SourceManager))
      checkParameter(*F, *P, Context);
  }
}

static const char *const IndexNote =
    "check that no index reaches the terminator, which a view does not have, "
    "and that no iterator's type is spelled";

/// Whether the argument is `s.c_str()`: readability-redundant-string-cstr.
static bool isTextOfString(const Expr &Pointer) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Pointer.IgnoreParenImpCasts());
  return Call && isStdString(Call->getObjectType());
}

void StringTemporaryCheck::checkParameter(const FunctionDecl &F,
                                          const ParmVarDecl &P,
                                          ASTContext &Context) {
  ArrayRef<CallSite> Calls = callsOf(F, Context);
  TextSource Source;
  const CallSite *Hot = nullptr;
  Evidence Often;
  for (const CallSite &Call : Calls) {
    const Expr *Argument = argumentOf(Call, P.getFunctionScopeIndex());
    TextSource Given =
        Argument ? textSourceOf(*Argument, Context) : TextSource();
    if (!Given.mayAllocate() ||
        (Given.Is != TextSource::Literal &&
         (Given.Is != TextSource::Pointer || isTextOfString(*Given.Chars))))
      continue;
    Evidence Here = evidence(*Call.Where, Context);
    if (!matters(Here) || (Hot && Here.Loops.Depth <= Often.Loops.Depth))
      continue;
    Hot = &Call;
    Source = Given;
    Often = Here;
  }
  if (!Hot)
    return;
  const ReferenceIndex &Index = references(Context);
  const ViewUse Needs = viewUseOf(P, Index);
  if (Needs > ViewUse::Likely)
    return;

  Diagnosis F2;
  F2.At = P.getLocation();
  F2.Problem = "for '" + P.getNameAsString() + "', a caller copies " +
               Source.describe() + " into a temporary 'std::string'";
  F2.Often = Often;
  F2.Suggestion = "'std::string_view' is all that is needed here";
  if (Needs == ViewUse::View && timesNamed(P.getName(), F.getSourceRange(),
                                           Context) == Index.to(P).size() + 1)
    F2.Fixes = makeViewParameter(F, P, Calls, Index);
  F2.Notes.push_back({Hot->Where->getExprLoc(), "this call makes it", {}});
  if (Needs == ViewUse::Likely)
    F2.Notes.push_back({P.getLocation(), IndexNote, {}});
  report(std::move(F2), &F, Context);
}

void StringTemporaryCheck::checkLocal(const VarDecl &V,
                                      const DeclStmt &Statement,
                                      ASTContext &Context) {
  const TextSource Source = textSourceOf(*V.getInit(), Context);
  if (!Source.mayAllocate() || !Statement.isSingleDecl() ||
      !isEditable(V.getSourceRange(), Context.getSourceManager()) ||
      (Source.Is == TextSource::Pointer && isTextOfString(*Source.Chars)))
    return;
  const auto *Function = dyn_cast<FunctionDecl>(V.getDeclContext());
  Evidence Often = evidence(Statement, Context);
  if (!Function || !matters(Often))
    return;
  const ReferenceIndex &Index = references(Context);
  const ViewUse Needs = viewUseOf(V, Index);
  const FunctionFlow *Flow =
      Needs > ViewUse::Likely ? nullptr : flowOf(*Function, Context);
  if (!Flow)
    return;
  const Stability Is = stabilityOf(Source, V, Statement, *Flow, Index, Context);
  if (Is == Stability::Unstable)
    return;

  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + V.getNameAsString() + "' copies " + Source.describe() +
              " and is only looked at";
  F.Often = Often;
  F.Suggestion = "a 'std::string_view' looks at it in place";
  llvm::SmallVector<FixItHint, 2> Fixes;
  const bool IsAuto = V.getType()->getContainedAutoType();
  if (Source.Is == TextSource::Substring) {
    if (auto Before = viewBeforeSubstr(*Source.Substr, Context))
      Fixes.push_back(*Before);
  }
  // The initialiser is as written, and makes a view in the same way.
  const Expr *Written = V.getInit()->IgnoreUnlessSpelledInSource();
  const bool Same = Source.Is == TextSource::Substring
                        ? !Fixes.empty() && Written == Source.Substr
                        : !isa<CXXFunctionalCastExpr>(Written) &&
                              !isa<CXXTemporaryObjectExpr>(Written);
  if (!IsAuto) {
    if (auto Type = makeView(V, Context); Type && Same)
      Fixes.push_back(*Type);
    else
      Fixes.clear();
  } else if (!Same)
    Fixes.clear();
  const Stmt *Block = Flow->parentOf(Statement);
  if (!Block || timesNamed(V.getName(), {V.getLocation(), Block->getEndLoc()},
                           Context) != Index.to(V).size() + 1)
    Fixes.clear();
  if (Is == Stability::Stable && Needs == ViewUse::View)
    F.Fixes = std::move(Fixes);
  else
    F.Notes.push_back({V.getLocation(),
                       Is == Stability::Stable
                           ? IndexNote
                           : "check that the text outlives '" +
                                 V.getNameAsString() +
                                 "' and does not change meanwhile",
                       std::move(Fixes)});
  report(std::move(F), Function, Context);
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
    return;
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
  if (Context.getLangOpts().CPlusPlus17) {
    F.Suggestion =
        "'std::string_view' has a 'substr' that looks at it in place";
    if (Needs == ViewUse::Likely)
      F.Notes.push_back({F.At, IndexNote, {}});
    else if (auto Fix = viewBeforeSubstr(Call, Context))
      F.Fixes = {*Fix};
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
  const FunctionDecl *Inside = Often.Loops.Function;
  report(std::move(F), Inside, Context);
}

} // namespace clang::tidy::anomalloc
