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
#include "utils/ast/Climb.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/TripCount.h"
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
  UserCode.addMatcher(
      stmt(anyOf(forStmt(), cxxForRangeStmt(), whileStmt(), doStmt()))
          .bind("loop"),
      this);
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

/// How a container is used in the iteration.
namespace {
struct Filling {
  bool Happens = false;
  bool Known = true; ///< By code that is seen.
};
} // namespace

/// Whether each iteration gets there: in no branch, or in a loop of its own,
/// where one of many branches may. A value that such a loop gives it anew each
/// time has its memory used again already.
static bool isLikely(const Use &U, const Stmt &Loop,
                     const ReferenceIndex &Index) {
  const Stmt *Inner = loopsAround(*U.Reference, Index).front();
  if (Inner != &Loop)
    return !U.All.has(UseKind::Assign);
  for (auto [Parent, Child] : parentsOf(*U.Reference, Index)) {
    if (&Parent == &Loop)
      break;
    if (isa<IfStmt, SwitchStmt, ConditionalOperator, CXXCatchStmt>(Parent))
      return false;
  }
  return true;
}

/// Nothing if it is moved away, copied, or kept by somebody.
static std::optional<Filling> fillingOf(const UseSummary &Summary,
                                        bool IsStream, const Stmt &Loop,
                                        const ReferenceIndex &Index) {
  Filling Filled;
  for (const Use &U : Summary.Uses) {
    if (U.All.has(UseKind::Move) || U.All.has(UseKind::Copy))
      return std::nullopt;
    if (U.All.has(UseKind::Assign) && !keepsMemory(U.By))
      return std::nullopt;
    if (U.All.has(UseKind::Escape) || U.All.has(UseKind::Mutate)) {
      bool Printed = IsStream && isa_and_nonnull<CXXOperatorCallExpr>(U.By);
      if (U.Capture || !(Printed || isOutArgument(U)))
        return std::nullopt;
      Filled.Happens |= isLikely(U, Loop, Index);
      Filled.Known &= Printed;
    }
    if (U.All.has(UseKind::Grow) || U.All.has(UseKind::Assign) ||
        U.All.has(UseKind::Reserve))
      Filled.Happens |= isLikely(U, Loop, Index);
  }
  return Filled;
}

/// Whether an array would do in the place of the vector, as
/// anomalloc-constant-size-vector says.
static bool isArrayInDisguise(const VarDecl &V, const ReferenceIndex &Index) {
  return isStdString(V.getType()) ||
         everyUse(V, Index,
                  [&](const VectorUse &U) { return suitsAnyArray(U, Index); });
}

/// Whether a loop in the iteration adds to it.
static bool growsInLoop(const UseSummary &Summary, const Stmt &Loop,
                        const ReferenceIndex &Index) {
  return llvm::any_of(Summary.Uses, [&](const Use &U) {
    return U.All.has(UseKind::Grow) &&
           loopsAround(*U.Reference, Index).front() != &Loop;
  });
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

/// Whether the loop runs just a few times.
static bool isShort(const Stmt &Loop, const Evidence &Often,
                    const ReferenceIndex &Index) {
  auto Count = tripCountOf(Loop, Index);
  return Count && Count->Constant && *Count->Constant <= 16 &&
         Often.Loops.Depth == 1 && Often.Loops.CalledAt.isInvalid();
}

/// Whether each iteration opens a file, beside which an allocation is nothing.
static bool opensFiles(const Stmt &S) {
  if (const auto *Declared = dyn_cast<DeclStmt>(&S))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && isStd(V->getType(),
                     {"basic_ifstream", "basic_ofstream", "basic_fstream"}))
        return true;
  return llvm::any_of(S.children(), [](const Stmt *Child) {
    return Child && !isa<Expr>(Child) && opensFiles(*Child);
  });
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
  Evidence Often = evidenceOfObject(V, Declared, Context);
  // All but one allocation of a hash table are for its elements.
  if (!matters(Often) || (IsHashed && !Often.Recorded))
    return;
  if (!Often.Recorded && (isShort(Loop, Often, Index) || opensFiles(Loop)))
    return;
  const FunctionDecl *F = Often.Loops.Function;
  const FunctionFlow *Flow = F ? flowOf(*F, Context) : nullptr;
  if (Flow && !Flow->mayFollow(Declared, Declared))
    return; // the loop is left each time

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
  Said.Often = Often;
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
  auto Fixes = Declared.isSingleDecl()
                   ? Anew->fixes(Declared, Loop, F, Index,
                                 std::max<unsigned>(1, Others.size()))
                   : llvm::SmallVector<FixItHint, 2>();
  if (Doubt.empty())
    Said.Fixes = Fixes;
  else
    Said.Notes.push_back({Said.At, Doubt, {Fixes.begin(), Fixes.end()}});
  Said.leaveFixes(checkOfGrowth(Type, Context));
  report(std::move(Said), F, Context);
}

