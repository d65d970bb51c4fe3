//===- GrowingRows.cpp - rows that grow one by one ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/GrowingRows.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "vector-of-vector/MatrixRows.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool holdsRowsOfScalars(QualType Type) {
  if (Type.isNull() || Type->isReferenceType() || Type->isDependentType() ||
      Type->isPointerType())
    return false;
  const QualType Row = rowType(Type);
  if (Row.isNull() || !isStd(Row, {"vector", "deque", "list", "set", "multiset",
                                   "unordered_set"}))
    return false;
  const QualType Element = typeArgument(Row, 0);
  return !Element.isNull() && Element->isScalarType();
}

namespace {
class Rows {
public:
  Rows(const ReferenceIndex &Index, bool IsMember)
      : Index(Index), IsMember(IsMember) {}

  void matrix(const ValueDecl &D) {
    if (++Depth > 4)
      return no();
    for (const Expr *Reference : Index.to(D))
      if (Simple && !isMemberwise(*Reference, Index))
        matrixUse(*Reference);
    --Depth;
  }

  bool Simple = true;
  SmallVector<const Stmt *, 4> Growth;

private:
  void no() { Simple = false; }
  /// Read, or handed on as a whole.
  void whole(const Expr &E,
             UseKinds Allowed = {UseKind::Read, UseKind::Copy, UseKind::Move}) {
    if (!classifyUse(E, Index).All.within(Allowed))
      no();
  }
  void matrixUse(const Expr &E) {
    const VectorUse U = vectorUse(E, Index);
    switch (U.Kind) {
    case VectorUseKind::Element:
      return row(*cast<Expr>(U.By));
    case VectorUseKind::Size:
    case VectorUseKind::Capture:
    case VectorUseKind::Reserve:
    case VectorUseKind::Resize:
    case VectorUseKind::Append:
      return;
    case VectorUseKind::Loop:
      return rows(*cast<CXXForRangeStmt>(U.By)->getLoopVariable());
    case VectorUseKind::Alias:
      return matrix(*U.Alias);
    case VectorUseKind::Change:
      if (methodName(*cast<Expr>(U.By)) != "clear")
        no();
      return;
    case VectorUseKind::Position:
    case VectorUseKind::View:
    case VectorUseKind::Assign:
    case VectorUseKind::Whole:
      return whole(
          E, {UseKind::Read, UseKind::Copy, UseKind::Move, UseKind::Assign});
    }
  }
  void rows(const ValueDecl &Each) {
    if (++Depth > 4)
      return no();
    for (const Expr *Reference : Index.to(Each))
      if (Simple)
        row(*Reference);
    --Depth;
  }
  /// By an algorithm of std::ranges, which moves elements, but none out.
  static bool isSorted(const VectorUse &U) {
    const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(U.By);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getOverloadedOperator() == OO_Call && isOfStd(*F);
  }
  void row(const Expr &E) {
    const VectorUse U = vectorUse(E, Index);
    if (U.Kind == VectorUseKind::Alias)
      return rows(*U.Alias);
    if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(U.By);
        Call && U.Kind != VectorUseKind::Whole) {
      StringRef Name = methodName(*Call);
      const unsigned Arguments = Call->getNumArgs();
      if (((Name == "push_back" || Name == "emplace_back" || Name == "insert" ||
            Name == "emplace") &&
           Arguments == 1) ||
          (Name == "insert" && Arguments == 3)) { // a range
        if (IsMember || !loopsAround(*Call, Index).empty())
          Growth.push_back(Call);
        return;
      }
      // sort, unique, erase
      if (Name == "erase" && Arguments == 2 && isStd(E.getType(), {"vector"}))
        return;
      if (Name == "reserve") // no row grows any more
        return no();
      if (Name == "clear" ||
          (Call->getMethodDecl() && Call->getMethodDecl()->isConst()) ||
          Name == "begin" || Name == "end" || Name == "front" ||
          Name == "back" || Name == "at" || Name == "data" || Name == "find")
        return;
      return no();
    }
    if ((U.Kind == VectorUseKind::Whole && !isSorted(U)) ||
        U.Kind == VectorUseKind::Assign)
      whole(E);
  }

  const ReferenceIndex &Index;
  const bool IsMember; ///< Others may call the methods that fill it in loops.
  unsigned Depth = 0;  ///< Of aliases followed.
};
} // namespace

SmallVector<const Stmt *, 4> growthOfRows(const ValueDecl &D,
                                          const ReferenceIndex &Index) {
  Rows Found(Index, isa<FieldDecl>(D));
  Found.matrix(D);
  return Found.Simple ? Found.Growth : SmallVector<const Stmt *, 4>();
}

} // namespace clang::tidy::anomalloc
