//===- SetUses.cpp - what a local set is good for -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "node-container/SetUses.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

enum class Action { Insert, Ask, Measure, LookThrough, End, None, Other };

/// One operation on the set.
struct Step {
  Action Does = Action::Other;
  const Stmt *By = nullptr;
  const Expr *Key = nullptr;
};

} // namespace

static const Expr &keyOf(const CXXMemberCallExpr &Call) {
  return *Call.getArg(0)->IgnoreUnlessSpelledInSource();
}

/// Around the call, its copy into a variable (before C++17).
static const Expr &madeOf(const Expr &Call, const ReferenceIndex &Index) {
  const Expr &E = outermostSame(Call, Index);
  const auto *Copy = Index.parentOf(E).get<CXXConstructExpr>();
  return Copy && Copy->isElidable() ? outermostSame(*Copy, Index) : E;
}

/// Whether of the pair that insert() returns at most `second` is used.
static bool asksOnlyWhetherNew(const Expr &Insert,
                               const ReferenceIndex &Index) {
  const DynTypedNode Parent = Index.parentOf(madeOf(Insert, Index));
  if (const auto *Member = Parent.get<MemberExpr>())
    return Member->getMemberDecl()->getName() == "second";
  if (const auto *Pair = Parent.get<DecompositionDecl>())
    return Index.to(*Pair->bindings().front()).empty();
  if (const auto *V = Parent.get<VarDecl>())
    return all_of(Index.to(*V), [&](const Expr *Reference) {
      return asksOnlyWhetherNew(*Reference, Index);
    });
  return !Parent.get<Expr>() && !Parent.get<ReturnStmt>();
}

static Step stepOf(const Expr &Reference, const ReferenceIndex &Index) {
  const VectorUse U = vectorUse(Reference, Index);
  if (U.Kind == VectorUseKind::Capture)
    return {Action::None, U.By};
  if (U.Kind == VectorUseKind::Loop)
    return {Action::LookThrough, U.By};
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(U.By);
  if (!Call || U.Kind == VectorUseKind::Whole)
    return {};
  const StdMember Member = stdMember(methodName(*Call));
  const Action Does = Member.is(StdMember::Inserts) ? Action::Insert
                      : Member.is(StdMember::Asks)  ? Action::Ask
                      : Member.is(StdMember::Size)  ? Action::Measure
                      : Member.is(StdMember::End)   ? Action::End
                      : Member.is(StdMember::Begin) ? Action::LookThrough
                                                    : Action::Other;
  switch (Does) {
  case Action::Insert:
    if (Call->getNumArgs() != 1 || !keyOf(*Call).getType()->isScalarType() ||
        !asksOnlyWhetherNew(*Call, Index))
      return {};
    return {Does, Call, &keyOf(*Call)};
  case Action::Ask:
    if (!staysValidAsPointer(*Call, Index) && Call->getType()->isRecordType())
      return {};
    return {Does, Call, &keyOf(*Call)};
  default:
    return {Does, Call};
  }
}

/// The loop that inserts one key an iteration, of those not around the set.
static const Stmt *countedLoopAround(const Stmt &S, const VarDecl &Set,
                                     const ReferenceIndex &Index) {
  const auto Loops = loopsAround(S, Index);
  if (Loops.empty() || !isa<ForStmt, CXXForRangeStmt>(Loops.front()) ||
      isDeclaredIn(Set, *Loops.front(), Index.context()))
    return nullptr;
  // A work list is no data that could be sorted before.
  for (const Stmt *Loop : Loops)
    if (isa<WhileStmt, DoStmt>(Loop) &&
        !isDeclaredIn(Set, *Loop, Index.context()))
      return nullptr;
  return Loops.front();
}

