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

#include "missing-reserve/FillingCall.h"
#include "missing-reserve/FreshContainer.h"
#include "missing-reserve/LoopGrowth.h"
#include "missing-reserve/MeasuredRoom.h"
#include "missing-reserve/ReserveAdvice.h"
#include "missing-reserve/StraightPushes.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Matchers.h"
#include "utils/framework/AnomallocCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/GrowthCalls.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// Finds containers that grow in a counted loop without reserve().
struct MissingReserveCheck : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;

  /// Checks the containers that grow by \p Loop, a loop or a call of an
  /// algorithm. \p Named is the name of \p Loop in a message.
  void grows(const Stmt &Loop, llvm::StringRef Named,
             llvm::ArrayRef<Growth> Grown, const TripCount &Count,
             ASTContext &Context);
  /// Whether a profile shows that the container of \p G grows in \p Loop,
  /// though nobody sees that it was empty before. The loop is the outermost one
  /// that fills it.
  bool lacksRoom(const Growth &G, const Stmt &Loop, ASTContext &Context);
  /// Checks the vectors that grow in \p Loop, to a size that only a profile
  /// knows.
  void asMeasured(const Stmt &Loop, ASTContext &Context);
  /// Checks a vector that grows by several calls of `push_back`, right behind
  /// its declaration.
  void inSteps(const VarDecl &V, const DeclStmt &Declared, ASTContext &Context);
  /// Checks members and parameters that grow by several calls of `push_back` in
  /// \p Block.
  void inBlock(const CompoundStmt &Block, ASTContext &Context);
};

} // namespace

/// Of three calls in a row, each allocates.
static constexpr unsigned MinSteps = 3;

void MissingReserveCheck::addMatchers(MatchFinder &UserCode) {
  addLoopMatchers(UserCode, this, "loop");
  UserCode.addMatcher(doStmt().bind("uncounted"), this);
  UserCode.addMatcher(
      callExpr(callee(functionDecl(hasName("::std::back_inserter"))))
          .bind("inserter"),
      this);
  UserCode.addMatcher(
      declStmt(hasSingleDecl(
                   varDecl(hasLocalStorage(), hasType(instanceOfStd("vector")))
                       .bind("variable")))
          .bind("statement"),
      this);
  UserCode.addMatcher(compoundStmt().bind("block"), this);
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

/// Whether performance-inefficient-vector-operation reports the loop.
static bool stockCheckReports(const Growth &G, const Stmt &Loop,
                              const ReferenceIndex &Index) {
  const auto *V = dyn_cast_or_null<VarDecl>(namedObject(*G.Object));
  const Stmt *Body = bodyOfLoop(Loop, Index.context());
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body)) {
    if (Block->size() != 1)
      return false;
    Body = Block->body_front();
  }
  const auto *Call = dyn_cast_or_null<Expr>(Body);
  if (!V || !isStd(V->getType(), {"vector"}) || !Call ||
      Call->IgnoreImplicit() != G.First || !isa<CXXMemberCallExpr>(G.First))
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
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *I = Init && Init->isSingleDecl()
                      ? dyn_cast<VarDecl>(Init->getSingleDecl())
                      : nullptr;
  const auto *Zero =
      I ? dyn_cast_or_null<IntegerLiteral>(I->getInit()->IgnoreParenImpCasts())
        : nullptr;
  const auto *Cond =
      Zero ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  return Cond && Zero->getValue() == 0 && Cond->getOpcode() == BO_LT &&
         isa_and_nonnull<UnaryOperator>(For->getInc());
}

void MissingReserveCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *V = Result.Nodes.getNodeAs<VarDecl>("variable"))
    return inSteps(*V, *Result.Nodes.getNodeAs<DeclStmt>("statement"),
                   *Result.Context);
  if (const auto *Block = Result.Nodes.getNodeAs<CompoundStmt>("block"))
    return inBlock(*Block, *Result.Context);
  ASTContext &Context = *Result.Context;
  if (const auto *Do = Result.Nodes.getNodeAs<DoStmt>("uncounted"))
    return asMeasured(*Do, Context);
  const auto *Inserter = Result.Nodes.getNodeAs<CallExpr>("inserter");
  const Stmt *Loop = Inserter ? Inserter : Result.Nodes.getNodeAs<Stmt>("loop");
  if (!isEditable(Loop->getBeginLoc(), *Result.SourceManager))
    return;
  const ReferenceIndex &Index = references(Context);
  if (Inserter) {
    if (const auto Filling = fillingCall(*Inserter, Index))
      grows(
          ascendWhile(*Filling->Call, Index, [](const Expr &) { return true; }),
          "'" + Filling->Name.str() + "'", Filling->Grown, Filling->Count,
          Context);
    return;
  }
  const auto Grown = growingContainersIn(*Loop, Index);
  if (!Grown.empty())
    if (const auto Count = tripCountOf(*Loop, Index, Counting::Any))
      grows(*Loop, "the loop", Grown, *Count, Context);
  asMeasured(*Loop, Context);
}

bool MissingReserveCheck::lacksRoom(const Growth &G, const Stmt &Loop,
                                    ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  const ValueDecl *D = namedObject(*G.Object);
  return weights() && D && isOutermostFor(*D, Loop, Index) &&
         isMeasuredToGrow(*G.Object,
                          evidence(Loop, G.First->getSourceRange(), Context),
                          *weights(), Index);
}

void MissingReserveCheck::asMeasured(const Stmt &Loop, ASTContext &Context) {
  if (!weights())
    return;
  const ReferenceIndex &Index = references(Context);
  for (const auto &Calls : unreservedAppends(Loop, Index)) {
    auto Said = growsAsMeasured(Loop, Calls, evidence(Calls, Context),
                                *weights(), Index);
    if (Said && matters(Said->Often) &&
        isEditable(Said->At, Context.getSourceManager()))
      report(std::move(*Said), Index.functionOf(*Calls.front()), Context);
  }
}

void MissingReserveCheck::grows(const Stmt &Loop, llvm::StringRef Named,
                                llvm::ArrayRef<Growth> Grown,
                                const TripCount &Count, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  // Of both kinds, that which is certain.
  ReserveAdvice Exact, Bound;
  for (const Growth &G : Grown) {
    if (!G.Calls || staysSmall(G, Count) ||
        !onlyGrows(*G.Object, Loop, Index) || growsFurther(G, Loop, Index))
      continue;
    const bool Fresh = isFreshBefore(*G.Object, Loop, Index) ||
                       (isClearedBefore(*G.Object, Loop, Index) &&
                        !keepsRoom(*G.Object, Index) &&
                        !hadElementsBefore(*G.Object, Loop, Index)) ||
                       isFreshMember(*G.Object, Loop, Index);
    const bool AtMost = G.AtMost || Count.AtMost;
    if (AtMost && returnsFound(Loop, Context))
      continue;
    const bool IsLocal =
        !Fresh && !AtMost && isLocalWithElements(*G.Object, Loop, Index);
    if (!Fresh && !IsLocal && !lacksRoom(G, Loop, Context))
      continue;
    (AtMost ? Bound : Exact).IsMeasured |= !Fresh && !IsLocal;
    if (!Common.AlsoReportStock && stockCheckReports(G, Loop, Index))
      continue;
    (AtMost ? Bound : Exact).add(G, Count, !Fresh, Loop, Context);
  }
  const bool IsBound = !Exact.Containers;
  const ReserveAdvice &A = IsBound ? Bound : Exact;
  if (!A.Containers)
    return;
  Diagnosis Said;
  Said.At = A.First->First->getExprLoc();
  // The loop itself repeats nothing but the growth of one container, which is
  // geometric: it counts how often all of it happens.
  Said.Often = evidence(Loop, A.First->First->getSourceRange(), Context);
  if (!matters(Said.Often) || !isEditable(Said.At, Context.getSourceManager()))
    return;
  const bool Many = A.Containers > 1;
  Said.Problem = A.Names + (Many ? " grow" : " grows") +
                 (A.Hashed  ? " and is hashed again, up to "
                              "a size that is known before"
                  : IsBound ? " element by element, up to a size that is known "
                              "before"
                            : " element by element to a size that is known "
                              "before");
  Said.Suggestion = "call " + A.Reserves + " before " + Named.str();
  if (IsBound)
    Said.Doubt = "how many elements it gets";
  if (auto Fix = insertLineBefore(Loop, A.Lines, Index)) {
    if (A.Certain)
      Said.Fixes = {*Fix};
    else
      Said.Notes.push_back(
          {Said.At,
           A.IsMeasured
               ? "check that what it has does not add up from one loop to the "
                 "next, and that the size can be neither negative nor far too "
                 "large"
           : IsBound ? "check that the bound is not far too large"
                     : "check that the size can be neither negative nor too "
                       "large",
           {*Fix}});
  }
  Said.leaveFixes(A.Check);
  report(std::move(Said), Index.functionOf(*A.First->Object), Context);
}

