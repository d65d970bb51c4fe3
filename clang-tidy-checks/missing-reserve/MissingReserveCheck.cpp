//===- MissingReserveCheck.cpp - missing reserve --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<double> X, Y;
//                                ->  X.reserve(Points.size());
//                                ->  Y.reserve(Points.size());
//   for (auto &P : Points) {
//     X.push_back(P.X);
//     Y.push_back(P.Y);
//   }
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/MissingReserveCheck.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/TripCount.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/uses/GrowthCalls.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void MissingReserveCheck::addMatchers(MatchFinder &UserCode) {
  UserCode.addMatcher(stmt(anyOf(forStmt(), cxxForRangeStmt())).bind("loop"),
                      this);
}

namespace {
/// A container, and how many elements it gets in one iteration.
struct Growth {
  const Expr *Object;
  const Expr *First;         ///< The first call that adds one.
  const Stmt *Inner;         ///< The inner loop that they stand in, or null.
  const TripCount *PerInner; ///< How often that runs.
  unsigned Calls;
};

/// What certainly happens in each iteration of a loop.
class Iteration {
public:
  Iteration(const Stmt &Loop, const ReferenceIndex &Index)
      : Loop(Loop), Index(Index) {
    if (const Stmt *Body = bodyOfLoop(Loop, Index.context()))
      statement(*Body, nullptr, nullptr);
  }
  llvm::SmallVector<Growth, 2> Grown;

private:
  void statement(const Stmt &S, const Stmt *Inner, const TripCount *PerInner);
  void call(const Expr &E, const Stmt *Inner, const TripCount *PerInner);

  const Stmt &Loop;
  const ReferenceIndex &Index;
  std::vector<std::unique_ptr<TripCount>> Counts;
  bool Left = false; ///< A `continue` came before.
};
} // namespace

/// Whether a `continue` of the loop around \p S stands in it.
static bool mayContinue(const Stmt &S) {
  if (isa<ContinueStmt>(S))
    return true;
  if (isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, LambdaExpr>(S))
    return false;
  return llvm::any_of(S.children(), [](const Stmt *Child) {
    return Child && mayContinue(*Child);
  });
}

void Iteration::statement(const Stmt &S, const Stmt *Inner,
                          const TripCount *PerInner) {
  if (Left)
    return;
  if (isa<CompoundStmt>(S)) {
    for (const Stmt *Child : S.children())
      statement(*Child, Inner, PerInner);
    return;
  }
  if (const auto *E = dyn_cast<Expr>(&S))
    return call(*E->IgnoreImplicit(), Inner, PerInner);
  Left = mayContinue(S);
  if (Inner || Left || !isa<ForStmt, CXXForRangeStmt>(S))
    return;
  // The same number of times in each iteration.
  auto Count = tripCountOf(S, Index);
  if (!Count || !(Count->Constant || isSameValueIn(*Count->From, Loop, Index)))
    return;
  Counts.push_back(std::make_unique<TripCount>(*Count));
  statement(*bodyOfLoop(S, Index.context()), &S, Counts.back().get());
  Left = false;
}

/// Of `v` in `v.push_back(x)` and in `v->push_back(x)`.
static QualType containerType(const Expr &Object) {
  QualType Pointee = Object.getType()->getPointeeType();
  return Pointee.isNull() ? Object.getType() : Pointee;
}

void Iteration::call(const Expr &E, const Stmt *Inner,
                     const TripCount *PerInner) {
  StringRef Name = methodName(E);
  const Expr *Object = nullptr;
  if (Name == "push_back" || Name == "emplace_back")
    Object = calledOn(E);
  else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&E);
           Op && Op->getOperator() == OO_PlusEqual &&
           isStdString(Op->getArg(0)->getType()) &&
           Op->getArg(1)
               ->IgnoreParenImpCasts()
               ->getType()
               ->isAnyCharacterType())
    Object = Op->getArg(0);
  if (!Object || !isStd(containerType(*Object), {"vector", "basic_string"}) ||
      !(Object->getType()->isPointerType()
            ? isSameValueIn(*Object, Loop, Index)
            : isSameObjectIn(*Object, Loop, Index)))
    return;
  for (Growth &G : Grown)
    if (nameSameObject(G.Object, Object)) {
      // Some here, some in the inner loop: no simple product.
      G.Calls = G.Inner == Inner && G.Calls ? G.Calls + 1 : 0;
      return;
    }
  Grown.push_back({Object, &E, Inner, PerInner, 1});
}

