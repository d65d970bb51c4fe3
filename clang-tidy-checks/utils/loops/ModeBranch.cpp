//===- ModeBranch.cpp - branches that a call may never take ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/ModeBranch.h"
#include "utils/ast/Climb.h"
#include "utils/loops/EnclosingLoops.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
/// Asks what the conditions around a statement say about its function's modes.
class Modes {
public:
  Modes(const Stmt &S, const ReferenceIndex &Index)
      : Index(Index), Function(Index.functionOf(S)) {}

  /// Whether an expression that has to be \p Wanted asks for a mode. What
  /// follows a check of the call (`if (!Open) return;`) runs as a rule: there,
  /// a member that is true is none.
  bool decide(const Expr &Condition, bool Wanted, bool Guard) const;
  /// Whether a switch over it does.
  bool isMode(const Expr &E) const {
    return E.getType()->isIntegralOrEnumerationType() && state(E);
  }

private:
  const ValueDecl *state(const Expr &E) const;
  bool isSetHere(const ValueDecl &D) const;
  bool compare(const BinaryOperator &Comparison, bool Wanted) const;

  const ReferenceIndex &Index;
  const FunctionDecl *Function;
};
} // namespace

/// A member of `this`, or of a member of it, or a global; null for anything
/// else. Parameters tell calls apart.
const ValueDecl *Modes::state(const Expr &E) const {
  const Expr *Plain = E.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || V->getType()->isReferenceType())
      return nullptr;
    return V->hasGlobalStorage() && !V->getType().isConstQualified() ? V
                                                                     : nullptr;
  }
  // A getter: `type() == Curved`.
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Plain)) {
    const auto *Object = Call->getImplicitObjectArgument();
    return !Call->getNumArgs() && Object && Call->getType()->isEnumeralType() &&
                   isa<CXXThisExpr>(Object->IgnoreParenImpCasts())
               ? Call->getMethodDecl()
               : nullptr;
  }
  const auto *Member = dyn_cast<MemberExpr>(Plain);
  if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
    return nullptr;
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  while (const auto *Outer = dyn_cast<MemberExpr>(Base)) {
    if (Outer->getType()->isPointerType())
      return nullptr; // another object
    Base = Outer->getBase()->IgnoreParenImpCasts();
  }
  return isa<CXXThisExpr>(Base) ? Member->getMemberDecl() : nullptr;
}

/// Whether the function itself writes it: what is done once is noted there.
bool Modes::isSetHere(const ValueDecl &D) const {
  return Function && Function->getBody() &&
         usesIn(D, *Function->getBody(), Index).any(UseKind::Assign);
}

bool Modes::compare(const BinaryOperator &Comparison, bool Wanted) const {
  const Expr *Left = Comparison.getLHS()->IgnoreParenImpCasts();
  const Expr *Right = Comparison.getRHS()->IgnoreParenImpCasts();
  const bool Equal = (Comparison.getOpcode() == BO_EQ) == Wanted;
  for (const Expr *E : {Left, Right}) {
    const Expr &Other = E == Left ? *Right : *Left;
    const ValueDecl *D = state(*E);
    if (!D || Other.isValueDependent())
      continue;
    if (Other.isNullPointerConstant(Index.context(),
                                    Expr::NPC_ValueDependentIsNull) &&
        E->getType()->isPointerType())
      return Equal && isSetHere(*D);
    Expr::EvalResult Value;
    if (!E->getType()->isIntegralOrEnumerationType() ||
        !Other.EvaluateAsInt(Value, Index.context()))
      continue;
    // A size of 0 is no mode.
    return Equal && (E->getType()->isEnumeralType() || Value.Val.getInt() != 0);
  }
  return false;
}

bool Modes::decide(const Expr &Condition, bool Wanted, bool Guard) const {
  const Expr *E = Condition.IgnoreParenImpCasts();
  if (E->isTypeDependent())
    return false;
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return decide(*Not->getSubExpr(), !Wanted, Guard);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isLogicalOp()) {
      const bool Left = decide(*Binary->getLHS(), Wanted, Guard);
      const bool Right = decide(*Binary->getRHS(), Wanted, Guard);
      // All parts have to hold, or one of them has to.
      return (Binary->getOpcode() == BO_LAnd) == Wanted ? Left || Right
                                                        : Left && Right;
    }
    return Binary->isEqualityOp() && compare(*Binary, Wanted);
  }
  const ValueDecl *D = state(*E);
  if (!D)
    return false;
  if (E->getType()->isBooleanType())
    return (Wanted && !Guard) || isSetHere(*D);
  return E->getType()->isPointerType() && !Wanted && isSetHere(*D);
}

/// The labels of the statement \p Child of the body of a switch.
static const SwitchCase *labelOf(const CompoundStmt &Body, const Stmt &Child) {
  const SwitchCase *Label = nullptr;
  for (const Stmt *S : Body.body()) {
    if (const auto *Here = dyn_cast<SwitchCase>(S))
      Label = Here;
    if (S == &Child)
      break;
  }
  return Label;
}

static bool isDefault(const SwitchCase &Label) {
  const auto *Next = dyn_cast<SwitchCase>(Label.getSubStmt());
  return isa<DefaultStmt>(Label) || (Next && isDefault(*Next));
}

/// Whether a branch does nothing but return.
static bool returns(const Stmt &Branch) {
  const auto *Block = dyn_cast<CompoundStmt>(&Branch);
  return isa<ReturnStmt>(Branch) ||
         (Block && Block->size() == 1 && isa<ReturnStmt>(Block->body_front()));
}

SourceLocation branchOnModeAround(const Stmt &S, const ReferenceIndex &Index) {
  const Modes Of(S, Index);
  const SwitchCase *Label = nullptr;
  for (auto [Parent, Child] : parentsOf(S, Index)) {
    if (const auto *If = dyn_cast<IfStmt>(&Parent)) {
      if ((&Child == If->getThen() && Of.decide(*If->getCond(), true, false)) ||
          (&Child == If->getElse() && Of.decide(*If->getCond(), false, false)))
        return If->getCond()->getBeginLoc();
    } else if (const auto *Either = dyn_cast<ConditionalOperator>(&Parent)) {
      if (&Child != Either->getCond() &&
          Of.decide(*Either->getCond(), &Child == Either->getTrueExpr(), false))
        return Either->getCond()->getBeginLoc();
    } else if (const auto *Block = dyn_cast<CompoundStmt>(&Parent)) {
      Label = labelOf(*Block, Child);
      for (const Stmt *Before : Block->body()) {
        if (Before == &Child)
          break;
        const auto *Check = dyn_cast<IfStmt>(Before);
        if (Check && !Check->getElse() && !Check->isConsteval() &&
            returns(*Check->getThen()) &&
            Of.decide(*Check->getCond(), false, true))
          return Check->getCond()->getBeginLoc();
      }
    } else if (const auto *Switch = dyn_cast<SwitchStmt>(&Parent)) {
      if (&Child == Switch->getBody() && Label && !isDefault(*Label) &&
          Of.isMode(*Switch->getCond()))
        return Switch->getCond()->getBeginLoc();
    }
  }
  return {};
}

} // namespace clang::tidy::anomalloc
