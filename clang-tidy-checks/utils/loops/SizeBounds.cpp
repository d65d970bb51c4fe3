//===- SizeBounds.cpp - numbers that are provably small -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/SizeBounds.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

using Bound = std::optional<uint64_t>;

static constexpr uint64_t Large = 1 << 20; ///< Nothing above counts as small.

static Bound smaller(Bound A, Bound B) {
  return A && B ? std::min(*A, *B) : A ? A : B;
}
static Bound limited(uint64_t Value) {
  return Value < Large ? Bound(Value) : std::nullopt;
}

static const Expr *plain(const Expr &E) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  while (const auto *Cast = dyn_cast<ExplicitCastExpr>(Plain)) {
    if (!Cast->getType()->isIntegerType())
      return Plain;
    Plain = Cast->getSubExpr()->IgnoreParenImpCasts();
  }
  return Plain;
}

/// The number of elements of a built-in or std::array.
static Bound lengthOf(QualType Type, const ASTContext &Context) {
  Type = Type.getNonReferenceType();
  if (const auto *Array = Context.getAsConstantArrayType(Type))
    return limited(Array->getZExtSize());
  if (stdName(Type) != "array")
    return std::nullopt;
  const auto *S =
      cast<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  return limited(S->getTemplateArgs()[1].getAsIntegral().getZExtValue());
}

/// What a condition that came out as \p Outcome tells of \p X.
static Bound boundBy(const Expr &Condition, bool Outcome, const Expr &X,
                     const ReferenceIndex &Index) {
  const Expr *C = Condition.IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(C)) // assert's cast to bool
    C = Cast->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(C);
      Not && Not->getOpcode() == UO_LNot)
    return boundBy(*Not->getSubExpr(), !Outcome, X, Index);
  const auto *Op = dyn_cast<BinaryOperator>(C);
  if (!Op)
    return std::nullopt;
  if (Op->getOpcode() == (Outcome ? BO_LAnd : BO_LOr))
    return smaller(boundBy(*Op->getLHS(), Outcome, X, Index),
                   boundBy(*Op->getRHS(), Outcome, X, Index));
  BinaryOperatorKind Kind = Op->getOpcode();
  const Expr *Left = plain(*Op->getLHS()), *Right = plain(*Op->getRHS());
  if (!BinaryOperator::isComparisonOp(Kind) || Kind == BO_Cmp)
    return std::nullopt;
  if (nameSameObject(Right, &X)) {
    std::swap(Left, Right);
    Kind = BinaryOperator::reverseComparisonOp(Kind);
  }
  if (!nameSameObject(Left, &X))
    return std::nullopt;
  if (!Outcome)
    Kind = BinaryOperator::negateComparisonOp(Kind);
  Bound Limit = upperBound(*Right, Index);
  if (!Limit)
    return std::nullopt;
  if (Kind == BO_LE || Kind == BO_EQ)
    return Limit;
  return Kind == BO_LT && *Limit ? Bound(*Limit - 1) : std::nullopt;
}

/// Whether control never comes out at the end of \p S.
static bool leaves(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  if (isa_and_nonnull<ReturnStmt, ContinueStmt, BreakStmt, GotoStmt>(S))
    return true;
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreParenCasts();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  const auto *Call = dyn_cast<CallExpr>(E);
  return isa<CXXThrowExpr>(E) || (Call && Call->getDirectCallee() &&
                                  Call->getDirectCallee()->isNoReturn());
}

/// What a statement that was passed tells: if (x > 8) return; assert(x <= 8);
static Bound behind(const Stmt &S, const Expr &X, const ReferenceIndex &Index) {
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return !If->getElse() && leaves(If->getThen())
               ? boundBy(*If->getCond(), false, X, Index)
               : std::nullopt;
  const auto *E = dyn_cast<Expr>(&S);
  const auto *Choice =
      E ? dyn_cast<ConditionalOperator>(E->IgnoreParenCasts()) : nullptr;
  return Choice && leaves(Choice->getFalseExpr())
             ? boundBy(*Choice->getCond(), true, X, Index)
             : std::nullopt;
}

/// The for loop whose variable \p V is, if only its step changes it.
static const ForStmt *loopOf(const VarDecl &V, const ReferenceIndex &Index) {
  const auto *Group = Index.parentOf(V).get<DeclStmt>();
  const auto *Loop = Group ? Index.parentOf(*Group).get<ForStmt>() : nullptr;
  return Loop && Loop->getInit() == Group ? Loop : nullptr;
}

/// Whether a local variable keeps the value that it has at the start of
/// \p Within, or at its declaration, as long as that runs.
static bool neverChanges(const VarDecl &V, const ForStmt *Within,
                         const ReferenceIndex &Index) {
  if (!V.hasLocalStorage() || V.getType()->isReferenceType())
    return false;
  for (const Expr *Reference : Index.to(V)) {
    if (Within && Within->getInc() &&
        isInside(*Reference, *Within->getInc(), Index))
      continue; // the step
    UseKind Kind = classifyUse(*Reference, Index).Kind;
    if (Kind != UseKind::Read && Kind != UseKind::Copy)
      return false;
  }
  return true;
}

/// What the statements before and around \p X tell of it, up to \p Limit.
static Bound guarded(const Expr &X, const ForStmt *Limit,
                     const ReferenceIndex &Index) {
  Bound Known;
  for (auto [Parent, Child] : parentsOf(X, Index)) {
    if (const auto *If = dyn_cast<IfStmt>(&Parent)) {
      if (&Child == If->getThen() || &Child == If->getElse())
        Known = smaller(
            Known, boundBy(*If->getCond(), &Child == If->getThen(), X, Index));
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(&Parent)) {
      if (&Child != Choice->getCond())
        Known =
            smaller(Known, boundBy(*Choice->getCond(),
                                   &Child == Choice->getTrueExpr(), X, Index));
    } else if (const auto *For = dyn_cast<ForStmt>(&Parent)) {
      if (&Child == For->getBody() && For->getCond())
        Known = smaller(Known, boundBy(*For->getCond(), true, X, Index));
      if (For == Limit)
        break;
    } else if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
      for (const Stmt *Before : Block->body()) {
        if (Before == &Child)
          break;
        Known = smaller(Known, behind(*Before, X, Index));
      }
    }
  }
  return Known;
}

