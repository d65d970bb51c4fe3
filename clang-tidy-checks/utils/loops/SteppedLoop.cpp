//===- SteppedLoop.cpp - loops that lead a variable by steps --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/SteppedLoop.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
struct Comparison {
  const Expr *Left = nullptr;
  BinaryOperatorKind Op = BO_NE;
  const Expr *Right = nullptr; ///< Null: zero.
};
} // namespace

static Comparison comparisonOf(const Expr &Cond) {
  const Expr *E = Cond.IgnoreUnlessSpelledInSource();
  if (const auto *Rewritten =
          dyn_cast<CXXRewrittenBinaryOperator>(Cond.IgnoreParenImpCasts())) {
    const auto Parts = Rewritten->getDecomposedForm();
    return {Parts.LHS, Parts.Opcode, Parts.RHS};
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->isComparisonOp() && Call->getNumArgs() == 2)
    return {Call->getArg(0),
            BinaryOperator::getOverloadedOpcode(Call->getOperator()),
            Call->getArg(1)};
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isComparisonOp())
    return {Op->getLHS(), Op->getOpcode(), Op->getRHS()};
  return {E, BO_NE, nullptr};
}

/// The name of a variable that is one side of a comparison, `V`, `V--`, `V++`,
/// or null.
static const DeclRefExpr *nameIn(const Expr &Side) {
  const Expr *E = Side.IgnoreUnlessSpelledInSource();
  if (const auto *Step = dyn_cast<UnaryOperator>(E); Step && Step->isPostfix())
    E = Step->getSubExpr();
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
           Call && Call->getNumArgs() == 2 &&
           (Call->getOperator() == OO_PlusPlus ||
            Call->getOperator() == OO_MinusMinus))
    E = Call->getArg(0);
  return dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
}

static const VarDecl *variableOf(const Expr &Side) {
  const DeclRefExpr *Name = nameIn(Side);
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

/// By how much \p E changes the operand that it has first; 0: not known.
static int64_t stepOf(const Expr *E, const ASTContext &Context) {
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(E))
    return Op->isIncrementOp() ? 1 : Op->isDecrementOp() ? -1 : 0;
  const Expr *By = nullptr;
  bool Down = false;
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E)) {
    switch (Call->getOperator()) {
    case OO_PlusPlus:
      return 1;
    case OO_MinusMinus:
      return -1;
    case OO_PlusEqual:
    case OO_MinusEqual:
      By = Call->getArg(1);
      Down = Call->getOperator() == OO_MinusEqual;
      break;
    default:
      break;
    }
  } else if (const auto *Op = dyn_cast_or_null<CompoundAssignOperator>(E);
             Op && Op->isAdditiveOp(
                       Op->getOpForCompoundAssignment(Op->getOpcode()))) {
    By = Op->getRHS();
    Down = Op->getOpcode() == BO_SubAssign;
  }
  Expr::EvalResult Value;
  if (!By || By->isValueDependent() || !By->EvaluateAsInt(Value, Context) ||
      Value.Val.getInt().getSignificantBits() > 32)
    return 0;
  const int64_t N = Value.Val.getInt().getExtValue();
  return Down ? -N : N;
}

/// Whether \p E runs exactly once in each iteration of \p Loop.
static bool runsInEach(const Expr &E, const Stmt &Loop,
                       const ReferenceIndex &Index) {
  for (auto [Parent, Child] : parentsOf(E, Index)) {
    if (&Parent == &Loop)
      return !mayContinue(*bodyOfLoop(Loop, Index.context())) ||
             &Child != bodyOfLoop(Loop, Index.context());
    if (const auto *Op = dyn_cast<BinaryOperator>(&Parent);
        isa<AbstractConditionalOperator, LambdaExpr>(Parent) ||
        (Op && Op->isLogicalOp()) || !isa<Expr, CompoundStmt, DeclStmt>(Parent))
      return false;
  }
  return false;
}

