//===- StockCopies.cpp - what clang-tidy says of copies -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions are those of clang-tidy 19, asked of the same helpers, which
// the host process has.
//
//===----------------------------------------------------------------------===//

#include "unnecessary-copy/StockCopies.h"
#include "clang-tidy/utils/DeclRefExprUtils.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using clang::tidy::utils::decl_ref_expr::allDeclRefExprs;
using clang::tidy::utils::decl_ref_expr::isOnlyUsedAsConst;

namespace clang::tidy::anomalloc {

namespace {
/// What the check looks at: a variable, a call on one, a call of nothing.
struct Source {
  const VarDecl *Old = nullptr;    ///< It is, or refers to, this variable.
  const VarDecl *Object = nullptr; ///< A const& result of a call on this one.
  bool IsGlobal = false; ///< A const& result of a function without arguments.
};
} // namespace

static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

static Source sourceOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  Source Found;
  if (const VarDecl *V = variable(E)) {
    if (V->hasLocalStorage())
      Found.Old = V;
    return Found;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->getReturnType()->isReferenceType() ||
      !F->getReturnType()->getPointeeType().isConstQualified())
    return Found;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!Method) {
    Found.IsGlobal = Call->getNumArgs() == 0;
    return Found;
  }
  const Expr *On = calledOn(*Call);
  if (!On || !(isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call)))
    return Found;
  On = On->IgnoreParenImpCasts();
  if (const auto *Deref = dyn_cast<UnaryOperator>(On);
      Deref && Deref->getOpcode() == UO_Deref)
    On = Deref->getSubExpr();
  Found.Object = variable(On);
  return Found;
}

/// Whether the variable, and what it refers to, is left alone in the block.
static bool isImmutable(const VarDecl &V, const CompoundStmt &Block,
                        ASTContext &Context) {
  QualType T = V.getType().getCanonicalType();
  if (!isOnlyUsedAsConst(V, Block, Context, T->isPointerType() ? 1 : 0))
    return false;
  if (!T->isReferenceType() && !T->isPointerType())
    return true;
  if (!V.isLocalVarDecl() || !V.hasInit())
    return true;
  const Expr *Init = V.getInit()->IgnoreImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Init);
      Address && Address->getOpcode() == UO_AddrOf)
    Init = Address->getSubExpr();
  const Source From = sourceOf(Init);
  const VarDecl *Next = From.Object ? From.Object : From.Old;
  return From.IsGlobal || (Next && isImmutable(*Next, Block, Context));
}

bool stockReportsCopy(const VarDecl &V, const CXXConstructExpr &Copy,
                      const CompoundStmt &Block, ASTContext &Context) {
  if (isa<DecompositionDecl>(V) || stdName(V.getType()) == "function")
    return false;
  const Source From = sourceOf(Copy.getArg(0));
  if (!From.Old && !From.Object && !From.IsGlobal)
    return false;
  if (!isOnlyUsedAsConst(V, Block, Context, 0) &&
      !(V.getType().isConstQualified() && !From.Old))
    return false;
  const VarDecl *Needed = From.Old ? From.Old : From.Object;
  return !Needed || isImmutable(*Needed, Block, Context);
}

bool stockReportsCopy(const CXXForRangeStmt &Loop, ASTContext &Context) {
  const VarDecl &V = *Loop.getLoopVariable();
  if (V.getBeginLoc().isMacroID())
    return false;
  if (V.getType().isConstQualified())
    return true;
  if (ExprMutationAnalyzer(*Loop.getBody(), Context).isMutated(&V))
    return false;
  if (!allDeclRefExprs(V, *Loop.getBody(), Context).empty())
    return true;
  // One of the names of a structured binding.
  const auto *Parts = dyn_cast<DecompositionDecl>(&V);
  if (!Parts)
    return false;
  llvm::SmallVector<const Stmt *, 32> Work{Loop.getBody()};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && isa<BindingDecl>(Ref->getDecl()) &&
        cast<BindingDecl>(Ref->getDecl())->getDecomposedDecl() == Parts)
      return true;
    Work.append(S->child_begin(), S->child_end());
  }
  return false;
}

} // namespace clang::tidy::anomalloc
