//===- MadeForCaller.cpp - objects that a function makes by new -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heap-local/MadeForCaller.h"
#include "utils/ast/Climb.h"
#include "utils/ast/ReturnType.h"
#include "clang/AST/ASTContext.h"

namespace clang::tidy::anomalloc {

/// The local variable that is returned, or null.
static const VarDecl *returnedLocal(const Expr &Value) {
  const Expr *E = &Value;
  for (;;) {
    E = E->IgnoreImplicit()->IgnoreParenImpCasts();
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    if (!Construct || Construct->getNumArgs() != 1)
      break;
    E = Construct->getArg(0);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) ? V : nullptr;
}

std::optional<Allocated> madeForCaller(const FunctionDecl &F,
                                       const ReferenceIndex &Index) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const QualType Object = ownedType(F.getReturnType());
  if (Object.isNull() || !F.hasBody() || !Index.sawBody(F) || F.isExternC() ||
      F.isOverloadedOperator() || isa<CXXConversionDecl>(F) ||
      (Method && (Method->isVirtual() || Method->getParent()->isLambda())))
    return std::nullopt;
  llvm::SmallVector<const ReturnStmt *, 4> Returns;
  collectReturns(*F.getBody(), Returns);
  std::optional<Allocated> Found;
  bool MayBeNull = false;
  for (const ReturnStmt *Return : Returns) {
    const Expr *Value = Return->getRetValue();
    if (!Value)
      return std::nullopt;
    if (isNullOwner(*Value)) {
      MayBeNull = true;
      continue;
    }
    const VarDecl *V = returnedLocal(*Value);
    const auto Made = V ? allocatedBy(*V) : allocatedBy(*Value);
    if (!Made || Made->Object.isNull() ||
        !Index.context().hasSameUnqualifiedType(Made->Object, Object) ||
        (V && !isOnlyReturned(*V, Index)))
      return std::nullopt;
    MayBeNull |= Made->MayBeNull;
    Found = Made;
  }
  if (Found)
    Found->MayBeNull = MayBeNull;
  return Found;
}

bool isFreedByCaller(const Expr &Call, const ReferenceIndex &Index) {
  const Expr &Value = ascendWhile(Call, Index, [](const Expr &Up) {
    return isa<CastExpr>(Up) || handsOnValue(Up) ||
           (isa<CXXConstructExpr>(Up) &&
            ownershipOf(Up.getType()) != Ownership::None);
  });
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
    return Operator->getOperator() == OO_Arrow;
  const auto *V = Parent.get<VarDecl>();
  const auto *Declared = V ? Index.parentOf(*V).get<DeclStmt>() : nullptr;
  return Declared && isFreedInItsBlock(*V, *Declared, Index);
}

} // namespace clang::tidy::anomalloc