void MissingReserveCheck::inSteps(const VarDecl &V, const DeclStmt &Declared,
                                  ASTContext &Context) {
  if (!isEditable(V.getLocation(), Context.getSourceManager()))
    return;
  const ReferenceIndex &Index = references(Context);
  const VectorInit Init = vectorInit(V.getInit());
  if (Init.Is != VectorInit::Empty || Index.to(V).empty())
    return;
  // The calls right behind the declaration. What names nothing, as the
  // declaration, the index does not know.
  const Expr &First = ascendWhile(*Index.to(V).front(), Index,
                                  [](const Expr &) { return true; });
  const auto *Block = Index.parentOf(First).get<CompoundStmt>();
  if (!Block)
    return;
  const auto *At = llvm::find(Block->body(), &Declared);
  llvm::SmallVector<const Expr *, 4> Calls;
  while (At != Block->body_end() && ++At != Block->body_end()) {
    const auto *E = dyn_cast<Expr>(*At);
    E = E ? E->IgnoreImplicit() : nullptr;
    if (!E || !appendsOne(*E))
      break;
    if (namedObject(*calledOn(*E)) != &V)
      break;
    Calls.push_back(E);
  }
  if (Calls.size() < MinSteps)
    return;
  // What stays here is small: anomalloc-small-local-vector's.
  const UseSummary Uses = usesOf(V, Context);
  if (Uses.only({UseKind::Read, UseKind::Write, UseKind::Grow}) ||
      Uses.any(UseKind::Reserve))
    return;
  Diagnosis Said;
  Said.At = Calls[0]->getExprLoc();
  Said.Often = evidenceOfObject(V, Declared, Context);
  if (!matters(Said.Often))
    return;
  const std::string Count = std::to_string(Calls.size());
  const std::string Reserve = V.getName().str() + ".reserve(" + Count + ")";
  Said.Problem = "'" + V.getName().str() + "' grows in " + Count +
                 " steps, and allocates at most of them";
  Said.Suggestion =
      "make it of all elements in braces, or call '" + Reserve + "' before";
  if (auto Fix = insertLineBefore(*Calls[0], Reserve + ";", Index))
    Said.Fixes = {*Fix};
  Said.leaveFixes(checkOfGrowth(V.getType(), Context));
  report(std::move(Said), V.getDeclContext(), Context);
}

void MissingReserveCheck::inBlock(const CompoundStmt &Block,
                                  ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  for (const StraightPushes &Pushes :
       straightPushesIn(Block, MinSteps, Index)) {
    const Expr &First = *Pushes.Calls.front();
    Diagnosis Said;
    Said.At = First.getExprLoc();
    Said.Often = evidence(First, Context);
    if (!matters(Said.Often) ||
        !isEditable(Said.At, Context.getSourceManager()))
      continue;
    const std::string Name =
        textOf(calledOn(First)->getSourceRange(), Context).str();
    const std::string Count = std::to_string(Pushes.Calls.size());
    Said.Problem = "'" + Name + "' grows in " + Count +
                   " steps, and allocates at most of them";
    Said.Suggestion = "assign all elements in braces, or call '" + Name +
                      ".reserve(" + Count + ")' before";
    if (Pushes.Cleared)
      Said.Doubt = "whether it has the room from before";
    report(std::move(Said), Index.functionOf(First), Context);
  }
}

ANOMALLOC_CHECK_FACTORY(MissingReserveCheck)

} // namespace clang::tidy::anomalloc
