//===- UnnecessaryCopyCheck.cpp - copies that are only read ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<int> bs = Sizes[I]->get_sizes();
//   ->  const std::vector<int> &bs = Sizes[I]->get_sizes();
//
//   std::vector<double> average_m(m.size(), 0.0);
//   for (int ic = 0; ic < m.size(); ic++)
//     average_m[ic] = m[ic];
//   ->  const auto &average_m = m;
//
// if the copy is only read, and the original stays as it is meanwhile.
//
//===----------------------------------------------------------------------===//

#include "unnecessary-copy/UnnecessaryCopyCheck.h"
#include "unnecessary-copy/StockCopies.h"
#include "unnecessary-copy/WrittenBack.h"
#include "utils/ast/Climb.h"
#include "utils/flow/CountWatch.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/StableReferent.h"
#include "utils/objects/CopyCost.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/StmtCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void UnnecessaryCopyCheck::addMatchers(MatchFinder &UserCode) {
  const auto Variable =
      varDecl(hasAutomaticStorageDuration(), unless(parmVarDecl()),
              unless(isImplicit()), hasType(hasCanonicalType(recordType())),
              hasInitializer(ignoringImplicit(
                  cxxConstructExpr(unless(isInstantiationDependent()))
                      .bind("made"))))
          .bind("variable");
  UserCode.addMatcher(Variable, this);
  UserCode.addMatcher(cxxForRangeStmt(hasLoopVariable(Variable)).bind("loop"),
                      this);
  UserCode.addMatcher(
      cxxForRangeStmt(hasLoopVariable(hasType(ast_matchers::references(
                          qualType(hasCanonicalType(recordType()))))))
          .bind("referring"),
      this);
  UserCode.addMatcher(
      conditionalOperator(hasType(hasCanonicalType(recordType())))
          .bind("choice"),
      this);
}

const Expr *copiedBy(const CXXConstructExpr &Made) {
  if (!Made.getConstructor()->isCopyConstructor() || Made.getNumArgs() == 0)
    return nullptr;
  for (const Expr *Argument : llvm::drop_begin(Made.arguments()))
    if (!Argument->isDefaultArgument())
      return nullptr;
  const Expr *From = Made.getArg(0);
  return From->isLValue() ? From : nullptr;
}

bool UnnecessaryCopyCheck::isOnlyRead(const VarDecl &V, const CopyLoop &Loop,
                                      ASTContext &Context) {
  const UseKinds Reading{UseKind::Read, UseKind::Copy};
  const ReferenceIndex &Index = references(Context);
  auto InLoop = [&](const Expr &E) {
    return llvm::any_of(
        Loop.By, [&](const Stmt *By) { return isInside(E, *By, Index); });
  };
  bool IsUsed = false;
  auto OnlyReads = [&](const ValueDecl &D) {
    llvm::SmallVector<const Expr *, 8> Uses;
    for (const Expr *E : Index.to(D))
      if (Loop.By.empty() || !InLoop(*E))
        Uses.push_back(E);
    IsUsed |= !Uses.empty();
    return summarize(Uses, Index).only(Reading);
  };
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&V)) {
    for (const BindingDecl *Part : Parts->bindings())
      if (!OnlyReads(*Part))
        return false;
    return IsUsed;
  }
  return OnlyReads(V) && IsUsed;
}

/// `const auto &[k, v]`, or what makeConstReference() says.
static llvm::SmallVector<FixItHint, 2> reference(const VarDecl &V,
                                                 const ReferenceIndex &Index) {
  const SourceManager &SM = Index.context().getSourceManager();
  if (!isa<DecompositionDecl>(V)) {
    const auto *Group = Index.parentOf(V).get<DeclStmt>();
    return Group && !Group->isSingleDecl()
               ? llvm::SmallVector<FixItHint, 2>()
               : makeConstReference(V, Index.context());
  }
  if (!isEditable(V.getSourceRange(), SM))
    return {};
  llvm::SmallVector<FixItHint, 2> Fixes;
  Fixes.push_back(FixItHint::CreateInsertion(V.getLocation(), "&"));
  if (!V.getType().isConstQualified())
    Fixes.push_back(
        FixItHint::CreateInsertion(V.getTypeSpecStartLoc(), "const "));
  return Fixes;
}