static Bound boundOfVariable(const DeclRefExpr &Name,
                             const ReferenceIndex &Index) {
  const auto *V = dyn_cast<VarDecl>(Name.getDecl());
  if (!V)
    return std::nullopt;
  const ForStmt *Loop = loopOf(*V, Index);
  if (!neverChanges(*V, Loop, Index))
    return std::nullopt;
  Bound Known = guarded(Name, Loop, Index);
  if (!isa<ParmVarDecl>(V) && !Loop && V->getInit())
    Known = smaller(Known, upperBound(*V->getInit(), Index));
  return Known;
}

static Bound boundOfCall(const CallExpr &Call, const ReferenceIndex &Index) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  if (isStdFunction(*Callee, {"min"}) && Call.getNumArgs() >= 2)
    return smaller(upperBound(*Call.getArg(0), Index),
                   upperBound(*Call.getArg(1), Index));
  if (isStdFunction(*Callee, {"clamp"}) && Call.getNumArgs() >= 3)
    return upperBound(*Call.getArg(2), Index);
  if (isStdFunction(*Callee, StdFunction::Count) && Call.getNumArgs() == 1)
    return lengthOf(Call.getArg(0)->getType(), Index.context());
  if (callsMember(Call, StdMember::Count))
    return lengthOf(calledOn(Call)->getType(), Index.context());
  return std::nullopt;
}

static Bound boundOfOperator(const BinaryOperator &Op,
                             const ReferenceIndex &Index) {
  Bound Left = upperBound(*Op.getLHS(), Index);
  Bound Right = upperBound(*Op.getRHS(), Index);
  switch (Op.getOpcode()) {
  case BO_Rem:
    return Right && *Right ? smaller(Left, Bound(*Right - 1)) : Left;
  case BO_And:
    return smaller(Left, Right);
  case BO_Div:
  case BO_Shr:
    return Left;
  case BO_Add:
    return Left && Right ? limited(*Left + *Right) : std::nullopt;
  case BO_Mul:
    return Left && Right ? limited(*Left * *Right) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> upperBound(const Expr &Full,
                                   const ReferenceIndex &Index) {
  const Expr &E = *plain(Full);
  if (!E.getType()->isIntegralOrUnscopedEnumerationType() ||
      E.isInstantiationDependent())
    return std::nullopt;
  if (auto Value = constantOf(&E, Index.context()))
    return limited(*Value);
  if (const auto *Call = dyn_cast<CallExpr>(&E))
    return boundOfCall(*Call, Index);
  if (const auto *Op = dyn_cast<BinaryOperator>(&E))
    return boundOfOperator(*Op, Index);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&E)) {
    Bound A = upperBound(*Choice->getTrueExpr(), Index);
    Bound B = upperBound(*Choice->getFalseExpr(), Index);
    return A && B ? Bound(std::max(*A, *B)) : std::nullopt;
  }
  if (const auto *Name = dyn_cast<DeclRefExpr>(&E))
    return boundOfVariable(*Name, Index);
  return std::nullopt;
}

/// for (int i = 0; i < 8; ++i), where i is changed nowhere else.
static Bound iterations(const ForStmt &Loop, const ReferenceIndex &Index) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Step = Loop.getInc();
  const auto *I = Init && Init->isSingleDecl()
                      ? dyn_cast<VarDecl>(Init->getSingleDecl())
                      : nullptr;
  const auto *Up = dyn_cast_or_null<UnaryOperator>(Step);
  const Bound First =
      I ? constantOf(I->getInit(), Index.context()) : std::nullopt;
  if (!First || !Loop.getCond() || !Up || !Up->isIncrementOp())
    return std::nullopt;
  const auto *Stepped =
      dyn_cast<DeclRefExpr>(Up->getSubExpr()->IgnoreParenImpCasts());
  if (!Stepped || Stepped->getDecl() != I || !neverChanges(*I, &Loop, Index))
    return std::nullopt;
  Bound Last = boundBy(*Loop.getCond(), true, *Stepped, Index);
  if (!Last)
    return std::nullopt;
  return *Last < *First ? 0 : *Last - *First + 1;
}

static Bound iterations(const Stmt &Loop, const Stmt &Part,
                        const ReferenceIndex &Index) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return &Part == For->getInit() ? Bound(1) : iterations(*For, Index);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return &Part != Range->getBody()
               ? Bound(1)
               : lengthOf(Range->getRangeInit()->getType(), Index.context());
  return isa<WhileStmt, DoStmt>(Loop) ? std::nullopt : Bound(1);
}

std::optional<uint64_t> timesWithin(const Stmt &S, const CompoundStmt &Block,
                                    const ReferenceIndex &Index) {
  uint64_t Times = 1;
  if (&S == &Block)
    return Times;
  for (auto [Parent, Child] : parentsOf(S, Index)) {
    Bound Here = isa<LambdaExpr>(Parent) ? std::nullopt
                                         : iterations(Parent, Child, Index);
    if (!Here || !limited(Times * *Here))
      return std::nullopt;
    Times *= *Here;
    if (&Parent == &Block)
      return Times;
  }
  return std::nullopt;
}

} // namespace clang::tidy::anomalloc
