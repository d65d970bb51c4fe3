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
#include "utils/ast/Matchers.h"
#include "utils/ast/NamedInText.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/TextStability.h"
#include "utils/framework/StdSince.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/ViewRewrite.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void StringTemporaryCheck::addMatchers(MatchFinder &UserCode) {
  auto String = instanceOfStd("basic_string");
  UserCode.addMatcher(
      functionDecl(
          isDefinition(),
          hasAnyParameter(hasType(ast_matchers::references(qualType(String)))))
          .bind("function"),
      this);
  UserCode.addMatcher(
      functionDecl(isDefinition(), returns(qualType(String))).bind("returns"),
      this);
  UserCode.addMatcher(declStmt(has(varDecl(hasType(String), hasLocalStorage(),
                                           hasInitializer(expr()))
                                       .bind("local")))
                          .bind("statement"),
                      this);
  UserCode.addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasName("substr")))).bind("call"),
      this);
  UserCode.addMatcher(
      cxxOperatorCallExpr(isAssignmentOperator(), hasType(String))
          .bind("assignment"),
      this);
  UserCode.addMatcher(cxxFunctionalCastExpr(hasType(String)).bind("temporary"),
                      this);
  UserCode.addMatcher(cxxTemporaryObjectExpr(hasType(String)).bind("temporary"),
                      this);
  UserCode.addMatcher(
      callExpr(unless(cxxOperatorCallExpr()), hasAnyArgument(hasType(String)))
          .bind("passing"),
      this);
  UserCode.addMatcher(
      cxxConstructExpr(hasAnyArgument(hasType(String))).bind("making"), this);
}

void StringTemporaryCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  if (const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("call"))
    return checkSubstr(*Call, Context);
  if (const auto *Call =
          Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assignment")) {
    checkJoined(*Call, Context);
    return checkOwnPart(*Call, Context);
  }
  if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("passing")) {
    checkMessage(*Call, Context);
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      checkPointers({Call->getArgs(), Call->getNumArgs()}, *Callee, Context);
    return checkLiterals(*Call, Context);
  }
  if (const auto *Made = Result.Nodes.getNodeAs<CXXConstructExpr>("making"))
    return checkPointers({Made->getArgs(), Made->getNumArgs()},
                         *Made->getConstructor(), Context);
  if (const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("returns"))
    return checkReturned(*F, Context);
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("local"))
    return checkLocal(*V, *Result.Nodes.getNodeAs<DeclStmt>("statement"),
                      Context);
  if (const auto *E = Result.Nodes.getNodeAs<Expr>("temporary"))
    return checkTemporary(*E, Context);
  const auto *F = Result.Nodes.getNodeAs<FunctionDecl>("function");
  // main and operators have their signatures.
  if (F->isDependentContext() || F->isMain() || F->isDefaulted())
    return;
  for (const ParmVarDecl *P : F->parameters()) {
    const QualType Type = P->getType();
    if (Type->isLValueReferenceType() && isPlainString(Type) &&
        Type->getPointeeType().isConstQualified() &&
        isEditable(P->getLocation(), *Result.SourceManager))
      checkParameter(*F, *P, Context);
  }
}

bool hasView(llvm::StringRef View, const ASTContext &Context) {
  return View != StdView || hasStd(StdPart::StringView, Context.getLangOpts());
}

bool isTextOfString(const TextSource &Source) {
  if (Source.Is != TextSource::Pointer)
    return false;
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(Source.Chars->IgnoreParenImpCasts());
  return Call && isStdString(Call->getObjectType());
}

void StringTemporaryCheck::checkLocal(const VarDecl &V,
                                      const DeclStmt &Statement,
                                      ASTContext &Context) {
  const TextSource Source = textSourceOf(*V.getInit(), Context);
  if (!Source)
    return checkTrimmed(V, Statement, Context);
  if (!Source.mayAllocate() || !Statement.isSingleDecl() ||
      !isEditable(V.getSourceRange(), Context.getSourceManager()) ||
      isTextOfString(Source))
    return;
  const auto *Function = dyn_cast<FunctionDecl>(V.getDeclContext());
  Evidence Often = evidence(Statement, Context);
  if (!Function || !matters(Often))
    return;
  const ReferenceIndex &Index = references(Context);
  const ViewUse Needs = viewUseOf(V, Index);
  const FunctionFlow *Flow =
      Needs > ViewUse::Likely ? nullptr : flowOf(Function, Context);
  if (!Flow)
    return;
  const Stability Is = stabilityOf(Source, V, Statement, *Flow, Index, Context);
  if (Is == Stability::Unstable)
    return;

  const std::string View = viewNameOf(V, Index);
  if (!hasView(View, Context))
    return;

  Diagnosis F;
  F.At = V.getLocation();
  F.Problem = "'" + V.getNameAsString() + "' copies " + Source.describe() +
              " and is only looked at";
  F.Often = Often;
  F.Suggestion = "a '" + View + "' looks at it in place";
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
  // Before C++20 a view takes a pointer and a length.
  if (Source.Is == TextSource::Iterators || !Block ||
      timesNamed(V.getName(), {V.getLocation(), Block->getEndLoc()}, Context) !=
          Index.to(V).size() + 1)
    Fixes.clear();
  if (Is == Stability::Stable && Needs == ViewUse::View)
    F.Fixes = std::move(Fixes);
  else
    F.Notes.push_back({V.getLocation(),
                       Is == Stability::Stable
                           ? ViewNote
                           : "check that the text outlives '" +
                                 V.getNameAsString() +
                                 "' and does not change meanwhile",
                       std::move(Fixes)});
  if (!Source.allocates())
    F.leaveToProfile();
  report(std::move(F), Function, Context);
}

ANOMALLOC_CHECK_FACTORY(StringTemporaryCheck)

} // namespace clang::tidy::anomalloc
