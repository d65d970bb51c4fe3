//===- FreshContainer.cpp - containers that are empty before a loop -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/FreshContainer.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/uses/MemoryUses.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

bool isClearedBefore(const Expr &Object, const Stmt &Loop,
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

/// Whether an element of \p Object is named in \p S by its index, or a loop
/// goes over all of them.
static bool readsElements(const Stmt &S, const Expr &Object) {
  const Expr *Of = nullptr;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S))
    Of =
        Operator->getOperator() == OO_Subscript ? Operator->getArg(0) : nullptr;
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S))
    Of = Range->getRangeInit();
  else if (const auto *E = dyn_cast<Expr>(&S); E && methodName(*E) == "at")
    Of = calledOn(*E);
  return (Of && nameSameObject(Of, &Object)) ||
         anyChild(S, readsElements, Object);
}

bool hadElementsBefore(const Expr &Object, const Stmt &Loop,
                       const ReferenceIndex &Index) {
  const auto *Block = Index.parentOf(Loop).get<CompoundStmt>();
  if (!Block)
    return false;
  for (const Stmt *S : Block->body()) {
    if (S == &Loop)
      return false;
    if (isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(S) &&
        readsElements(*S, Object))
      return true;
  }
  return false;
}

/// Whether \p Init, of a container, gives it elements.
static bool givesSize(const Expr *Init) {
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
      Init ? Init->IgnoreImplicit() : nullptr);
  return Construct && Construct->getNumArgs() &&
         !Construct->getArg(0)->isDefaultArgument();
}

/// Whether a constructor in view makes the member with its size.
static bool isMadeWithSize(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  return Class && llvm::any_of(Class->ctors(), [&](const auto *Declared) {
           const FunctionDecl *Body = nullptr;
           if (!Declared->hasBody(Body) || Declared->isCopyOrMoveConstructor())
             return false;
           return llvm::any_of(cast<CXXConstructorDecl>(Body)->inits(),
                               [&](const CXXCtorInitializer *I) {
                                 return I->getAnyMember() == &Field &&
                                        givesSize(I->getInit());
                               });
         });
}

bool keepsRoom(const Expr &Object, const ReferenceIndex &Index) {
  const ValueDecl *Named = namedObject(Object);
  const auto *Field = dyn_cast_or_null<FieldDecl>(Named);
  const auto *V = dyn_cast_or_null<VarDecl>(Named);
  bool HasRoom = (Field && isMadeWithSize(*Field)) ||
                 (V && !isa<ParmVarDecl>(V) && givesSize(V->getInit()));
  if (!Field && !V)
    return false;
  for (const Expr *Reference : Index.to(*Named)) {
    const Use U = classifyUse(*Reference, Index);
    const auto *By = dyn_cast_or_null<Expr>(U.By);
    const llvm::StringRef Method = By ? methodName(*By) : llvm::StringRef();
    HasRoom |= Method == "reserve" || Method == "resize" || Method == "assign";
    // Who holds an iterator or a pointer into it can take nothing away.
    if (U.All.has(UseKind::Move) || Method == "shrink_to_fit" ||
        (U.All.has(UseKind::Assign) && !keepsMemory(U.By)) ||
        (U.All.has(UseKind::Escape) &&
         !Index.parentOf(outermostSame(*Reference, Index)).get<MemberExpr>()))
      return false;
  }
  return HasRoom;
}

/// The variable of the function around it that \p Object names, or null.
static const VarDecl *localNamed(const Expr &Object,
                                 const ReferenceIndex &Index) {
  const auto *V = dyn_cast_or_null<VarDecl>(namedObject(Object));
  return V && V->isLocalVarDecl() && V->hasLocalStorage() &&
                 !V->getType()->isReferenceType() &&
                 V->getDeclContext() == Index.functionOf(Object)
             ? V
             : nullptr;
}

static bool isDeclaredAsOften(const VarDecl &V, const Stmt &Loop,
                              const ReferenceIndex &Index) {
  return llvm::all_of(loopsAround(Loop, Index), [&](const Stmt *Outer) {
    return isDeclaredIn(V, *Outer, Index.context());
  });
}

bool isFreshBefore(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index) {
  const VarDecl *V = localNamed(Object, Index);
  if (!V)
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
  return isDeclaredAsOften(*V, Loop, Index);
}

bool isFreshMember(const Expr &Object, const Stmt &Loop,
                   const ReferenceIndex &Index) {
  const auto *Member = dyn_cast<MemberExpr>(Object.IgnoreParenImpCasts());
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  const auto *Around =
      dyn_cast_or_null<CXXConstructorDecl>(Index.functionOf(Object));
  if (!Field || !Around || !isa<CXXThisExpr>(Member->getBase()) ||
      !loopsAround(Loop, Index).empty())
    return false;
  for (const CXXCtorInitializer *I : Around->inits()) {
    if (I->isDelegatingInitializer())
      return false;
    const auto *Init = dyn_cast<CXXConstructExpr>(I->getInit());
    if (I->getAnyMember() == Field && (!Init || Init->getNumArgs()))
      return false;
  }
  const SourceManager &SM = Index.context().getSourceManager();
  return llvm::none_of(Index.to(*Field), [&](const Expr *Reference) {
    return Index.functionOf(*Reference) == Around &&
           SM.isBeforeInTranslationUnit(Reference->getExprLoc(),
                                        Loop.getBeginLoc()) &&
           SM.isBeforeInTranslationUnit(Around->getBody()->getBeginLoc(),
                                        Reference->getExprLoc());
  });
}

bool isLocalWithElements(const Expr &Object, const Stmt &Loop,
                         const ReferenceIndex &Index) {
  const VarDecl *V = localNamed(Object, Index);
  if (!V || !isDeclaredAsOften(*V, Loop, Index))
    return false;
  auto Declared = HoistedDeclaration::of(*V, Index.context());
  if (!Declared || Declared->Is != HoistedDeclaration::Empty)
    return false; // who knows how much room came along
  const SourceManager &SM = Index.context().getSourceManager();
  for (const Expr *Reference : Index.to(*V)) {
    const Use U = classifyUse(*Reference, Index);
    if (U.Kind == UseKind::Reserve)
      return false;
    // It may have been large once, and still have the room; or grow for
    // another reason.
    if (SM.isBeforeInTranslationUnit(Reference->getExprLoc(),
                                     Loop.getBeginLoc()) &&
        (!U.All.within(
             {UseKind::Read, UseKind::Copy, UseKind::Write, UseKind::Grow}) ||
         !loopsAround(*Reference, Index).empty()))
      return false;
  }
  return true;
}

} // namespace clang::tidy::anomalloc