/// Whether the key is made of what the loop takes from its data, which could be
/// sorted: of the variable of a range-for, or of a counter or iterator.
static bool isOfData(const Expr &Key, const Stmt &Loop) {
  const VarDecl *V = nullptr;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    V = Range->getLoopVariable();
  } else {
    const auto *For = cast<ForStmt>(&Loop);
    const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
    V = Init ? dyn_cast<VarDecl>(*Init->decl_begin()) : nullptr;
    const Expr *Step =
        For->getInc() ? For->getInc()->IgnoreImplicit() : nullptr;
    const auto *Unary = dyn_cast_or_null<UnaryOperator>(Step);
    const auto *Overloaded = dyn_cast_or_null<CXXOperatorCallExpr>(Step);
    if (!(Unary && Unary->isIncrementDecrementOp()) &&
        !(Overloaded && (Overloaded->getOperator() == OO_PlusPlus ||
                         Overloaded->getOperator() == OO_MinusMinus)))
      return false; // not Node = Node->Next
  }
  return V && mentions(Key, *V);
}

/// Whether the question decides if the key is inserted: `if (!s.count(k))
/// s.insert(k);` or `if (s.count(k)) continue;`.
static bool guards(const Step &Ask, const Step &Insert,
                   const ReferenceIndex &Index) {
  const auto *Question = dyn_cast<Expr>(Ask.By);
  if (!Question)
    return false;
  const Expr &Condition = ascend<Expr>(*Question, Index);
  const auto *If = Index.parentOf(Condition).get<IfStmt>();
  if (!If || If->getCond() != &Condition)
    return false;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->body_empty() ? Then : Block->body_back();
  return isInside(*Insert.By, *If->getThen(), Index) || isa<ContinueStmt>(Then);
}

SetPurpose purposeOf(const VarDecl &Set, const FunctionFlow &Flow,
                     const ReferenceIndex &Index) {
  SmallVector<Step, 8> Inserts, Asks, Looks;
  for (const Expr *Reference : Index.to(Set)) {
    if (Index.functionOf(*Reference) != &Flow.function())
      return {}; // in a lambda: called in which order?
    Step S = stepOf(*Reference, Index);
    if (S.Does == Action::Other)
      return {};
    if (S.Does == Action::Insert)
      Inserts.push_back(S);
    else if (S.Does == Action::Ask)
      Asks.push_back(S);
    else if (S.Does == Action::LookThrough)
      Looks.push_back(S);
  }
  if (Inserts.empty())
    return {};
  SmallVector<const Stmt *, 4> Loops;
  for (const Step &S : Inserts) {
    const Stmt *Loop = countedLoopAround(*S.By, Set, Index);
    if (!Loop)
      return {};
    Loops.push_back(Loop);
  }
  // Each question is whether the key at hand was inserted before.
  for (const Step &Ask : Asks)
    if (none_of(zip(Inserts, Loops), [&](const auto &Pair) {
          const auto &[Insert, Loop] = Pair;
          return isInside(*Ask.By, *Loop, Index) &&
                 nameSameObject(Ask.Key, Insert.Key) &&
                 guards(Ask, Insert, Index);
        }))
      return {};
  if (Looks.empty()) {
    // Several loops may ask for what another one inserted.
    if (!all_equal(Loops) || !all_of(Inserts, [&](const Step &S) {
          return isOfData(*S.Key, *Loops.front());
        }))
      return {};
    const bool IsAsked = !Asks.empty() || any_of(Inserts, [&](const Step &S) {
      const auto Parent = Index.parentOf(madeOf(*cast<Expr>(S.By), Index));
      return Parent.get<Expr>() || Parent.get<VarDecl>();
    });
    return {IsAsked ? SetPurpose::Filter : SetPurpose::Other,
            Inserts.front().By};
  }
  for (const Step &Look : Looks)
    for (const Step &Insert : Inserts)
      if (Flow.mayFollow(*Look.By, *Insert.By, &Set))
        return {};
  return {SetPurpose::Collect, Inserts.front().By};
}

} // namespace clang::tidy::anomalloc
