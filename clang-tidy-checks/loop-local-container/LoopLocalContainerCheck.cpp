//===- LoopLocalContainerCheck.cpp - loop local container -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                                ->  std::vector<int> Ids;
//   for (...) {                  ->  for (...) {
//     std::vector<int> Ids;      ->    Ids.clear();
//     for (...)
//       Ids.push_back(...);
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/LoopLocalContainerCheck.h"
#include "loop-local-container/Iteration.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Matchers.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/ContainerClass.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/DerivedContainer.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/uses/MemoryUses.h"
#include "utils/uses/VectorUses.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void LoopLocalContainerCheck::addMatchers(MatchFinder &UserCode) {
  addLoopMatchers(UserCode, this, "loop");
  UserCode.addMatcher(doStmt().bind("loop"), this);
  UserCode.addMatcher(callExpr(unless(argumentCountIs(0))).bind("call"), this);
}

void LoopLocalContainerCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *Call = Result.Nodes.getNodeAs<CallExpr>("call"))
    return unnamed(*Call, *Result.Context);
  const auto *Loop = Result.Nodes.getNodeAs<Stmt>("loop");
  if (const Stmt *Body = bodyOfLoop(*Loop, *Result.Context))
    inBody(*Body, *Loop, *Result.Context);
}

/// Looks at what runs in each iteration; not at branches, which may be rare.
void LoopLocalContainerCheck::inBody(const Stmt &Body, const Stmt &Loop,
                                     ASTContext &Context) {
  if (const auto *Try = dyn_cast<CXXTryStmt>(&Body))
    return inBody(*Try->getTryBlock(), Loop, Context);
  if (!isa<CompoundStmt>(Body))
    return;
  for (const Stmt *S : Body.children()) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (!Declared)
      inBody(*S, Loop, Context);
    else
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D);
            V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
            !V->getType().isConstQualified() && !V->isImplicit() &&
            isEditable(Declared->getSourceRange(), Context.getSourceManager()))
          variable(*V, *Declared, Loop, Context);
  }
}

/// Whether an array would do in the place of the vector, as
/// anomalloc-constant-size-vector says.
static bool isArrayInDisguise(const VarDecl &V, const ReferenceIndex &Index) {
  return isStdString(V.getType()) ||
         everyUse(V, Index,
                  [&](const VectorUse &U) { return suitsAnyArray(U, Index); });
}

/// Whether it never holds more than a few characters that need no heap memory.
static bool staysShort(const VarDecl &V, const UseSummary &Summary,
                       const ReferenceIndex &Index, const Stmt &Loop) {
  if (!isStdString(V.getType()))
    return false;
  unsigned Length = 0;
  for (const Use &U : Summary.Uses) {
    if (U.Kind == UseKind::Read)
      continue;
    const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
    if (!Call || U.All.has(UseKind::Escape) || Call->getNumArgs() == 0)
      return false;
    if (loopsAround(*Call, Index).front() != &Loop)
      return false;
    const Expr *Last =
        Call->getArg(Call->getNumArgs() - 1)->IgnoreParenImpCasts();
    if (Last->getType()->isAnyCharacterType())
      ++Length;
    else if (const auto *Text = dyn_cast<StringLiteral>(Last))
      Length += Text->getLength();
    else
      return false;
  }
  return Length < 16;
}

/// Whether it is asked for its capacity, or where its memory is is compared or
/// kept: both stay in the next iteration.
static bool looksAtMemory(const VarDecl &V, const ReferenceIndex &Index) {
  return llvm::any_of(Index.to(V), [&](const Expr *Use) {
    const auto *Member =
        Index.parentOf(ascend<ImplicitCastExpr, ParenExpr>(*Use, Index))
            .get<MemberExpr>();
    const auto *Call =
        Member ? Index.parentOf(*Member).get<CXXMemberCallExpr>() : nullptr;
    if (!Call)
      return false;
    const StringRef Name = methodName(*Call);
    if (Name != "data" && Name != "c_str")
      return Name == "capacity";
    const DynTypedNode Around =
        Index.parentOf(ascend<ImplicitCastExpr, ParenExpr>(*Call, Index));
    const auto *Binary = Around.get<BinaryOperator>();
    return Around.get<VarDecl>() ||
           (Binary && (Binary->isComparisonOp() || Binary->isAssignmentOp()));
  });
}

