//===- CopyLoop.cpp - a vector copied by hand -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "unnecessary-copy/CopyLoop.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace clang::tidy::anomalloc {

static const Expr *plain(const Expr *E) {
  return E ? E->IgnoreUnlessSpelledInSource() : nullptr;
}

static bool names(const Expr *E, const ValueDecl &D) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(plain(E));
  return Ref && Ref->getDecl() == &D;
}

/// `m` of `m.size()` and the like.
static const Expr *objectOf(const Expr *Call, unsigned AnyOf) {
  Call = plain(Call);
  // The conversion to int or size_t may be written.
  if (const auto *Cast = dyn_cast_or_null<ExplicitCastExpr>(Call))
    Call = plain(Cast->getSubExpr());
  const auto *Member = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  return Member && callsMember(*Member, AnyOf)
             ? Member->getImplicitObjectArgument()->IgnoreParenImpCasts()
             : nullptr;
}

/// The only statement of a body.
static const Stmt *single(const Stmt *Body) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body))
    return Block->size() == 1 ? Block->body_front() : nullptr;
  return Body;
}

/// The two operands of `a = b`.
static std::pair<const Expr *, const Expr *> assignment(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  E = plain(E);
  if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(E);
      Binary && Binary->getOpcode() == BO_Assign)
    return {plain(Binary->getLHS()), plain(Binary->getRHS())};
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Equal)
    return {plain(Call->getArg(0)), plain(Call->getArg(1))};
  return {};
}

/// The container of `c[Index]` or `c.at(Index)`.
static const Expr *elementOf(const Expr *E, const VarDecl &Index) {
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2 &&
      names(Call->getArg(1), Index))
    return Call->getArg(0)->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E);
      Call && methodName(*Call) == "at" && names(Call->getArg(0), Index))
    return Call->getImplicitObjectArgument()->IgnoreParenImpCasts();
  return nullptr;
}

/// `for (i = 0; i < m.size(); ++i) v[i] = m[i];`
static const Expr *byIndex(const Stmt *S, const VarDecl &V,
                           const Expr &Expected) {
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *Group =
      For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *Index = Group && Group->isSingleDecl()
                          ? dyn_cast<VarDecl>(Group->getSingleDecl())
                          : nullptr;
  const auto *Zero =
      Index ? dyn_cast_or_null<IntegerLiteral>(plain(Index->getInit()))
            : nullptr;
  const auto *Condition =
      dyn_cast_or_null<BinaryOperator>(For ? plain(For->getCond()) : nullptr);
  const auto *Step =
      dyn_cast_or_null<UnaryOperator>(For ? plain(For->getInc()) : nullptr);
  if (!Zero || Zero->getValue() != 0 || !Condition || !Step ||
      (Condition->getOpcode() != BO_LT && Condition->getOpcode() != BO_NE) ||
      !names(Condition->getLHS(), *Index) || !Step->isIncrementOp() ||
      !names(Step->getSubExpr(), *Index))
    return nullptr;
  auto [Left, Right] = assignment(single(For->getBody()));
  const Expr *To = elementOf(Left, *Index), *From = elementOf(Right, *Index);
  const Expr *Sized = objectOf(Condition->getRHS(), StdMember::Count);
  if (!To || !names(To, V) || !From || !Sized ||
      !nameSameObject(From, &Expected) ||
      (!names(Sized, V) && !nameSameObject(Sized, From)))
    return nullptr;
  return From;
}

/// `for (x : m) v.push_back(x);`
static const Expr *byAppending(const Stmt *S, const VarDecl &V) {
  const auto *For = dyn_cast<CXXForRangeStmt>(S);
  const auto *Body =
      For ? dyn_cast_or_null<Expr>(single(For->getBody())) : nullptr;
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(plain(Body));
  if (!Call || Call->getNumArgs() != 1 || !For->getLoopVariable() ||
      !appendsOne(*Call))
    return nullptr;
  const bool IsOwnType =
      Call->getArg(0)->getType().getCanonicalType().getUnqualifiedType() ==
      typeArgument(V.getType(), 0).getCanonicalType();
  if (!IsOwnType || !names(Call->getImplicitObjectArgument(), V) ||
      !names(Call->getArg(0), *For->getLoopVariable()))
    return nullptr;
  return For->getRangeInit()->IgnoreParenImpCasts();
}

CopyLoop copyLoopInto(const VarDecl &V, const CompoundStmt &Block,
                      ASTContext &Context) {
  if (!isStd(V.getType(), {"vector", "deque"}) || !V.getInit())
    return {};
  const auto *Made = dyn_cast<CXXConstructExpr>(V.getInit()->IgnoreImplicit());
  if (!Made)
    return {};
  auto HasItsType = [&](const Expr *E) {
    return E && E->isLValue() &&
           Context.hasSameUnqualifiedType(E->getType(), V.getType());
  };
  auto Given = [&](unsigned I) {
    return I < Made->getNumArgs() && !Made->getArg(I)->isDefaultArgument();
  };
  CopyLoop Found;
  if (Given(0) && Given(1)) {
    const Expr *First = objectOf(Made->getArg(0), StdMember::Begin);
    const Expr *Last = objectOf(Made->getArg(1), StdMember::End);
    if (HasItsType(First) && Last && nameSameObject(First, Last))
      Found.From = First;
    if (First || Last)
      return Found;
  }
  // The statements behind the declaration.
  const auto *At = llvm::find_if(Block.body(), [&](const Stmt *S) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    return Group && Group->isSingleDecl() && Group->getSingleDecl() == &V;
  });
  if (At == Block.body_end() || ++At == Block.body_end())
    return {};
  if (Given(0)) {
    const Expr *Sized = objectOf(Made->getArg(0), StdMember::Count);
    const Expr *From = HasItsType(Sized) ? byIndex(*At, V, *Sized) : nullptr;
    return {From, {*At}};
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(*At);
      Call && methodName(*Call) == "reserve" &&
      names(Call->getImplicitObjectArgument(), V)) {
    Found.By.push_back(*At);
    if (++At == Block.body_end())
      return {};
  }
  Found.By.push_back(*At);
  const Expr *From = byAppending(*At, V);
  Found.From = HasItsType(From) ? From : nullptr;
  return Found;
}

} // namespace clang::tidy::anomalloc