/// Whether the container is emptied before the loop, in the same block, and not
/// touched in between.
static bool isClearedBefore(const Expr &Object, const Stmt &Loop,
                            const ReferenceIndex &Index) {
  const auto *Block = Index.parentOf(Loop).get<CompoundStmt>();
  if (!Block)
    return false;
  bool Cleared = false;
  for (const Stmt *S : Block->body()) {
    if (S == &Loop)
      return Cleared;
    const auto *E = dyn_cast<Expr>(S);
    if (E && methodName(*E) == "clear" && nameSameObject(calledOn(*E), &Object))
      Cleared = true;
    else if (mentionsObject(*S, Object))
      Cleared = false;
  }
  return false;
}

/// Whether the loop does nothing else to its size, as far as is seen.
static bool onlyGrows(const Expr &Object, const Stmt &Loop,
                      const ReferenceIndex &Index) {
  for (const Expr *Call : GrowthCalls(Object, Loop, Index).Calls)
    if (methodName(*Call) == "resize")
      return false;
  const ValueDecl *Named = namedObject(Object);
  return Named && usesIn(*Named, Loop, Index)
                      .only({UseKind::Read, UseKind::Copy, UseKind::Write,
                             UseKind::Grow});
}

/// Whether it grows by more than \p G says: elsewhere in the loop, now and
/// then, or by calls in the function behind the loop. The size would be too
/// small.
static bool growsFurther(const Growth &G, const Stmt &Loop,
                         const ReferenceIndex &Index) {
  const ValueDecl *Named = namedObject(*G.Object);
  const SourceManager &SM = Index.context().getSourceManager();
  const FunctionDecl *Function = Index.functionOf(*G.Object);
  unsigned Inside = 0;
  for (const Expr *Reference : Index.to(*Named)) {
    if (Index.functionOf(*Reference) != Function ||
        !nameSameObject(Reference, G.Object) ||
        !classifyUse(*Reference, Index).All.has(UseKind::Grow))
      continue;
    if (isInside(*Reference, Loop, Index))
      ++Inside;
    else if (SM.isBeforeInTranslationUnit(Loop.getEndLoc(),
                                          Reference->getExprLoc()))
      return true;
  }
  return Inside > G.Calls;
}

/// Whether it is a variable of this function that has not been used since it
/// was declared, nor is there a loop in between.
static bool isFreshBefore(const Expr &Object, const Stmt &Loop,
                          const ReferenceIndex &Index) {
  const auto *V = dyn_cast_or_null<VarDecl>(namedObject(Object));
  if (!V || !V->isLocalVarDecl() || !V->hasLocalStorage() ||
      V->getType()->isReferenceType() ||
      V->getDeclContext() != Index.functionOf(Object))
    return false;
  auto Declared = HoistedDeclaration::of(*V, Index.context());
  if (!Declared || Declared->Is != HoistedDeclaration::Empty)
    return false;
  const SourceManager &SM = Index.context().getSourceManager();
  for (const Expr *Reference : Index.to(*V)) {
    UseKind Kind = classifyUse(*Reference, Index).Kind;
    if (Kind == UseKind::Reserve)
      return false;
    if (Kind != UseKind::Read &&
        SM.isBeforeInTranslationUnit(Reference->getExprLoc(),
                                     Loop.getBeginLoc()))
      return false;
  }
  return llvm::all_of(loopsAround(Loop, Index), [&](const Stmt *Outer) {
    return isDeclaredIn(*V, *Outer, Index.context());
  });
}

/// Whether performance-inefficient-vector-operation reports the loop.
static bool stockCheckReports(const Growth &G, const Stmt &Loop,
                              const ReferenceIndex &Index) {
  const auto *V = dyn_cast_or_null<VarDecl>(namedObject(*G.Object));
  const Stmt *Body = bodyOfLoop(Loop, Index.context());
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    if (Block->size() != 1)
      return false;
    Body = Block->body_front();
  }
  const auto *Call = dyn_cast<Expr>(Body);
  if (!V || !isStd(V->getType(), {"vector"}) || !Call ||
      Call->IgnoreImplicit() != G.First)
    return false;
  const auto *Block = Index.parentOf(Loop).get<CompoundStmt>();
  const SourceManager &SM = Index.context().getSourceManager();
  auto Declares = [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && D->isSingleDecl() && D->getSingleDecl() == V;
  };
  if (!Block || llvm::none_of(Block->body(), Declares) ||
      llvm::any_of(Index.to(*V), [&](const Expr *Reference) {
        return SM.isBeforeInTranslationUnit(Reference->getExprLoc(),
                                            Loop.getBeginLoc());
      }))
    return false;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    const Expr *Init = Range->getRangeInit();
    return isa<DeclRefExpr, MemberExpr>(Init) &&
           isStd(Init->getType(), {"vector", "set", "unordered_set", "map",
                                   "unordered_map", "array", "deque"});
  }
  const auto *For = cast<ForStmt>(&Loop);
  const auto *Init = dyn_cast<DeclStmt>(For->getInit());
  const auto *I = Init && Init->isSingleDecl()
                      ? dyn_cast<VarDecl>(Init->getSingleDecl())
                      : nullptr;
  const auto *Zero =
      I ? dyn_cast_or_null<IntegerLiteral>(I->getInit()->IgnoreParenImpCasts())
        : nullptr;
  const auto *Cond = dyn_cast<BinaryOperator>(For->getCond());
  return Zero && Zero->getValue() == 0 && Cond && Cond->getOpcode() == BO_LT;
}

