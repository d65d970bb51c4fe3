//===- GrowthCalls.cpp - how a container grows in some code ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/GrowthCalls.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdUses.h"

namespace clang::tidy::anomalloc {

GrowthCalls::GrowthCalls(const Expr &Object, const Stmt &Code,
                         const ReferenceIndex &Index) {
  scan(Object, Code);
  // What is not a plain call: aliases, algorithms, functions it is handed to.
  const ValueDecl *Named = namedObject(Object);
  if (!Named)
    return;
  for (const Expr *Reference : Index.to(*Named)) {
    if (!nameSameObject(Reference, &Object) ||
        !isInside(*Reference, Code, Index))
      continue;
    const Use U = classifyUse(*Reference, Index);
    Grown |= U.All.has(UseKind::Grow) || U.All.has(UseKind::Mutate) ||
             U.All.has(UseKind::Escape);
    Emptied |= U.All.has(UseKind::Shrink) || U.All.has(UseKind::Assign) ||
               U.All.has(UseKind::Move);
    Referred |= U.KeepsReference && !isa_and_nonnull<CXXForRangeStmt>(U.By);
  }
}

/// `v.resize(0)`.
static bool isResizedToNothing(const CallExpr &Call) {
  const auto *Size =
      methodName(Call) == "resize" && Call.getNumArgs()
          ? dyn_cast<IntegerLiteral>(Call.getArg(0)->IgnoreParenImpCasts())
          : nullptr;
  return Size && Size->getValue() == 0;
}

void GrowthCalls::scan(const Expr &Object, const Stmt &Code) {
  if (const auto *Call = dyn_cast<CallExpr>(&Code)) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    const Expr *On = Method && Method->getParent()->isInStdNamespace()
                         ? calledOn(*Call)
                         : nullptr;
    if (On && nameSameObject(On, &Object)) {
      if (isResizedToNothing(*Call))
        Emptied = true;
      switch (stdMemberUse(*Method)) {
      case UseKind::Grow:
        Calls.push_back(Call);
        Grown = true;
        break;
      case UseKind::Shrink:
      case UseKind::Assign:
      case UseKind::Move:
        Emptied = true;
        break;
      default:
        break;
      }
    }
  }
  for (const Stmt *Child : Code.children())
    if (Child)
      scan(Object, *Child);
}

} // namespace clang::tidy::anomalloc
