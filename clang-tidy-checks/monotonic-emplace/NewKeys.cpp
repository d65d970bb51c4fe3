//===- NewKeys.cpp - keys that are known to be new ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "monotonic-emplace/NewKeys.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/SameObject.h"
#include "utils/uses/ViewUse.h"
#include "clang/Basic/SourceManager.h"

namespace clang::tidy::anomalloc {

/// The call of a member of the object that \p Reference names, or null.
static const CXXMemberCallExpr *callOn(const Expr &Reference,
                                       const ReferenceIndex &Index) {
  const auto *Member =
      Index.parentOf(outermostSame(Reference, Index)).get<MemberExpr>();
  return Member ? Index.parentOf(outermostSame(*Member, Index))
                      .get<CXXMemberCallExpr>()
                : nullptr;
}

bool isLookedUpBefore(const CXXMemberCallExpr &Insertion, const Expr &Key,
                      const ReferenceIndex &Index) {
  const Expr *Map = Insertion.getImplicitObjectArgument();
  const ValueDecl *Named = namedObject(*Map);
  if (!Named)
    return false;
  const SourceManager &SM = Index.context().getSourceManager();
  const FunctionDecl *Function = Index.functionOf(Insertion);
  return llvm::any_of(Index.to(*Named), [&](const Expr *Reference) {
    const CXXMemberCallExpr *Call = callOn(*Reference, Index);
    return Call && isLookup(*Call) && Call->getNumArgs() >= 1 &&
           Index.functionOf(*Call) == Function &&
           SM.isBeforeInTranslationUnit(Call->getExprLoc(),
                                        Insertion.getExprLoc()) &&
           nameSameObject(Call->getImplicitObjectArgument(), Map) &&
           nameSameObject(Call->getArg(0), &Key);
  });
}

bool asksWhetherNew(const CXXMemberCallExpr &Insertion,
                    const ReferenceIndex &Index) {
  const Expr &Whole = ascendWhile(Insertion, Index, [](const Expr &Up) {
    return !isa<MemberExpr, CallExpr, CXXConstructExpr>(Up);
  });
  const DynTypedNode Parent = Index.parentOf(Whole);
  return Parent.get<Expr>() || Parent.get<VarDecl>() ||
         Parent.get<ReturnStmt>();
}

} // namespace clang::tidy::anomalloc