/// Replaces the declaration, and takes the loop away.
static llvm::SmallVector<FixItHint, 2>
withoutLoop(const VarDecl &V, const CopyLoop &Loop, const ASTContext &Context) {
  const std::string Text = "const auto &" + V.getNameAsString() + " = " +
                           textOf(Loop.From->getSourceRange(), Context).str();
  if (!isEditable(V.getSourceRange(), Context.getSourceManager()) ||
      losesComment(V.getSourceRange(), Text, Context))
    return {};
  // `const std::vector<double> V`: the range begins with the qualifier.
  llvm::SmallVector<FixItHint, 2> Fixes{
      FixItHint::CreateReplacement(V.getSourceRange(), Text)};
  for (const Stmt *S : Loop.By) {
    CharSourceRange Range = wholeStatement(*S, Context);
    if (Range.isInvalid() || losesComment(S->getSourceRange(), "", Context))
      return {};
    Fixes.push_back(FixItHint::CreateRemoval(Range));
  }
  return Fixes;
}

/// Whether \p Own is `std::pair<K, V>`, and \p From the `std::pair<const K, V>`
/// of a map.
static bool isPairOfOtherKey(QualType Own, QualType From) {
  if (stdName(Own) != "pair" || stdName(From) != "pair")
    return false;
  auto Of = [](QualType Pair, unsigned I) {
    return typeArgument(Pair, I).getCanonicalType();
  };
  return !Of(Own, 0).isConstQualified() && Of(From, 0).isConstQualified() &&
         Of(Own, 0) == Of(From, 0).getUnqualifiedType() &&
         Of(Own, 1) == Of(From, 1);
}

void UnnecessaryCopyCheck::lookAtConversion(const CXXForRangeStmt &Loop,
                                            QualType From,
                                            ASTContext &Context) {
  const VarDecl &V = *Loop.getLoopVariable();
  const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
  const QualType Own = V.getType().getNonReferenceType().getUnqualifiedType();
  const CopyCost Cost = CopyCost::of(Own, copiedHeap(Own, Context));
  if (!F || !Cost || isInstantiated(F) ||
      !isEditable(V.getLocation(), Context.getSourceManager()))
    return;
  const bool IsPair = isPairOfOtherKey(Own, From);
  Diagnosis Found;
  Found.At = V.getLocation();
  Found.Problem = "each element is made into another " +
                  std::string(IsPair ? "pair" : "object") + ", a '" +
                  nameOf(Own, Context) + "' that " + Cost.phrase();
  Found.Often = evidence(*Loop.getLoopVarStmt(), Context);
  Found.AtMost = Cost.atMost();
  Found.Suggestion = "take it by 'const auto &'";
  if (IsPair)
    Found.Problem += ": the key of a map is const";
  else
    Found.Doubt = "whether the body needs a '" + nameOf(Own, Context) + "'";
  report(std::move(Found), F, Context);
}

/// What an element was, of which `const T &` made a temporary; or a null type.
static QualType convertedFrom(const VarDecl &V) {
  const Expr *Init = V.getInit();
  if (const auto *Whole = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Whole->getSubExpr();
  if (!isa_and_present<MaterializeTemporaryExpr>(Init))
    return {};
  const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  if (!Made || Made->getNumArgs() == 0 ||
      Made->getConstructor()->isCopyOrMoveConstructor())
    return {};
  const Expr *From = Made->getArg(0)->IgnoreImpCasts();
  return From->isLValue() ? From->getType().getNonReferenceType() : QualType();
}

bool promisesCopy(const VarDecl &V) {
  const std::string Name = V.getName().lower();
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"old", "prev", "sav", "back", "before",
                                      "copy", "orig", "init", "last", "snap",
                                      "tmp", "temp", "clone", "start", "was"},
      [&](llvm::StringRef Word) {
        return llvm::StringRef(Name).contains(Word);
      });
}

void UnnecessaryCopyCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Loop = Result.Nodes.getNodeAs<CXXForRangeStmt>("referring")) {
    const QualType From = convertedFrom(*Loop->getLoopVariable());
    return From.isNull() ? void()
                         : lookAtConversion(*Loop, From, *Result.Context);
  }
  if (const auto *Choice =
          Result.Nodes.getNodeAs<ConditionalOperator>("choice"))
    return lookAtChoice(*Choice, *Result.Context);
  const auto &V = *Result.Nodes.getNodeAs<VarDecl>("variable");
  const auto &Made = *Result.Nodes.getNodeAs<CXXConstructExpr>("made");
  ASTContext &Context = *Result.Context;
  const auto *Range = Result.Nodes.getNodeAs<CXXForRangeStmt>("loop");
  const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
  if (V.isCXXForRangeDecl() && !Range)
    return; // matched again, with its loop
  if (!F || F->isDependentContext() || V.isExceptionVariable() ||
      V.isInitCapture() || !isEditable(V.getLocation(), *Result.SourceManager))
    return;
  const Expr *From = copiedBy(Made);
  const CopyCost Cost =
      CopyCost::of(V.getType(), copiedHeap(V.getType(), Context));
  if (!Cost)
    return;
  const Evidence Often = Range ? evidence(*Range->getLoopVarStmt(), Context)
                               : evidence(Made, Context);
  if (!matters(Often))
    return;

  if (Range && !From && Made.getNumArgs() == 1 &&
      isPairOfOtherKey(Made.getType(), Made.getArg(0)->getType()))
    return isOnlyRead(V, {}, Context)
               ? lookAtConversion(*Range, Made.getArg(0)->getType(), Context)
               : void();
  // Most variables are neither; the control flow costs more than to see that.
  if (!From && !isStd(V.getType(), {"vector", "deque"}))
    return;
  const FunctionFlow *Flow = flowOf(F, Context);
  if (!Flow)
    return;
  const auto *Block = Flow->around<CompoundStmt>(Made);
  CopyLoop Loop;
  if (Block && !From) {
    Loop = copyLoopInto(V, *Block, Context);
    From = Loop.From;
  }
  if (From && Block && !Loop && !Range &&
      !From->IgnoreParenImpCasts()->getType().isConstQualified())
    if (const Expr *Back =
            writtenBack(V, *From->IgnoreParenImpCasts(), *Block, *Flow)) {
      Diagnosis Found;
      Found.At = V.getLocation();
      Found.Problem =
          "'" + V.getName().str() + "', a '" + nameOf(V.getType(), Context) +
          "' that " + Cost.phrase() + ", is copied out of '" +
          textOf(From->getSourceRange(), Context).str() + "' and written back";
      Found.Often = Often;
      Found.AtMost = Cost.atMost();
      Found.Suggestion = "work on the original, through an 'auto &'";
      Found.Notes.push_back({Back->getExprLoc(), "written back here", {}});
      return report(std::move(Found), F, Context);
    }
  if (!From || !isOnlyRead(V, Loop, Context))
    return;
  const Referent Original = referentOf(*From, V, *Flow, Context);
  if (Original.IsTemporary)
    return;
  const bool IsDoubtful = Original.Is != Stability::Stable;
  if (IsDoubtful && (!Original.MayOnlyChange || Loop || promisesCopy(V) ||
                     Cost.What == CopyCost::Count))
    return;

  if (!Common.AlsoReportStock && !Loop &&
      (Range ? stockReportsCopy(*Range, Context)
             : Block && stockReportsCopy(V, Made, *Block, Context)))
    return;

  const bool IsAuto = Loop || V.getType()->getContainedAutoType();
  const std::string Type = nameOf(V.getType(), Context);
  Diagnosis Found;
  Found.At = V.getLocation();
  Found.Problem = Loop ? "'" + V.getName().str() +
                             "' is filled with a copy of '" +
                             textOf(From->getSourceRange(), Context).str() +
                             "', a '" + Type + "'"
                       : "copy of a '" + Type + "'";
  Found.Problem += ", which " + Cost.phrase();
  Found.Often = Often;
  Found.AtMost = Cost.atMost();
  Found.Suggestion =
      "it is only read: make it a 'const " + (IsAuto ? "auto" : Type) + " &'";
  auto Fixes =
      Loop ? withoutLoop(V, Loop, Context) : reference(V, references(Context));
  if (IsDoubtful) {
    Found.Doubt = "whether the original stays as it is meanwhile";
    if (Original.Disturbs)
      Found.Notes.push_back({Original.Disturbs->getExprLoc(),
                             Original.Reason,
                             {Fixes.begin(), Fixes.end()}});
  } else {
    Found.Fixes.assign(Fixes.begin(), Fixes.end());
    const CopyTrace Trace = traceOfCopies(V.getType());
    if (Trace != CopyTrace::Counts || mayMissHandle(V, *Flow))
      Found.leaveFixes(checkOfCopies(Trace, Type));
  }
  report(std::move(Found), F, Context);
}

ANOMALLOC_CHECK_FACTORY(UnnecessaryCopyCheck)

} // namespace clang::tidy::anomalloc
