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
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/flow/StableReferent.h"
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
}

/// The lvalue that a constructor call copies, or null.
static const Expr *copiedBy(const CXXConstructExpr &Made) {
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
                                                 const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (!isa<DecompositionDecl>(V))
    return makeConstReference(V, Context);
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

void UnnecessaryCopyCheck::check(const MatchFinder::MatchResult &Result) {
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
  const HeapOwnership Owner = heapOwnership(V.getType(), Context);
  if (!Owner)
    return;
  const Evidence Often = Range ? evidence(*Range->getLoopVarStmt(), Context)
                               : evidence(Made, Context);
  if (!matters(Often))
    return;

  // Most variables are neither; the control flow costs more than to see that.
  if (!From && !isStd(V.getType(), {"vector", "deque"}))
    return;
  const FunctionFlow *Flow = flowOf(*F, Context);
  if (!Flow)
    return;
  const auto *Block = Flow->around<CompoundStmt>(Made);
  CopyLoop Loop;
  if (Block && !From) {
    Loop = copyLoopInto(V, *Block, Context);
    From = Loop.From;
  }
  if (!From || !isOnlyRead(V, Loop, Context))
    return;
  const Referent Original = referentOf(*From, V, *Flow, Context);
  if (Original.IsTemporary || Original.Is != Stability::Stable)
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
  Found.Problem += ", which owns heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    Found.Problem += " (" + Reason + ")";
  Found.Often = Often;
  Found.Suggestion =
      "it is only read: make it a 'const " + (IsAuto ? "auto" : Type) + " &'";
  auto Fixes = Loop ? withoutLoop(V, Loop, Context) : reference(V, Context);
  Found.Fixes.assign(Fixes.begin(), Fixes.end());
  report(std::move(Found), F, Context);
}

} // namespace clang::tidy::anomalloc
