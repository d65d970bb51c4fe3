//===- FilledTable.cpp - tables that are filled and looked up -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "node-container/FilledTable.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
enum class Does { Add, Read, Other };
} // namespace

static Does whatDoes(const CXXMemberCallExpr &Call) {
  StringRef Name = methodName(Call);
  // Not with a hint, nor a range.
  const bool IsAdded = (Name == "insert" && Call.getNumArgs() == 1) ||
                       Name == "emplace" || Name == "try_emplace" ||
                       Name == "insert_or_assign";
  if (IsAdded)
    return Does::Add;
  return StringSwitch<Does>(Name)
      .Cases("find", "count", "contains", "at", Does::Read)
      .Cases("size", "empty", "clear", "begin", "end", Does::Read)
      .Cases("cbegin", "cend", Does::Read)
      .Default(Does::Other);
}

/// In a loop, or in a lambda that something calls again and again.
static bool isRepeated(const Stmt &S, const ReferenceIndex &Index) {
  if (!loopsAround(S, Index).empty())
    return true;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Index.functionOf(S));
  return Method && Method->getParent()->isLambda();
}

SmallVector<const Stmt *, 4> fillingOf(const DeclaratorDecl &Table,
                                       const ReferenceIndex &Index) {
  SmallVector<const Stmt *, 4> Filling;
  bool IsRead = false;
  for (const Expr *Reference : Index.to(Table)) {
    if (isMemberwise(*Reference, Index))
      continue;
    const Expr &Object = outermostSame(*Reference, Index);
    const DynTypedNode Parent = Index.parentOf(Object);
    if (const auto *Operator = Parent.get<CXXOperatorCallExpr>()) {
      if (Operator->getOperator() != OO_Subscript)
        return {};
      if (isRepeated(*Operator, Index))
        Filling.push_back(Operator);
      IsRead = true;
      continue;
    }
    if (const auto *Member = Parent.get<MemberExpr>()) {
      const auto *Call = Index.parentOf(outermostSame(*Member, Index))
                             .get<CXXMemberCallExpr>();
      if (!Call)
        return {};
      const Does What = whatDoes(*Call);
      if (What == Does::Other)
        return {};
      if (What == Does::Add && isRepeated(*Call, Index))
        Filling.push_back(Call);
      IsRead |= What == Does::Read && methodName(*Call) != "clear";
      continue;
    }
    const auto *V = Parent.get<VarDecl>();
    const bool IsLoop = V && V->isCXXForRangeDecl();
    const bool IsCapture =
        Parent.get<LambdaExpr>() || (V && rangeLoopOf(*V, Index));
    if (!IsLoop && !IsCapture)
      return {};
    IsRead |= !Parent.get<LambdaExpr>();
  }
  return IsRead ? Filling : SmallVector<const Stmt *, 4>();
}

} // namespace clang::tidy::anomalloc
