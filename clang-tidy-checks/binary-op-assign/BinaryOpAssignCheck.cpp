//===- BinaryOpAssignCheck.cpp - x = x * y --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Total = Total * Step;          ->  Total *= Step;
//   this->Sum = (Sum + Parts[i]);  ->  this->Sum += Parts[i];
//   M = 2.0 * M;                   ->  M *= 2.0;
//   Text = Text + Line + "\n";     ->  Text += Line; Text += "\n";
//
// where the type at the left owns heap memory; the last if the operator's body
// shows that it computes M * 2.0. Expression templates (Eigen) are no such
// case: their binary operators compute nothing, and return another type.
//
//===----------------------------------------------------------------------===//

#include "utils/ast/CompoundOperator.h"
#include "utils/ast/OperatorBodies.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/DistinctObjects.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds `x = x * y` where `x *= y` would do without the temporary.
struct BinaryOpAssignCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
};

} // namespace

void BinaryOpAssignCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(
      cxxOperatorCallExpr(hasOverloadedOperatorName("="), argumentCountIs(2))
          .bind("assignment"),
      this);
}

/// Whether performance-inefficient-string-concatenation reports it already: it
/// looks at variables of type std::string in for, range-for and while loops.
static bool stockCheckReports(const CXXOperatorCallExpr &Assign,
                              const CXXRecordDecl &Type, ASTContext &Context) {
  if (!isa<DeclRefExpr>(Assign.getArg(0)->IgnoreParenImpCasts()) ||
      !Type.isInStdNamespace() || Type.getName() != "basic_string")
    return false;
  auto InLoop = cxxOperatorCallExpr(
      hasAncestor(stmt(anyOf(cxxForRangeStmt(), whileStmt(), forStmt()))));
  return !match(InLoop, Assign, Context).empty();
}

/// Of strings: other classes may have operators that do not associate. The
/// first operation of `x + a + b`, if it starts with \p X: `x + a`. \p Rest
/// gets what follows. Else null.
static const CXXOperatorCallExpr *
startOfChain(const CXXOperatorCallExpr &Last, const Expr &X,
             llvm::SmallVectorImpl<const Expr *> &Rest) {
  const auto *At = &Last;
  while (!nameSameObject(&X, At->getArg(0))) {
    Rest.push_back(At->getArg(1));
    const auto *Before = dyn_cast<CXXOperatorCallExpr>(
        At->getArg(0)->IgnoreUnlessSpelledInSource());
    if (!Before || Before->getOperator() != Last.getOperator() ||
        Before->getNumArgs() != 2 || Before->isGLValue() ||
        !Before->getDirectCallee() ||
        !declaresSameEntity(Before->getType()->getAsCXXRecordDecl(),
                            Last.getType()->getAsCXXRecordDecl()))
      return nullptr;
    At = Before;
  }
  // What names x would see what was added to it before.
  return llvm::any_of(Rest,
                      [&](const Expr *E) { return mentionsObject(*E, X); })
             ? nullptr
             : At;
}

void BinaryOpAssignCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Assign =
      Result.Nodes.getNodeAs<CXXOperatorCallExpr>("assignment");
  ASTContext &Context = *Result.Context;
  const SourceManager &SM = *Result.SourceManager;
  if (Assign->isInstantiationDependent() ||
      !isEditable(Assign->getOperatorLoc(), SM))
    return;

  // x = a op b
  const Expr &X = *Assign->getArg(0);
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(
      Assign->getArg(1)->IgnoreUnlessSpelledInSource());
  auto Kind = Call && Call->getNumArgs() == 2 ? compoundOf(Call->getOperator())
                                              : std::nullopt;
  const FunctionDecl *Binary = Call ? Call->getDirectCallee() : nullptr;
  if (!Kind || !Binary || !isEditable(Call->getOperatorLoc(), SM) ||
      !isEditable(Assign->getBeginLoc(), SM))
    return;
  // No proxy, no expression template: the operator makes another x.
  const auto *Type = X.getType()->getAsCXXRecordDecl();
  const auto *Made = Call->getType()->getAsCXXRecordDecl();
  if (!Type || Call->isGLValue() || !Made || !declaresSameEntity(Type, Made))
    return;

  llvm::SmallVector<const Expr *, 4> Rest;
  if (const auto *Start =
          isStdString(X.getType()) ? startOfChain(*Call, X, Rest) : nullptr) {
    Call = Start;
    Binary = Call->getDirectCallee();
  } else {
    Rest.clear();
  }

  // Which of both is x, which the operand.
  unsigned Other = nameSameObject(&X, Call->getArg(0)) ? 1 : 0;
  if (Other == 0 && (!nameSameObject(&X, Call->getArg(1)) ||
                     accumulatedOperand(*Binary) != 1u))
    return; // y op x, not known to be x op y
  const Expr &Operand = *Call->getArg(Other);

  // x = x * x: operators in place seldom expect their own object.
  if (nameSameObject(&X, &Operand))
    return;

  const HeapOwnership Owner = likelyHeapOwnership(X.getType(), Context);
  if (!Owner)
    return;
  Evidence Often = evidence(*Assign, Context);
  if (!matters(Often))
    return;
  if (!Common.AlsoReportStock && stockCheckReports(*Assign, *Type, Context))
    return;

  const unsigned FirstParameter = isa<CXXMethodDecl>(Binary) ? 1 : 0;
  QualType Parameter =
      Other < FirstParameter
          ? Operand.getType()
          : Binary->getParamDecl(Other - FirstParameter)->getType();
  CompoundOperator Compound =
      findCompoundOperator(*Kind, *Type, Operand, Parameter);
  if (!Compound.Function ||
      usesBinaryOperator(*Compound.Function, Call->getOperator()))
    return;

  const std::string Operator = getOperatorSpelling(Call->getOperator());
  const std::string InPlace = getOperatorSpelling(*Kind);
  const StringRef OperandText = textOf(Operand.getSourceRange(), Context);
  const SourceRange Right(Assign->getOperatorLoc(), Assign->getEndLoc());

  Diagnosis F;
  F.At = Assign->getOperatorLoc();
  F.Problem = "'" + Operator + "' makes a temporary '" +
              nameOf(X.getType(), Context) + "', which owns heap memory";
  if (std::string Reason = Owner.reason(); !Reason.empty())
    F.Problem += " (" + Reason + ")";
  F.Often = Often;
  F.Doubt = Owner.doubt();
  F.Suggestion = "'" + InPlace + "' works in place";
  if (!Rest.empty()) {
    F.Suggestion += ", one operand after the other";
    if (llvm::any_of(Rest, [&](const Expr *E) { return !areDistinct(X, *E); }))
      F.Notes = {{F.At,
                  "check that no operand is, or refers to, the object "
                  "assigned to",
                  {}}};
  } else if (Compound.Certain && !OperandText.empty() &&
             !textOf(Right, Context).empty() &&
             !losesComment(Right, OperandText, Context)) {
    auto Fix =
        FixItHint::CreateReplacement(Right, InPlace + " " + OperandText.str());
    // An operator that takes x by value copies it before its operand is
    // evaluated, or after.
    const unsigned Own = 1 - Other;
    const bool TakesCopy =
        Own >= FirstParameter && !Binary->getParamDecl(Own - FirstParameter)
                                      ->getType()
                                      ->isReferenceType();
    if (!areDistinct(X, Operand) ||
        (TakesCopy && Operand.HasSideEffects(Context)))
      F.Notes = {{F.At,
                  ("'" + OperandText +
                   "' may be, or may refer to, the object assigned to; check "
                   "that 'operator" +
                   InPlace + "' allows that")
                      .str(),
                  {Fix}}};
    else if (Binary->hasBody() && Compound.Function->hasBody() &&
             !isOfStd(*Binary) && !accumulatedOperand(*Binary))
      F.Notes = {{F.At,
                  "check that 'operator" + Operator + "' and 'operator" +
                      InPlace + "', which do not use each other, do the same",
                  {Fix}}};
    else
      F.Fixes = {Fix};
  }
  // The line is that of all instances.
  if (isInstantiated(Often.Loops.Function)) {
    const std::string All = "the types of all instances have 'operator" +
                            InPlace + "', which means the same";
    F.leaveFixes("check that " + All);
    for (Diagnosis::Note &N : F.Notes)
      if (!N.Fixes.empty()) {
        N.ForAllInstances = true;
        if (!llvm::StringRef(N.Text).ends_with(All))
          N.Text += "; and that " + All;
      }
  }
  const CopyTrace Trace = seenTraceOfMoves(X.getType());
  if (Trace == CopyTrace::Seen)
    F.leaveFixes(checkOfCopies(Trace, nameOf(X.getType(), Context)));
  report(std::move(F), Often.Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(BinaryOpAssignCheck)

} // namespace clang::tidy::anomalloc