/// `3 * Points.size()`: how many elements it gets.
static std::string sizeFor(const Growth &G, const TripCount &Count) {
  std::string Text;
  auto Times = [&](const std::string &Factor, bool IsSum) {
    if (Text.empty())
      Text = Factor;
    else
      Text += " * " + (IsSum ? "(" + Factor + ")" : Factor);
  };
  if (G.Calls > 1)
    Times(std::to_string(G.Calls), false);
  const bool Product = G.Calls > 1 || G.PerInner;
  Times(Product && Count.IsSum && Text.empty() ? "(" + Count.Text + ")"
                                               : Count.Text,
        Count.IsSum);
  if (G.PerInner)
    Times(G.PerInner->Text, G.PerInner->IsSum);
  return Text;
}

void MissingReserveCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *Loop = Result.Nodes.getNodeAs<Stmt>("loop");
  ASTContext &Context = *Result.Context;
  if (!isEditable(Loop->getBeginLoc(), *Result.SourceManager))
    return;
  const ReferenceIndex &Index = references(Context);
  const Iteration Each(*Loop, Index);
  if (Each.Grown.empty())
    return;
  const auto Count = tripCountOf(*Loop, Index);
  if (!Count)
    return;

  Diagnosis Said;
  std::string Names, Reserves, Lines;
  bool Certain = Count->Certain;
  unsigned Containers = 0;
  for (const Growth &G : Each.Grown) {
    const uint64_t AtMost =
        G.Calls * Count->Constant.value_or(UINT32_MAX) *
        (G.PerInner ? G.PerInner->Constant.value_or(UINT32_MAX) : 1);
    if (!G.Calls || AtMost <= 4 || !onlyGrows(*G.Object, *Loop, Index) ||
        growsFurther(G, *Loop, Index) ||
        !(isFreshBefore(*G.Object, *Loop, Index) ||
          isClearedBefore(*G.Object, *Loop, Index)))
      continue;
    // Short strings need no heap memory.
    if (isStdString(containerType(*G.Object)) &&
        (Count->Constant ? AtMost < 16
                         : Count->From->getType()->isIntegerType() &&
                               !isa<CXXMemberCallExpr>(Count->From)))
      continue;
    if (!Common.AlsoReportStock && stockCheckReports(G, *Loop, Index))
      continue;
    StringRef Name = textOf(G.Object->getSourceRange(), Context);
    const auto *Member = dyn_cast<CXXMemberCallExpr>(G.First);
    const bool Arrow = Member && isa<MemberExpr>(Member->getCallee()) &&
                       cast<MemberExpr>(Member->getCallee())->isArrow();
    std::string Reserve =
        (Name + (Arrow ? "->" : ".") + "reserve(" + sizeFor(G, *Count) + ")")
            .str();
    Certain &= !G.PerInner || (G.PerInner->Certain && Count->Constant);
    if (!Containers++) {
      Said.At = G.First->getExprLoc();
      // The loop itself repeats nothing but the growth of one container, which
      // is geometric: it counts how often all of it happens.
      Said.Often = evidence(*Loop, G.First->getSourceRange(), Context);
    } else {
      Names += " and ";
      Reserves += " and ";
      Lines += "\n" +
               indentationAt(Loop->getBeginLoc(), *Result.SourceManager).str();
    }
    Names += ("'" + Name + "'").str();
    Reserves += "'" + Reserve + "'";
    Lines += Reserve + ";";
  }
  if (!Containers || !matters(Said.Often) ||
      !isEditable(Said.At, *Result.SourceManager))
    return;
  Said.Problem = Names + (Containers > 1 ? " grow" : " grows") +
                 " element by element to a size "
                 "that is known before";
  Said.Suggestion = "call " + Reserves + " before the loop";
  if (auto Fix = insertLineBefore(*Loop, Lines, Index)) {
    if (Certain)
      Said.Fixes = {*Fix};
    else
      Said.Notes.push_back(
          {Said.At,
           "check that the size can be neither negative nor too large",
           {*Fix}});
  }
  report(std::move(Said), Index.functionOf(*Each.Grown[0].First), Context);
}

} // namespace clang::tidy::anomalloc
