//===- MemoryUses.cpp - uses that keep an object's memory -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/MemoryUses.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
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

static const ParmVarDecl *parameterBehind(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
}

/// Whether \p S is seen to give the object behind a parameter other memory: it
/// swaps it with another, as boost::split does, or moves another into it.
static bool replacesMemory(const Stmt &S, const ParmVarDecl &P,
                           unsigned Depth = 0) {
  if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const bool OnIt =
        Member && parameterBehind(Member->getImplicitObjectArgument()) == &P;
    const auto Given = llvm::find_if(Call->arguments(), [&](const Expr *E) {
      return parameterBehind(E) == &P;
    });
    const bool Names = OnIt || Given != Call->arg_end();
    if (F && Names && F->getDeclName().isIdentifier() && F->getName() == "swap")
      return true;
    if (F && F->getOverloadedOperator() == OO_Equal &&
        Given == Call->arg_begin() && F->getNumParams() == 1 &&
        F->getParamDecl(0)->getType()->isRValueReferenceType())
      return true;
    const unsigned I = Given - Call->arg_begin();
    const FunctionDecl *Body = F ? F->getDefinition() : nullptr;
    if (Body && Body->getBody() && I < Body->getNumParams() && Depth < 3 &&
        !isa<CXXOperatorCallExpr>(Call) &&
        replacesMemory(*Body->getBody(), *Body->getParamDecl(I), Depth + 1))
      return true;
  }
  return anyChild(S, replacesMemory, P, Depth);
}

bool isOutArgument(const Use &U) {
  const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || isOfStd(*F) || isa<CXXOperatorCallExpr>(Call))
    return false;
  // The address of its elements, for a function of C that gives none back.
  if (F->isExternC() && !F->isDefined() && !Call->getType()->isPointerType() &&
      U.All.within({UseKind::Read, UseKind::Write, UseKind::Escape}))
    return true;
  for (unsigned I = 0; I < std::min(Call->getNumArgs(), F->getNumParams()); ++I)
    if (Call->getArg(I)->IgnoreParens() == U.Reference) {
      QualType Type = F->getParamDecl(I)->getType();
      const FunctionDecl *Body = F->getDefinition();
      return Type->isLValueReferenceType() &&
             !Type->getPointeeType().isConstQualified() &&
             !(Body && Body->getBody() &&
               replacesMemory(*Body->getBody(), *Body->getParamDecl(I)));
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
