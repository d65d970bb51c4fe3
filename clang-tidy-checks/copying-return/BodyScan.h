//===- BodyScan.h - what a getter does --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_BODYSCAN_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_BODYSCAN_H

#include "clang/AST/RecursiveASTVisitor.h"

namespace clang::tidy::anomalloc {

/// Collects the values that a body returns, and notes in Acts whether the body
/// does more than return: it changes something, takes a lock, and so on.
struct BodyScan : RecursiveASTVisitor<BodyScan> {
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitReturnStmt(ReturnStmt *S) {
    Returns.push_back(S->getRetValue());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    // A lock is there so that the caller gets a copy.
    const CXXRecordDecl *Type = V->getType()->getAsCXXRecordDecl();
    if (Type && Type->getDeclName().isIdentifier()) {
      std::string Name = Type->getName().lower();
      Acts |= Name.find("lock") != std::string::npos ||
              Name.find("guard") != std::string::npos ||
              Name.find("mutex") != std::string::npos;
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *S) {
    Acts |= S->isAssignmentOp() && !isLocal(S->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *S) {
    Acts |= S->isIncrementDecrementOp() && !isLocal(S->getSubExpr());
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    // std::map::find() on a non-const map is no change.
    Acts |= Method && !Method->isConst() && !Method->isStatic() &&
            !Method->getParent()->isInStdNamespace() && !isLocal(Object);
    Acts |= Method && Method->getDeclName().isIdentifier() &&
            Method->getName() == "lock";
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    Acts |= Call->isAssignmentOp() && !isLocal(Call->getArg(0));
    return true;
  }
  bool VisitCXXConstCastExpr(CXXConstCastExpr *) { return !(Acts = true); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) { return !(Acts = true); }
  bool VisitCoreturnStmt(CoreturnStmt *) { return !(Acts = true); }

  static bool isLocal(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType();
  }

  llvm::SmallVector<const Expr *, 4> Returns;
  bool Acts = false;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_COPYING_RETURN_BODYSCAN_H
