//===- RowLengths.cpp - what gives rows their lengths ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/RowLengths.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether a loop gives each row another length, or some rows none.
bool RowLengths::changesPerRow(const Expr &Length, const Stmt &Where) const {
  SmallVector<const Stmt *, 4> Loops = loopsAround(Where, Index);
  if (!Loops.empty())
    for (auto [Parent, Child] : parentsOf(Where, Index)) {
      if (is_contained(Loops, &Parent))
        break;
      if (isa<IfStmt, SwitchStmt, ConditionalOperator>(Parent))
        return true;
    }
  for (const Stmt *Loop : Loops) {
    if (isDeclaredIn(D, *Loop, Index.context()))
      break;
    if (!isSameValueIn(Length, *Loop, Index))
      return true;
    // Rows of another object in each iteration of the loops around.
    if (isa<FieldDecl>(D))
      break;
  }
  return false;
}

static bool sameLength(const MatrixRows::Site &A, const MatrixRows::Site &B) {
  if (A.Constant || B.Constant)
    return A.Constant == B.Constant;
  return nameSameObject(A.Length, B.Length);
}

void RowLengths::add(const Expr *Length, std::optional<uint64_t> Constant,
                     const Stmt &Where, bool AllRows, unsigned Level) {
  if (Length && !Constant)
    Constant = constantOf(Length, Index.context());
  MatrixRows::Site New{Length, Constant, &Where, AllRows};
  if (!Constant && (!Length || (!AllRows && changesPerRow(*Length, Where))))
    return no();
  if (Constant && Length && !AllRows && changesPerRow(*Length, Where))
    return no();
  auto &Sites = Level ? Found.InnerSites : Found.Sites;
  for (const MatrixRows::Site &Other : Sites)
    if (!(AllRows && Other.AllRows && Other.Where != &Where) &&
        functionOf(*Other.Where) == functionOf(Where) &&
        !sameLength(Other, New))
      return no();
  Sites.push_back(New);
}

void RowLengths::addRow(const Expr &Value, const Stmt &Where, bool AllRows,
                        unsigned Level) {
  const Expr *V = Value.IgnoreImplicit();
  if (const auto *Call = dyn_cast<CallExpr>(V); Call && Call->isCallToStdMove())
    V = Call->getArg(0)->IgnoreImplicit();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(V);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
      !Copy->isElidable())
    V = Copy->getArg(0)->IgnoreImplicit();
  if (const auto *Name = dyn_cast<DeclRefExpr>(V)) {
    // A row that is made once, and never changes its size.
    const auto *Row = dyn_cast<VarDecl>(Name->getDecl());
    if (!Row || isa<ParmVarDecl>(Row) || !Row->getInit() ||
        !Row->hasLocalStorage())
      return no();
    for (const Expr *Reference : Index.to(*Row)) {
      VectorUseKind Kind = vectorUse(*Reference, Index).Kind;
      if (Kind == VectorUseKind::Resize || Kind == VectorUseKind::Append ||
          Kind == VectorUseKind::Change || Kind == VectorUseKind::Assign ||
          Kind == VectorUseKind::Alias)
        return no();
    }
    V = Row->getInit();
    if (vectorInit(V).Is != VectorInit::Count)
      return no();
  }
  VectorInit Init = vectorInit(V);
  switch (Init.Is) {
  case VectorInit::Empty:
    return; // resized later on, or never used
  case VectorInit::Count:
    add(Init.Size, std::nullopt, Where, AllRows, Level);
    if (Init.Value && isRow(Init.Value->getType()))
      addRow(*Init.Value, Where, true, Level + 1);
    return;
  case VectorInit::List:
    return add(nullptr, Init.Elements->getNumInits(), Where, AllRows, Level);
  case VectorInit::Other:
    return no();
  }
}

void RowLengths::addMatrix(const Expr *Init, const Stmt *Where) {
  if (!Init)
    return;
  Init = Init->IgnoreImplicit();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
    Init = Default->getExpr()->IgnoreImplicit();
  if (!Where)
    Where = Init;
  if (const auto *New = dyn_cast<CXXNewExpr>(Init)) {
    if (!New->isArray())
      no();
    return;
  }
  // The rows of a built-in or std::array, one by one.
  if (const auto *List = dyn_cast<InitListExpr>(Init)) {
    for (const Expr *Row : List->inits())
      if (const auto *Inner = dyn_cast<InitListExpr>(Row))
        addMatrix(Inner, Where);
      else if (!isa<ImplicitValueInitExpr>(Row))
        addRow(*Row, *Where, true, 0);
    return;
  }
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Init);
      Copy && !isStd(Copy->getType(), {"vector", "deque"}))
    return; // std::array<...> a;
  VectorInit How = vectorInit(Init);
  switch (How.Is) {
  case VectorInit::Empty:
    return;
  case VectorInit::Count:
    if (How.Value)
      addRow(*How.Value, *Where, true, 0);
    return;
  case VectorInit::List:
    for (const Expr *Row : How.Elements->inits())
      addRow(*Row, *Where, true, 0);
    return;
  case VectorInit::Other:
    return no();
  }
}

} // namespace clang::tidy::anomalloc
