//===- SameObject.cpp - two expressions, one object -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/SameObject.h"
#include "utils/ast/Descend.h"
#include "utils/ast/Overrides.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether calling \p F twice with the same arguments gives the same object:
/// operators that reach elements, and accessors that do not change theirs.
static bool isAccessor(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || Method->isStatic() || Method->getParent()->isLambda())
    return false;
  if (Method->isConst())
    return true;
  if (!F.getReturnType()->isReferenceType() &&
      !F.getReturnType()->isPointerType())
    return false;
  switch (F.getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Call:
  case OO_Star:
  case OO_Arrow:
    return true;
  default:
    break;
  }
  // data() and data() const: the usual pair of accessors.
  return hasConstTwin(*Method);
}

static bool sameArguments(const CallExpr &A, const CallExpr &B) {
  if (A.getNumArgs() != B.getNumArgs())
    return false;
  for (unsigned I = 0; I < A.getNumArgs(); ++I)
    if (!nameSameObject(A.getArg(I), B.getArg(I)))
      return false;
  return true;
}

static bool sameCall(const CallExpr &A, const CallExpr &B) {
  const FunctionDecl *F = A.getDirectCallee();
  if (!F || F != B.getDirectCallee() || !isAccessor(*F) || !sameArguments(A, B))
    return false;
  const auto *MA = dyn_cast<CXXMemberCallExpr>(&A);
  const auto *MB = dyn_cast<CXXMemberCallExpr>(&B);
  return !MA || !MB ||
         nameSameObject(MA->getImplicitObjectArgument(),
                        MB->getImplicitObjectArgument());
}

bool nameSameObject(const Expr *A, const Expr *B) {
  // With parentheses and implicit conversions, but not with implicit `this`.
  auto Spelled = [](const Expr *E) {
    for (const Expr *Before = nullptr; Before != E;) {
      Before = E;
      E = E->IgnoreParens()->IgnoreImplicit();
      if (const auto *C = dyn_cast<CXXConstructExpr>(E);
          C && C->getNumArgs() &&
          (C->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(C->getArg(1))))
        E = C->getArg(0);
    }
    return E;
  };
  A = Spelled(A);
  B = Spelled(B);
  if (A->getStmtClass() != B->getStmtClass() ||
      A->getType().isVolatileQualified())
    return false;

  if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
    return Ref->getDecl() == cast<DeclRefExpr>(B)->getDecl();
  if (isa<CXXThisExpr>(A))
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(A))
    return Member->getMemberDecl() == cast<MemberExpr>(B)->getMemberDecl() &&
           nameSameObject(Member->getBase(), cast<MemberExpr>(B)->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(A))
    return nameSameObject(Element->getBase(),
                          cast<ArraySubscriptExpr>(B)->getBase()) &&
           nameSameObject(Element->getIdx(),
                          cast<ArraySubscriptExpr>(B)->getIdx());
  if (const auto *Unary = dyn_cast<UnaryOperator>(A))
    return !Unary->isIncrementDecrementOp() &&
           Unary->getOpcode() == cast<UnaryOperator>(B)->getOpcode() &&
           nameSameObject(Unary->getSubExpr(),
                          cast<UnaryOperator>(B)->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(A))
    return !Binary->isAssignmentOp() &&
           Binary->getOpcode() == cast<BinaryOperator>(B)->getOpcode() &&
           nameSameObject(Binary->getLHS(),
                          cast<BinaryOperator>(B)->getLHS()) &&
           nameSameObject(Binary->getRHS(), cast<BinaryOperator>(B)->getRHS());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(A))
    return Cast->getType().getCanonicalType() ==
               B->getType().getCanonicalType() &&
           nameSameObject(Cast->getSubExpr(),
                          cast<ExplicitCastExpr>(B)->getSubExpr());
  if (const auto *Number = dyn_cast<IntegerLiteral>(A))
    return Number->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (const auto *Char = dyn_cast<CharacterLiteral>(A))
    return Char->getValue() == cast<CharacterLiteral>(B)->getValue();
  if (const auto *Text = dyn_cast<StringLiteral>(A))
    return Text->getBytes() == cast<StringLiteral>(B)->getBytes();
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(A))
    return Bool->getValue() == cast<CXXBoolLiteralExpr>(B)->getValue();
  if (const auto *Call = dyn_cast<CallExpr>(A))
    return sameCall(*Call, *cast<CallExpr>(B));
  return false;
}

bool mentionsObject(const Stmt &S, const Expr &Object) {
  const auto *E = dyn_cast<Expr>(&S);
  return (E && nameSameObject(E, &Object)) ||
         anyChild(S, mentionsObject, Object);
}

} // namespace clang::tidy::anomalloc
