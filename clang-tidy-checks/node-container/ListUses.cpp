//===- ListUses.cpp - whether a list must be one --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "node-container/ListUses.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool canRelocate(QualType Element) {
  const CXXRecordDecl *Class = Element->getAsCXXRecordDecl();
  if (!Class)
    return true;
  if (Class->needsImplicitMoveConstructor() ||
      Class->needsImplicitCopyConstructor())
    return true;
  return any_of(Class->ctors(), [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() && !C->isDeleted() &&
           C->getAccess() == AS_public;
  });
}

/// The variable of a loop over iterators is only compared, dereferenced and
/// advanced: it ends with the loop.
static bool onlyWalks(const VarDecl &Iterator, const ReferenceIndex &Index) {
  return all_of(Index.to(Iterator), [&](const Expr *Reference) {
    const Expr &E = outermostSame(*Reference, Index);
    const auto *Operator = Index.parentOf(E).get<CXXOperatorCallExpr>();
    if (!Operator)
      return false;
    const OverloadedOperatorKind Kind = Operator->getOperator();
    return Kind == OO_Star || Kind == OO_Arrow || Kind == OO_EqualEqual ||
           Kind == OO_ExclaimEqual ||
           ((Kind == OO_PlusPlus || Kind == OO_MinusMinus) &&
            !Index.parentOf(outermostSame(*Operator, Index)).get<Expr>());
  });
}

/// The for statement whose head names \p E, as its variable's initial value or
/// in its condition; null if there is none, or if the iterator may get away.
static const Stmt *loopOver(const Expr &Position, const ReferenceIndex &Index) {
  // list<T>::const_iterator i = l.begin() converts
  const Expr &E = ascendWhile(Position, Index, [](const Expr &Up) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(&Up);
    return keepsObject(Up) || isa<ImplicitCastExpr>(Up) ||
           (Construct && Construct->getNumArgs() == 1);
  });
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *V = Parent.get<VarDecl>()) {
    const auto *Group = Index.parentOf(*V).get<DeclStmt>();
    const auto *Loop = Group ? Index.parentOf(*Group).get<ForStmt>() : nullptr;
    return Loop && Loop->getInit() == Group && onlyWalks(*V, Index) ? Loop
                                                                    : nullptr;
  }
  const auto *Compare = Parent.get<CXXOperatorCallExpr>();
  if (!Compare || (Compare->getOperator() != OO_EqualEqual &&
                   Compare->getOperator() != OO_ExclaimEqual))
    return nullptr;
  const Expr &Condition = ascend<Expr>(*Compare, Index);
  const auto *Loop = Index.parentOf(Condition).get<ForStmt>();
  return Loop && Loop->getCond() == &Condition ? Loop : nullptr;
}

/// Whether an iterator is used up where it stands: `*l.begin()`, an argument
/// of an algorithm whose result is no iterator, a range for a container.
static bool isUsedUp(const Expr &Position, const ReferenceIndex &Index) {
  const Expr &E = outermostSame(Position, Index);
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
    return Operator->getOperator() == OO_Star ||
           Operator->getOperator() == OO_Arrow;
  if (const auto *Construct = Parent.get<CXXConstructExpr>()) {
    if (Construct->getConstructor()->isCopyOrMoveConstructor() ||
        Construct->getNumArgs() == 1)
      return isUsedUp(*Construct, Index);
    return isStdContainer(Construct->getType());
  }
  if (const auto *Call = Parent.get<CXXMemberCallExpr>())
    return isStdContainer(Call->getObjectType());
  if (const auto *Call = Parent.get<CallExpr>()) {
    const FunctionDecl *F = Call->getDirectCallee();
    return F && isStdFunction(*F, StdFunction::UsesUp | StdFunction::Reduces);
  }
  return false;
}

/// Whether the loop may run code that adds to the list or takes from it.
static bool mayChangeIn(const Stmt &Loop, ArrayRef<const Stmt *> Changes,
                        bool IsMember, const ReferenceIndex &Index) {
  if (any_of(Changes, [&](const Stmt *Change) {
        return isInside(*Change, Loop, Index);
      }))
    return true;
  if (!IsMember)
    return false;
  // Other methods of the class might.
  return anyWithin(Loop, [](const Stmt &S) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
    return Call &&
           isa<CXXThisExpr>(
               Call->getImplicitObjectArgument()->IgnoreParenImpCasts()) &&
           Call->getMethodDecl() && !Call->getMethodDecl()->isConst();
  });
}

std::optional<ListUses> listUses(const DeclaratorDecl &List,
                                 const ReferenceIndex &Index) {
  ListUses Found;
  Found.CanRelocate = canRelocate(typeArgument(List.getType(), 0));
  SmallVector<const Stmt *, 8> Changes, Loops;
  bool KeepsElement = false;
  for (const Expr *Reference : Index.to(List)) {
    if (isMemberwise(*Reference, Index))
      continue;
    const VectorUse U = vectorUse(*Reference, Index);
    const Use What = classifyUse(*Reference, Index);
    if (What.All.has(UseKind::Escape))
      return std::nullopt;
    if (U.Kind == VectorUseKind::Capture)
      continue;
    if (U.Kind == VectorUseKind::Loop) {
      Loops.push_back(U.By);
      continue;
    }
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(U.By);
    if (!Call || U.Kind == VectorUseKind::Whole)
      return std::nullopt;
    const StdMember Member = stdMember(methodName(*Call));
    if (U.Kind == VectorUseKind::Position) {
      if (const Stmt *Loop = loopOver(*Call, Index))
        Loops.push_back(Loop);
      else if (!isUsedUp(*Call, Index))
        return std::nullopt;
    } else if (Member.is(StdMember::Element)) {
      KeepsElement |= What.KeepsReference;
    } else if (Member.is(StdMember::AtFront | StdMember::AtBack) ||
               Member.Name == "clear") {
      KeepsElement |= What.KeepsReference; // of what emplace_back() returns
      Found.AtFront |= Member.is(StdMember::AtFront);
      if (Member.is(StdMember::AddsOne))
        Found.Growth.push_back(Call);
      Changes.push_back(Call);
    } else if (!Member.is(StdMember::Size)) {
      return std::nullopt;
    }
  }
  if (Found.Growth.empty() || KeepsElement)
    return std::nullopt;
  for (const Stmt *Loop : Loops) {
    if (!mayChangeIn(*Loop, Changes, isa<FieldDecl>(List), Index))
      continue;
    // A queue that is never emptied.
    if (!isa<CXXForRangeStmt>(Loop) || isa<FieldDecl>(List) || Found.AtFront ||
        Changes.size() != Found.Growth.size())
      return std::nullopt;
    Found.WalksWhileGrowing = true;
  }
  // At the ends only, but made of a range or another list: for what?
  const auto *V = dyn_cast<VarDecl>(&List);
  if (V && !Found.WalksWhileGrowing &&
      vectorInit(V->getInit()).Is != VectorInit::Empty)
    return std::nullopt;
  return Found;
}

} // namespace clang::tidy::anomalloc