/// The method that sets an object of the class anew and may keep its memory, or
/// null.
static const CXXMethodDecl *resetOf(const CXXRecordDecl &Class) {
  static constexpr llvm::StringRef Names[] = {
      "reinit", "reset", "clear", "assign", "resize", "setSize", "init"};
  for (llvm::StringRef Name : Names)
    for (const CXXMethodDecl *Method : Class.methods())
      if (Method->getDeclName().isIdentifier() && Method->getName() == Name &&
          Method->getAccess() == AS_public && !Method->isStatic() &&
          !Method->isConst())
        return Method;
  return nullptr;
}

/// What does not stay in the object, or differs from one iteration to the next.
static bool isSameSize(const CXXConstructExpr &Init, const Stmt &Loop,
                       const ReferenceIndex &Index) {
  return llvm::all_of(Init.arguments(), [&](const Expr *Argument) {
    return Argument->isDefaultArgument() ||
           Argument->isCXX11ConstantExpr(Index.context()) ||
           isSameValueIn(*Argument, Loop, Index);
  });
}

/// Whether \p Reset can take what \p Init is given: a parameter for each
/// argument, and no reference in the class that would stay bound as it is.
static bool canTakeAgain(const CXXMethodDecl &Reset,
                         const CXXConstructExpr &Init) {
  const unsigned Given = llvm::count_if(
      Init.arguments(), [](const Expr *E) { return !E->isDefaultArgument(); });
  return Reset.getNumParams() >= Given &&
         llvm::none_of(Init.getConstructor()->getParent()->fields(),
                       [](const FieldDecl *F) {
                         return F->getType()->isReferenceType();
                       });
}

void LoopLocalContainerCheck::object(const VarDecl &V, const DeclStmt &Declared,
                                     const Stmt &Loop, ASTContext &Context) {
  QualType Type = V.getType();
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !(Class = Class->getDefinition()))
    return;
  const bool IsNodes = isStdNodeContainer(Type);
  const bool IsDeque = isStd(Type, {"deque"});
  const bool IsMatrix = !IsNodes && !IsDeque && containerInterface(Type);
  const CXXMethodDecl *Reset = resetOf(*Class);
  if (!(IsNodes || IsDeque || IsMatrix ||
        (Reset && !Class->isInStdNamespace())) ||
      !heapOwnership(Type, Context) ||
      ((IsNodes || IsDeque) && !isOnlyMemory(Type)))
    return;
  const auto *Init = dyn_cast_or_null<CXXConstructExpr>(
      V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr);
  if (!Init || Init->isElidable() ||
      Init->getConstructor()->isMoveConstructor())
    return;
  const bool IsCopy = Init->getConstructor()->isCopyConstructor();
  const bool Sized =
      Init->getNumArgs() && !Init->getArg(0)->isDefaultArgument();
  const ReferenceIndex &Index = references(Context);
  const UseSummary Summary = usesOf(V, Context);
  if (Summary.Uses.empty() || mayRunParallel(Loop, Index))
    return;
  if (IsNodes || IsDeque) {
    auto Filled = fillingOf(Summary, /*IsStream=*/false, Loop, Index);
    if (!Filled || !Filled->Happens)
      return;
  } else if (!Sized || !keepsItsMemory(Summary, /*CopyTakes=*/true, Index)) {
    return;
  } else if (IsCopy && (!IsMatrix || Summary.only({UseKind::Read}))) {
    // What is only read is unnecessary-copy's, and whether an assignment uses
    // the memory again, only containers tell.
    return;
  }
  const bool Same = isSameSize(*Init, Loop, Index);
  if (!IsNodes && !IsDeque && !IsMatrix && !Same &&
      !canTakeAgain(*Reset, *Init))
    return;
  Evidence Often = evidenceOfObject(V, Declared, Context);
  if (!matters(Often) ||
      (!Often.Recorded && (isShort(Loop, Often, Index) || opensFiles(Loop))))
    return;
  const FunctionDecl *F = Often.Loops.Function;
  const FunctionFlow *Flow = F ? flowOf(*F, Context) : nullptr;
  if (Flow && !Flow->mayFollow(Declared, Declared))
    return; // the loop is left each time

  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = Often;
  if (IsNodes) {
    Said.Problem = "'" + nameOf(Type, Context) +
                   "' is made and filled anew in each iteration, and allocates "
                   "a node for each element";
    Said.Suggestion = "a vector that is declared before the loop and cleared "
                      "here uses its memory again; sort it, if need be";
    if (!growsInLoop(Summary, Loop, Index))
      Said.Doubt = "how many elements it gets";
  } else {
    Said.Problem = "'" + nameOf(Type, Context) +
                   "' is made anew in each iteration, and allocates each time";
    Said.Suggestion = "declare it before the loop, and ";
    Said.Suggestion += IsCopy    ? "assign to it"
                       : IsDeque ? "'clear()' it"
                       : Reset   ? "'" + Reset->getName().str() + "()' it"
                                 : "set its elements";
    Said.Suggestion += " here, to use its memory again";
    if (!IsDeque && !IsMatrix)
      Said.Doubt =
          "whether '" + Reset->getName().str() + "' makes it as good as new";
    else if (IsMatrix && !Same)
      Said.Doubt = "whether it has much the same size in all iterations";
  }
  report(std::move(Said), F, Context);
}

} // namespace clang::tidy::anomalloc
