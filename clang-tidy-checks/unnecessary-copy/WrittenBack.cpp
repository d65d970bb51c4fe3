//===- WrittenBack.cpp - a copy that replaces its original ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "unnecessary-copy/WrittenBack.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/SameObject.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The variable that \p E copies or moves from.
static const DeclRefExpr *given(const Expr &E) {
  const Expr *At = E.IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(At);
      Call && Call->isCallToStdMove())
    At = Call->getArg(0)->IgnoreParenImpCasts();
  return dyn_cast<DeclRefExpr>(At);
}

const Expr *writtenBack(const VarDecl &V, const Expr &From,
                        const CompoundStmt &Block, const FunctionFlow &Flow) {
  bool IsBehind = false;
  for (const Stmt *S : Block.body()) {
    if (const auto *Declares = dyn_cast<DeclStmt>(S);
        Declares && Declares->isSingleDecl() && Declares->getSingleDecl() == &V)
      IsBehind = true;
    else if (IsBehind) {
      const auto *E = dyn_cast<Expr>(S);
      const auto *Assign =
          E ? dyn_cast<CXXOperatorCallExpr>(E->IgnoreImplicit()) : nullptr;
      const bool Assigns = Assign && Assign->getOperator() == OO_Equal &&
                           Assign->getNumArgs() == 2;
      const DeclRefExpr *Given = Assigns ? given(*Assign->getArg(1)) : nullptr;
      if (!Given || Given->getDecl() != &V) {
        if (mentionsObject(*S, From))
          return nullptr;
        continue;
      }
      return nameSameObject(Assign->getArg(0)->IgnoreParenImpCasts(), &From) &&
                     Flow.isLastUse(*Given, V)
                 ? Assign
                 : nullptr;
    }
  }
  return nullptr;
}

} // namespace clang::tidy::anomalloc