std::optional<Evidence>
LoopLocalContainerCheck::oftenEnough(const VarDecl &V, const DeclStmt &Declared,
                                     const Stmt &Loop, ASTContext &Context) {
  Evidence Often = evidenceOfObject(V, Declared, Context);
  if (!matters(Often))
    return std::nullopt;
  if (!Often.Recorded &&
      (isShort(Loop, Often, references(Context)) || opensFiles(Loop)))
    return std::nullopt;
  const FunctionFlow *Flow = flowOf(Often.Loops.Function, Context);
  if (Flow && !Flow->mayFollow(Declared, Declared))
    return std::nullopt; // the loop is left each time
  return Often;
}

void LoopLocalContainerCheck::variable(const VarDecl &V,
                                       const DeclStmt &Declared,
                                       const Stmt &Loop, ASTContext &Context) {
  const QualType Type = withoutOwnName(V.getType());
  const bool IsStream =
      isStd(Type, {"basic_ostringstream", "basic_stringstream",
                   "basic_istringstream"});
  const bool IsHashed =
      isStd(Type, {"unordered_map", "unordered_set", "unordered_multimap",
                   "unordered_multiset"});
  if (hasPolymorphicAllocator(Type))
    return;
  if (!(IsStream || isStd(Type, {"vector", "basic_string"}) ||
        (IsHashed && !Common.Profile.empty())))
    return object(V, Declared, Loop, Context);
  auto Anew = HoistedDeclaration::of(V, Context);
  if (!Anew || (!IsStream && !isOnlyMemory(typeArgument(Type, 0))))
    return;
  const ReferenceIndex &Index = references(Context);
  const UseSummary Summary = usesOf(V, Context);
  if (Summary.Uses.empty())
    return;
  auto Filled = fillingOf(Summary, IsStream, Loop, Index);
  if (!Filled || !(Filled->Happens || Anew->allocates()))
    return;
  // A copy that nobody changes, and an array in disguise, are other anomalies.
  if (Anew->Is != HoistedDeclaration::Empty && !Filled->Happens && !IsStream &&
      (Anew->Is == HoistedDeclaration::Copy
           ? !Summary.any(UseKind::Write)
           : Anew->hasConstantSize(Context) && isArrayInDisguise(V, Index)))
    return;
  if (staysShort(V, Summary, Index, Loop) || mayRunParallel(Loop, Index))
    return;
  const auto Often = oftenEnough(V, Declared, Loop, Context);
  // All but one allocation of a hash table are for its elements.
  if (!Often || (IsHashed && !Often->Recorded))
    return;

  Diagnosis Said;
  Said.At = V.getLocation();
  const bool OwnMemory =
      !IsStream && heapOwnership(typeArgument(Type, 0), Context);
  Said.Problem = "'" + nameOf(V.getType(), Context) +
                 (IsStream ? "' is built anew in each iteration, locale and "
                             "buffer included"
                           : "' is made and filled anew in each iteration, "
                             "and allocates each time");
  if (isPlainString(Type)) {
    Said.Problem += " it is long";
    Said.AtMost = Weight::HardlyAny;
  }
  Said.Often = *Often;
  Said.Suggestion = "declare it before the loop, and " + Anew->advice() +
                    " here, to use its memory again";
  std::string Doubt;
  if (IsHashed)
    Doubt = "'clear()' takes time for each bucket; check that no iteration "
            "needs far more of them than the others";
  else if (OwnMemory)
    Doubt = "the memory of the elements themselves is still freed; only that "
            "of the container is used again";
  else if (IsStream && Anew->keepsFormat(Loop))
    Doubt = "the formatting flags stay from one iteration to the next; check "
            "that each sets what it needs";
  else if (looksAtMemory(V, Index))
    Doubt = "its capacity and the address of its elements stay from one "
            "iteration to the next; check that none needs them anew";
  else if (!Filled->Known)
    Doubt = "check that the functions that fill it do not keep it";
  auto &Others = Hoisted[Loop.getBeginLoc()];
  if (Doubt.empty())
    Others.insert(V.getLocation());
  // The first column is missing-reserve's.
  auto Fixes = Anew->fixes(Declared, Loop, Often->Loops.Function, Index,
                           std::max<unsigned>(1, Others.size()));
  if (Doubt.empty())
    Said.Fixes = Fixes;
  else
    Said.Notes.push_back({Said.At, Doubt, {Fixes.begin(), Fixes.end()}});
  Said.leaveFixes(checkOfGrowth(Type, Context));
  report(std::move(Said), Often->Loops.Function, Context);
}

ANOMALLOC_CHECK_FACTORY(LoopLocalContainerCheck)

} // namespace clang::tidy::anomalloc
