//===- StraightPushes.cpp - elements added one by one ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   void Element::setShape(double A, double B) {
//     Sides.clear();
//     Sides.push_back(A);              ->  Sides = {A, B, A + B};
//     Sides.push_back(B);
//     Sides.push_back(A + B);
//   }
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/StraightPushes.h"
#include "missing-reserve/FreshContainer.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The vector to which the statement adds one element, or null.
static const Expr *grownBy(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  E = E ? E->IgnoreImplicit() : nullptr;
  const Expr *Object = E && appendsOne(*E) ? calledOn(*E) : nullptr;
  return Object && isStd(Object->getType(), {"vector"}) && namedObject(*Object)
             ? Object
             : nullptr;
}

SmallVector<StraightPushes, 1> straightPushesIn(const CompoundStmt &Block,
                                                unsigned AtLeast,
                                                const ReferenceIndex &Index) {
  SmallVector<StraightPushes, 1> Found;
  SmallVector<const Expr *, 4> Told;
  for (const auto *At = Block.body_begin(); At != Block.body_end(); ++At) {
    const Expr *Object = grownBy(**At);
    if (!Object || any_of(Told, [&](const Expr *Other) {
          return nameSameObject(Object, Other);
        }))
      continue;
    Told.push_back(Object);
    StraightPushes Pushes;
    for (const auto *Next = At; Next != Block.body_end(); ++Next) {
      const Expr *Grown = grownBy(**Next);
      if (Grown && nameSameObject(Grown, Object))
        Pushes.Calls.push_back(cast<Expr>(*Next)->IgnoreImplicit());
      else if (mentionsObject(**Next, *Object))
        break;
    }
    if (Pushes.Calls.size() < AtLeast)
      continue;
    const Expr &First = *Pushes.Calls.front();
    Pushes.Cleared = isClearedBefore(*Object, **At, Index);
    if (Pushes.Cleared ? !keepsRoom(*Object, Index)
                       : isFreshMember(*Object, First, Index))
      Found.push_back(std::move(Pushes));
  }
  return Found;
}

} // namespace clang::tidy::anomalloc
