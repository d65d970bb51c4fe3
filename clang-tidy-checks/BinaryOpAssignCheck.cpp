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
//
// where the type at the left owns heap memory; the last if the operator's body
// shows that it computes M * 2.0. Expression templates (Eigen) are no such
// case: their binary operators compute nothing, and return another type.
//
//===----------------------------------------------------------------------===//

#include "BinaryOpAssignCheck.h"
#include "utils/CompoundOperator.h"
#include "utils/DistinctObjects.h"
#include "utils/OperatorBodies.h"
#include "utils/SameObject.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void BinaryOpAssignCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(
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

static StringRef textOf(SourceRange Range, const ASTContext &Context) {
  return Lexer::getSourceText(CharSourceRange::getTokenRange(Range),
                              Context.getSourceManager(),
                              Context.getLangOpts());
}

/// Whether replacing all of \p Range by \p Kept would lose a comment.
static bool losesComment(SourceRange Range, StringRef Kept,
                         const ASTContext &Context) {
  auto Comments = [](StringRef Text) {
    return Text.count("/*") + Text.count("//");
  };
  return Comments(textOf(Range, Context)) != Comments(Kept);
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

  // Which of both is x, which the operand.
  unsigned Other = nameSameObject(&X, Call->getArg(0)) ? 1 : 0;
  if (Other == 0 && (!nameSameObject(&X, Call->getArg(1)) ||
                     accumulatedOperand(*Binary) != 1u))
    return; // y op x, not known to be x op y
  const Expr &Operand = *Call->getArg(Other);

  HeapOwnership Owner = heapOwnership(X.getType(), Context);
  if (!Owner)
    return;
  LoopEvidence Loops = loopEvidence(*Assign, Context);
  if (!Loops.repeated() && !Common.WarnOutsideLoops)
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

  Finding F;
  F.At = Assign->getOperatorLoc();
  F.Binary = getOperatorSpelling(Call->getOperator());
  F.Compound = getOperatorSpelling(*Kind);
  F.TypeName = nameOf(X.getType(), Context);
  F.Why = Owner.reason();
  F.Loops = Loops;
  F.InInstantiation = !Loops.Function || isInstantiated(Loops.Function);
  F.FixIsSafe = areDistinct(X, Operand);
  SourceRange Right(F.At, Assign->getEndLoc());
  F.OperandText = textOf(Operand.getSourceRange(), Context).str();
  if (Compound.Certain && !F.InInstantiation && !F.OperandText.empty() &&
      !textOf(Right, Context).empty() &&
      !losesComment(Right, F.OperandText, Context))
    F.Fix =
        FixItHint::CreateReplacement(Right, F.Compound + " " + F.OperandText);

  auto [Slot, New] = Findings.insert({F.At, F});
  if (!New && Slot->second.InInstantiation && !F.InInstantiation)
    Slot->second = F;
}

void BinaryOpAssignCheck::onEndOfTranslationUnit() {
  for (const auto &[At, F] : Findings)
    report(F);
  Findings.clear();
  AnomallocCheck::onEndOfTranslationUnit();
}

void BinaryOpAssignCheck::report(const Finding &F) {
  {
    auto Warning =
        diag(F.At, "'%0' makes a temporary '%1', which owns heap memory"
                   "%select{| (%3)}2%select{|,}4%5; '%6' works in place")
        << F.Binary << F.TypeName << !F.Why.empty() << F.Why
        << F.Loops.repeated() << F.Loops.phrase() << F.Compound;
    if (F.Fix && F.FixIsSafe)
      Warning << *F.Fix;
  }
  if (!F.Loops.Depth && F.Loops.CalledAt.isValid())
    diag(F.Loops.CalledAt, "called in a loop here", DiagnosticIDs::Note);
  if (F.Fix && !F.FixIsSafe)
    diag(F.At,
         "'%0' may be, or may refer to, the object assigned to; check that "
         "'operator%1' allows that",
         DiagnosticIDs::Note)
        << F.OperandText << F.Compound << *F.Fix;
}

} // namespace clang::tidy::anomalloc
