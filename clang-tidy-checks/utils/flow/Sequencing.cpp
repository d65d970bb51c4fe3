//===- Sequencing.cpp - order inside one expression -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/Sequencing.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Which operands of an expression have an order among each other.
enum class Operands { Unordered, LeftFirst, RightFirst, FirstFirst, Choice };

static Operands orderOf(OverloadedOperatorKind Operator, bool Cpp17) {
  if (!Cpp17)
    return Operands::Unordered;
  switch (Operator) {
  case OO_Equal:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_CaretEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_LessLessEqual:
  case OO_GreaterGreaterEqual:
    return Operands::RightFirst;
  case OO_AmpAmp:
  case OO_PipePipe:
  case OO_Comma:
  case OO_LessLess:
  case OO_GreaterGreater:
  case OO_ArrowStar:
  case OO_Subscript:
    return Operands::LeftFirst;
  case OO_Call: // the object, then the arguments in any order
    return Operands::FirstFirst;
  default:
    return Operands::Unordered;
  }
}

static Operands orderOf(const Expr &E, bool Cpp17) {
  if (isa<AbstractConditionalOperator>(E))
    return Operands::Choice;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&E)) {
    if (Binary->isLogicalOp() || Binary->getOpcode() == BO_Comma)
      return Operands::LeftFirst;
    if (!Cpp17)
      return Operands::Unordered;
    if (Binary->isAssignmentOp())
      return Operands::RightFirst;
    return Binary->isShiftOp() || Binary->isPtrMemOp() ? Operands::LeftFirst
                                                       : Operands::Unordered;
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E))
    return orderOf(Call->getOperator(), Cpp17);
  if (isa<CallExpr>(E))
    return Cpp17 ? Operands::FirstFirst : Operands::Unordered;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(&E))
    return Made->isListInitialization() ? Operands::LeftFirst
                                        : Operands::Unordered;
  if (isa<ArraySubscriptExpr>(E) && Cpp17)
    return Operands::LeftFirst;
  if (isa<InitListExpr, CXXParenListInitExpr, LambdaExpr>(E))
    return Operands::LeftFirst;
  return Operands::Unordered;
}

/// The position of an operand in source order; operator calls have the
/// operator's name first.
static unsigned positionOf(const Expr &E, const Stmt &Operand) {
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E)) {
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (Call->getArg(I) == &Operand)
        return I;
    return 0;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&E))
    return &Operand == Choice->getTrueExpr()    ? 1
           : &Operand == Choice->getFalseExpr() ? 2
                                                : 0;
  unsigned I = 0;
  for (const Stmt *Child : E.children()) {
    if (Child == &Operand)
      break;
    ++I;
  }
  return I;
}

static Sequence sequenceOfOperands(const Expr &E, const Stmt &First,
                                   const Stmt &Second, bool Cpp17) {
  unsigned A = positionOf(E, First), B = positionOf(E, Second);
  switch (orderOf(E, Cpp17)) {
  case Operands::Unordered:
    return Sequence::Unsequenced;
  case Operands::LeftFirst:
    return A < B ? Sequence::Before : Sequence::After;
  case Operands::RightFirst:
    return A > B ? Sequence::Before : Sequence::After;
  case Operands::FirstFirst:
    return A == 0 ? Sequence::Before
                  : (B == 0 ? Sequence::After : Sequence::Unsequenced);
  case Operands::Choice:
    if (isa<BinaryConditionalOperator>(E)) // a ?: b
      return Sequence::Unsequenced;
    return A == 0 ? Sequence::Before
                  : (B == 0 ? Sequence::After : Sequence::Never);
  }
  return Sequence::Unsequenced;
}

Sequence sequence(const Stmt &First, const Stmt &Second,
                  function_ref<const Stmt *(const Stmt &)> ParentOf,
                  const LangOptions &Options) {
  if (&First == &Second)
    return isa<Expr>(First) ? Sequence::After : Sequence::Elsewhere;
  auto Ancestors = [&](const Stmt &S) {
    SmallVector<const Stmt *, 16> Up;
    for (const Stmt *E = &S; E && isa<Expr>(E); E = ParentOf(*E))
      Up.push_back(E);
    return Up;
  };
  SmallVector<const Stmt *, 16> A = Ancestors(First), B = Ancestors(Second);
  if (A.empty() || B.empty() || A.back() != B.back())
    return Sequence::Elsewhere;
  while (!A.empty() && !B.empty() && A.back() == B.back()) {
    A.pop_back();
    B.pop_back();
  }
  if (A.empty())
    return Sequence::After;
  if (B.empty())
    return Sequence::Before;
  return sequenceOfOperands(*cast<Expr>(ParentOf(*A.back())), *A.back(),
                            *B.back(), Options.CPlusPlus17);
}

} // namespace clang::tidy::anomalloc
