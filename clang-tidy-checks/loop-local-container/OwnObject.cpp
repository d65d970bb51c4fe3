//===- OwnObject.cpp - objects made anew in each iteration ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...) {                      Matrix K(N, N);
//     Matrix K(N, N);          ->    for (...) {
//     K(0, 0) = ...                    K(0, 0) = ...
//
//   std::map<int, double> Merged;  ->  a vector, cleared and sorted
//
//===----------------------------------------------------------------------===//

#include "loop-local-container/Iteration.h"
#include "loop-local-container/KeptObject.h"
#include "loop-local-container/LoopLocalContainerCheck.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/ContainerClass.h"
#include "utils/objects/DerivedContainer.h"
#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/uses/MemoryUses.h"
#include "utils/uses/VectorUses.h"

namespace clang::tidy::anomalloc {

/// Whether a loop in the iteration adds to it.
static bool growsInLoop(const UseSummary &Summary, const Stmt &Loop,
                        const ReferenceIndex &Index) {
  return llvm::any_of(Summary.Uses, [&](const Use &U) {
    return U.All.has(UseKind::Grow) &&
           loopsAround(*U.Reference, Index).front() != &Loop;
  });
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

/// Whether the constructor of a class that derives from a container is seen to
/// give it no elements: what it does instead is its own affair.
static bool leavesBaseEmpty(const CXXConstructorDecl &Made) {
  const FunctionDecl *Body = Made.getDefinition();
  const auto *Defined = dyn_cast_or_null<CXXConstructorDecl>(Body);
  return Defined &&
         llvm::none_of(Defined->inits(), [](const CXXCtorInitializer *Init) {
           return Init->isBaseInitializer() && Init->isWritten();
         });
}

std::optional<Diagnosis::Note>
LoopLocalContainerCheck::change(const VarDecl &V, const DeclStmt &Declared,
                                const Stmt &Loop, const CXXConstructExpr &Init,
                                const CXXMethodDecl *Reset, bool Same,
                                const Evidence &Often, ASTContext &Context) {
  const ReferenceIndex &Index = references(Context);
  auto &Others = Hoisted[Loop.getBeginLoc()];
  Others.insert(V.getLocation());
  if (!isStd(V.getType(), {"deque"}))
    return keepObject({V, Declared, Loop, Init, Reset}, Same,
                      Often.Loops.Function, Index, Others.size());
  const auto Anew = HoistedDeclaration::of(V, Context);
  auto Fixes = Anew ? Anew->fixes(Declared, Loop, Often.Loops.Function, Index,
                                  Others.size())
                    : llvm::SmallVector<FixItHint, 2>();
  if (Fixes.empty())
    return std::nullopt;
  return Diagnosis::Note{V.getLocation(),
                         "check that functions that get it do not keep it",
                         {Fixes.begin(), Fixes.end()},
                         false};
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
  const bool IsDerived = derivesFromContainer(*Class);
  if (IsDerived && leavesBaseEmpty(*Init->getConstructor()))
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
    // Who fills a set by reference takes no vector.
    if (!Filled || !Filled->Happens || (IsNodes && Filled->ByPublic))
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
  const auto Often = oftenEnough(V, Declared, Loop, Context);
  if (!Often)
    return;

  Diagnosis Said;
  Said.At = V.getLocation();
  Said.Often = *Often;
  if (IsNodes) {
    Said.Problem = "'" + nameOf(Type, Context) +
                   "' is made and filled anew in each iteration, and allocates "
                   "a node for each element";
    Said.Suggestion = "a vector that is declared before the loop and cleared "
                      "here uses its memory again; sort it, if need be";
    if (!growsInLoop(Summary, Loop, Index))
      Said.Doubt = "how many elements it gets";
    // A set drops duplicates, a map adds up: a vector would have them all.
    Said.leaveToProfile();
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
    else if (IsDerived)
      Said.Doubt =
          "what the constructor of '" + Class->getNameAsString() + "' does";
    if (auto Note =
            change(V, Declared, Loop, *Init, Reset, Same, *Often, Context))
      Said.Notes.push_back(std::move(*Note));
  }
  report(std::move(Said), Often->Loops.Function, Context);
}

} // namespace clang::tidy::anomalloc
