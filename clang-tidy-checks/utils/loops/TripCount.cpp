//===- TripCount.cpp - how often a loop runs, before it runs --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/TripCount.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether \p S may leave the loop that it is the body of.
static bool mayLeave(const Stmt &S, bool BreakIsOurs) {
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CoreturnStmt>(S))
    return true;
  if (isa<BreakStmt>(S))
    return BreakIsOurs;
  if (isa<LambdaExpr>(S))
    return false;
  BreakIsOurs &=
      !isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  return any_of(S.children(), [&](const Stmt *Child) {
    return Child && mayLeave(*Child, BreakIsOurs);
  });
}

static bool names(const Expr &E, const VarDecl &V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == &V;
}

/// `++V` or `V++`.
static bool isStepOf(const Expr *E, const VarDecl &V) {
  if (!E)
    return false;
  E = E->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E->IgnoreImplicit()))
    return Op->getOperator() == OO_PlusPlus && names(*Op->getArg(0), V);
  const auto *Op = dyn_cast<UnaryOperator>(E);
  return Op && Op->isIncrementOp() && names(*Op->getSubExpr(), V);
}

static bool hasStdSize(QualType Type) {
  return isStdContainer(Type)
             ? !isStd(Type, {"forward_list"})
             : isStd(Type, {"array", "span", "vector", "basic_string_view",
                            "initializer_list"});
}

static bool hasSize(QualType Type) {
  const auto *Record = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  for (const CXXMethodDecl *Method : Record->methods())
    if (Method->getDeclName().isIdentifier() && Method->getName() == "size" &&
        Method->isConst() && Method->getNumParams() == 0 &&
        Method->getAccess() == AS_public)
      return true;
  return false;
}

/// C.size(). What changes it in the loop would be undefined behaviour.
static std::optional<TripCount> sizeOf(const Expr &C,
                                       const ReferenceIndex &Index) {
  const ASTContext &Context = Index.context();
  const Expr *Range = C.IgnoreParenImpCasts();
  StringRef Text = textOf(Range->getSourceRange(), Context);
  const bool Known = hasStdSize(Range->getType());
  if (Text.empty() || !(Known || hasSize(Range->getType())) ||
      !nameSameObject(Range, Range))
    return std::nullopt;
  TripCount Count;
  Count.From = Range;
  Count.Certain = Known;
  if (isa<CXXThisExpr>(Range) && cast<CXXThisExpr>(Range)->isImplicit())
    Count.Text = "size()";
  else if (isa<UnaryOperator, BinaryOperator, CXXThisExpr>(Range))
    return std::nullopt;
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Range);
           Call && Call->getOperator() == OO_Star)
    Count.Text = ("(" + Text + ").size()").str();
  else
    Count.Text = (Text + ".size()").str();
  return Count;
}

/// for (auto It = C.begin(), End = C.end(); It != End; ++It)
static std::optional<TripCount> ofIterators(const ForStmt &For,
                                            const VarDecl &It,
                                            const ReferenceIndex &Index) {
  const auto *Cond = dyn_cast<CXXOperatorCallExpr>(
      For.getCond()->IgnoreUnlessSpelledInSource());
  const Expr *Left = nullptr, *Right = nullptr;
  if (Cond && Cond->getOperator() == OO_ExclaimEqual &&
      Cond->getNumArgs() == 2) {
    Left = Cond->getArg(0);
    Right = Cond->getArg(1);
  } else if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(
                 For.getCond()->IgnoreParenImpCasts())) {
    auto Parts = Rewritten->getDecomposedForm();
    if (Parts.Opcode == BO_NE) {
      Left = Parts.LHS;
      Right = Parts.RHS;
    }
  } else if (const auto *Op =
                 dyn_cast<BinaryOperator>(For.getCond()->IgnoreParenImpCasts());
             Op && Op->getOpcode() == BO_NE) {
    Left = Op->getLHS();
    Right = Op->getRHS();
  }
  const Expr *C =
      objectOfCall(It.getInit(), StdMember::Begin | StdMember::ReverseBegin);
  if (!Left || !C || !names(*Left->IgnoreUnlessSpelledInSource(), It))
    return std::nullopt;
  Right = Right->IgnoreUnlessSpelledInSource();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Right))
    if (const auto *End = dyn_cast<VarDecl>(Ref->getDecl());
        End && End->getInit() && isDeclaredIn(*End, For, Index.context()))
      Right = End->getInit();
  const Expr *Other =
      objectOfCall(Right, StdMember::End | StdMember::ReverseEnd);
  if (!Other || !nameSameObject(C, Other))
    return std::nullopt;
  return sizeOf(*C, Index);
}