/// The value that the head of a loop gives \p V, or null.
static const Expr *startIn(const Stmt *Init, const VarDecl &V) {
  if (const auto *Declared = dyn_cast_or_null<DeclStmt>(Init))
    return is_contained(Declared->decls(), &V) ? V.getInit() : nullptr;
  const auto *Whole = dyn_cast_or_null<Expr>(Init);
  const Expr *E = Whole ? Whole->IgnoreImplicit() : nullptr;
  const auto *Assign = dyn_cast_or_null<BinaryOperator>(E);
  if (Assign && Assign->getOpcode() == BO_Assign)
    return variableOf(*Assign->getLHS()) == &V ? Assign->getRHS() : nullptr;
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
  return Call && Call->getOperator() == OO_Equal &&
                 variableOf(*Call->getArg(0)) == &V
             ? Call->getArg(1)
             : nullptr;
}

/// What \p E, a bound, stands for: itself, if it is the same in all iterations;
/// of a variable that the head of the loop declares what that starts with; or
/// null.
static const Expr *boundIn(const Expr &E, const Stmt *Init, const Stmt &Loop,
                           const ReferenceIndex &Index) {
  // What changes the end would make the iterators invalid.
  if (isSameValueIn(E, Loop, Index) ||
      objectOfCall(&E, StdMember::End | StdMember::ReverseEnd))
    return &E;
  const VarDecl *V = variableOf(E);
  return V && isDeclaredIn(*V, Loop, Index.context()) &&
                 usesIn(*V, Loop, Index).only({UseKind::Read, UseKind::Copy})
             ? startIn(Init, *V)
             : nullptr;
}

/// The loop as one that steps the variable on one \p Side of the comparison.
static std::optional<SteppedLoop> stepping(const Expr &Side,
                                           BinaryOperatorKind Op,
                                           const Expr *Last, const Stmt &Loop,
                                           const ReferenceIndex &Index) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const Stmt *Init = For ? For->getInit() : nullptr;
  SteppedLoop Found;
  Found.V = variableOf(Side);
  Found.Op = Op;
  Found.Last = Last ? boundIn(*Last, Init, Loop, Index) : nullptr;
  if (!Found.V || (Last && !Found.Last) || !Found.V->hasLocalStorage() ||
      Found.V->getType()->isReferenceType())
    return std::nullopt;
  const bool DeclaredHere = isDeclaredIn(*Found.V, Loop, Index.context());
  Found.First = startIn(Init, *Found.V);
  const Expr *Step = nullptr;
  for (const Expr *Reference : Index.to(*Found.V)) {
    const Use U = classifyUse(*Reference, Index);
    // Others change it, or may.
    if (!DeclaredHere && (U.KeepsReference || U.All.has(UseKind::Escape)))
      return std::nullopt;
    const Expr &Named = ascend<ImplicitCastExpr, ParenExpr>(*Reference, Index);
    const auto *By = Index.parentOf(Named).get<Expr>();
    if (!isInside(*Reference, Loop, Index) ||
        (Found.First && Init && !isa<DeclStmt>(Init) &&
         isInside(*Reference, *Init, Index)) ||
        U.All.within({UseKind::Read, UseKind::Copy}))
      continue;
    Found.Step = stepOf(By, Index.context());
    if (Step || !Found.Step || !runsInEach(*By, Loop, Index))
      return std::nullopt;
    Step = By;
  }
  if (!Step || (!Found.First && DeclaredHere))
    return std::nullopt;
  Found.IsPlainFor = DeclaredHere && For->getInc() == Step;
  if (!Found.First)
    Found.First = nameIn(Side);
  if (Found.First->isValueDependent() ||
      (Found.Last && Found.Last->isValueDependent()))
    return std::nullopt;
  return Found;
}

std::optional<SteppedLoop> steppedLoop(const Stmt &Loop,
                                       const ReferenceIndex &Index) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *While = dyn_cast<WhileStmt>(&Loop);
  const Expr *Cond = For ? For->getCond() : While ? While->getCond() : nullptr;
  if (!Cond || Cond->isValueDependent() || !bodyOfLoop(Loop, Index.context()))
    return std::nullopt;
  const Comparison C = comparisonOf(*Cond);
  auto Found = stepping(*C.Left, C.Op, C.Right, Loop, Index);
  if (!Found && C.Right && BinaryOperator::isComparisonOp(C.Op))
    Found = stepping(*C.Right, BinaryOperator::reverseComparisonOp(C.Op),
                     C.Left, Loop, Index);
  return Found;
}

} // namespace clang::tidy::anomalloc
