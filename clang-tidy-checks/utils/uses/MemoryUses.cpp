//===- MemoryUses.cpp - uses that keep an object's memory -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/MemoryUses.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"

namespace clang::tidy::anomalloc {

bool keepsMemory(const Stmt *By) {
  const auto *Call = dyn_cast_or_null<CallExpr>(By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F)
    return false;
  if (F->getOverloadedOperator() == OO_Equal)
    return F->getNumParams() == 1 &&
           !F->getParamDecl(0)->getType()->isRValueReferenceType();
  return isStdFunction(*F, {"getline"}) ||
         F->getOverloadedOperator() == OO_GreaterGreater ||
         methodName(*Call) == "assign" || methodName(*Call) == "str";
}

bool isOutArgument(const Use &U) {
  const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || isOfStd(*F) || isa<CXXOperatorCallExpr>(Call))
    return false;
  for (unsigned I = 0; I < std::min(Call->getNumArgs(), F->getNumParams()); ++I)
    if (Call->getArg(I)->IgnoreParens() == U.Reference) {
      QualType Type = F->getParamDecl(I)->getType();
      return Type->isLValueReferenceType() &&
             !Type->getPointeeType().isConstQualified();
    }
  return false;
}

/// Whether \p E is, or is part of, what its function returns.
static bool isReturned(const Expr &E, const ReferenceIndex &Index) {
  for (auto [Parent, Child] : parentsOf(E, Index)) {
    if (isa<ReturnStmt>(Parent))
      return true;
    if (!isa<Expr>(Parent))
      return false;
  }
  return false;
}

bool keepsItsMemory(const UseSummary &Uses, bool CopyTakes,
                    const ReferenceIndex &Index) {
  return llvm::none_of(Uses.Uses, [&](const Use &U) {
    if (U.All.has(UseKind::Move) ||
        (U.All.has(UseKind::Assign) && !keepsMemory(U.By)))
      return true;
    if (U.All.has(UseKind::Copy) &&
        (CopyTakes || isReturned(*U.Reference, Index)))
      return true;
    return U.All.has(UseKind::Escape) &&
           (U.Capture || !isOutArgument(U) || isReturned(*U.Reference, Index));
  });
}

} // namespace clang::tidy::anomalloc