static std::optional<TripCount> ofCounter(const ForStmt &For, const VarDecl &I,
                                          const ReferenceIndex &Index) {
  ASTContext &Context = Index.context();
  const auto *Cond =
      dyn_cast<BinaryOperator>(For.getCond()->IgnoreParenImpCasts());
  if (!Cond || !Cond->isComparisonOp())
    return std::nullopt;
  const bool Flipped = names(*Cond->getRHS(), I);
  const Expr *Bound = (Flipped ? Cond->getLHS() : Cond->getRHS());
  const auto Op = Flipped
                      ? BinaryOperator::reverseComparisonOp(Cond->getOpcode())
                      : Cond->getOpcode();
  if (!(Flipped || names(*Cond->getLHS(), I)) ||
      !(Op == BO_LT || Op == BO_LE || Op == BO_NE))
    return std::nullopt;
  Expr::EvalResult First, Last;
  Bound = Bound->IgnoreParenImpCasts();
  if (!Bound->getType()->isIntegerType() ||
      !isSameValueIn(*Bound, For, Index) ||
      !I.getInit()->EvaluateAsInt(First, Context))
    return std::nullopt;
  const int64_t From = First.Val.getInt().getExtValue();
  if (From < 0 || (From > 0 && Op == BO_LE && From != 1))
    return std::nullopt;
  TripCount Count;
  Count.From = Bound;
  Count.Text = textOf(Bound->getSourceRange(), Context).str();
  if (Count.Text.empty())
    return std::nullopt;
  if (Bound->EvaluateAsInt(Last, Context)) {
    int64_t N = Last.Val.getInt().getExtValue() - From + (Op == BO_LE);
    Count.Constant = N > 0 ? N : 0;
  }
  // A negative bound would become a huge size.
  Count.Certain = Count.Constant || Bound->getType()->isUnsignedIntegerType() ||
                  Op == BO_NE;
  const int64_t More = (Op == BO_LE) - From;
  if (More) {
    Count.IsSum = true;
    Count.Certain &= More > 0 || Count.Constant;
    if (isa<BinaryOperator, ConditionalOperator>(Bound))
      Count.Text = "(" + Count.Text + ")";
    Count.Text += (More > 0 ? " + " : " - ") + std::to_string(std::abs(More));
  } else {
    Count.IsSum = isa<BinaryOperator, ConditionalOperator>(Bound);
  }
  return Count;
}

/// Without a look at what leaves it.
static std::optional<TripCount> countOf(const Stmt &Loop,
                                        const ReferenceIndex &Index) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    const Expr *Init = Range->getRangeInit();
    if (const auto *Array = Index.context().getAsConstantArrayType(
            Init->IgnoreParenImpCasts()->getType())) {
      TripCount Count;
      Count.From = Init;
      Count.Certain = true;
      Count.Constant = Array->getSize().getZExtValue();
      Count.Text = std::to_string(*Count.Constant);
      return Count;
    }
    return sizeOf(*Init, Index);
  }
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *I = Init ? dyn_cast<VarDecl>(*Init->decl_begin()) : nullptr;
  if (!I || !I->getInit() || !For->getCond() || !isStepOf(For->getInc(), *I) ||
      !usesIn(*I, *For->getBody(), Index).only({UseKind::Read, UseKind::Copy}))
    return std::nullopt;
  return I->getType()->isIntegerType() ? ofCounter(*For, *I, Index)
                                       : ofIterators(*For, *I, Index);
}

std::optional<TripCount>
tripCountOf(const Stmt &Loop, const ReferenceIndex &Index, AtLeave Early) {
  const Stmt *Body = bodyOfLoop(Loop, Index.context());
  const bool Leaves = Body && mayLeave(*Body, true);
  if (!Body || (Leaves && Early == AtLeave::IsUnknown))
    return std::nullopt;
  auto Count = countOf(Loop, Index);
  if (Count)
    Count->AtMost = Leaves;
  return Count;
}

} // namespace clang::tidy::anomalloc
