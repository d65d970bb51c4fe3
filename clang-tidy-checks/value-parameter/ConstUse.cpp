//===- ConstUse.cpp - may an object become const --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "value-parameter/ConstUse.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
/// Follows an object, and positions in it, to where the type decides.
class ConstUseWalk {
public:
  explicit ConstUseWalk(const ReferenceIndex &Index) : Index(Index) {}

  bool variable(const ValueDecl &D, bool IsPosition = false) {
    if (!Seen.insert(&D).second)
      return true;
    return all_of(Index.to(D), [&](const Expr *E) {
      return IsPosition ? position(*E) : object(*E);
    });
  }

private:
  bool object(const Expr &E);
  bool position(const Expr &E);
  bool boundTo(const VarDecl &V, bool IsPosition);
  bool element(const CXXForRangeStmt &Loop);
  bool result(const Expr &Call) {
    if (Call.isGLValue())
      return object(Call);
    QualType Type = Call.getType();
    return Type->isArithmeticType() || Type->isVoidType() || position(Call);
  }

  const ReferenceIndex &Index;
  SmallPtrSet<const ValueDecl *, 8> Seen;
  unsigned Left = 256; ///< Expressions to look at.
};
} // namespace

static bool isConstMethod(const ValueDecl &D) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&D);
  return Method && (Method->isStatic() || Method->isConst());
}

/// Whether a callable takes part of an object by `T &`.
static bool takesByReference(QualType Callable) {
  auto IsWritable = [](QualType T) {
    return T->isLValueReferenceType() &&
           !T->getPointeeType().isConstQualified();
  };
  if (const CXXRecordDecl *Record = Callable->getAsCXXRecordDecl()) {
    if (!Record->hasDefinition())
      return false;
    for (const CXXMethodDecl *Method : Record->methods())
      if (Method->getOverloadedOperator() == OO_Call)
        for (const ParmVarDecl *P : Method->parameters())
          if (IsWritable(P->getType()))
            return true;
    return false;
  }
  if (Callable->isPointerType())
    Callable = Callable->getPointeeType();
  const auto *F = Callable->getAs<FunctionProtoType>();
  return F && any_of(F->param_types(), IsWritable);
}

bool ConstUseWalk::element(const CXXForRangeStmt &Loop) {
  const VarDecl *V = Loop.getLoopVariable();
  return isStdContainer(Loop.getRangeInit()->getType()) &&
         (!V->getType()->isReferenceType() || boundTo(*V, false));
}

bool ConstUseWalk::boundTo(const VarDecl &V, bool IsPosition) {
  if (V.getType()->isReferenceType() &&
      V.getType()->getPointeeType().isConstQualified() && !IsPosition)
    return true;
  if (V.isImplicit()) { // the range of a range-for
    const CXXForRangeStmt *Loop = rangeLoopOf(V, Index);
    return Loop && element(*Loop);
  }
  if (!V.getType()->getContainedAutoType())
    return false;
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&V))
    return !IsPosition && all_of(Parts->bindings(), [&](BindingDecl *Part) {
      return variable(*Part);
    });
  return variable(V, IsPosition);
}

bool ConstUseWalk::object(const Expr &E) {
  if (E.getType().isConstQualified())
    return true;
  if (!Left--)
    return false;
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *V = Parent.get<VarDecl>())
    return boundTo(*V, /*IsPosition=*/false);
  const auto *S = Parent.get<Stmt>();
  if (const auto *Loop = dyn_cast_or_null<CXXForRangeStmt>(S))
    return element(*Loop);
  if (isa_and_present<ParenExpr, ConditionalOperator>(S))
    return object(*cast<Expr>(S));
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(S))
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ToVoid:
      return true;
    case CK_NoOp:
      return isa<ImplicitCastExpr>(Cast) && Cast->getType().isConstQualified();
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return isa<ImplicitCastExpr>(Cast) && object(*Cast);
    default:
      return false;
    }
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(S)) {
    if (Member->isArrow() || isConstMethod(*Member->getMemberDecl()))
      return !Member->isArrow();
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      return Field->isMutable() || Field->getType()->isReferenceType() ||
             object(*Member);
    const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
    const auto *Call = Index.parentOf(*Member).get<Stmt>();
    // A const overload takes its place, and returns the const twin.
    return Method && Call && isa<CXXMemberCallExpr>(Call) && isOfStd(*Method) &&
           stdMemberUse(*Method) == UseKind::Read && result(*cast<Expr>(Call));
  }
  if (const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(S)) {
    const FunctionDecl *F = Operator->getDirectCallee();
    if (!F || Operator->getArg(0) != &E)
      return false;
    return isConstMethod(*F) ||
           (Operator->getOperator() == OO_Subscript && isOfStd(*F) &&
            !isStd(E.getType(), {"map", "unordered_map"}) && result(*Operator));
  }
  if (const auto *Call = dyn_cast_or_null<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    return F &&
           (isStdFunction(*F, StdFunction::Position | StdFunction::Size) ||
            isStdFunction(*F, {"get", "as_const"})) &&
           result(*Call);
  }
  if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(S))
    return !Lambda->isMutable();
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(S))
    return Unary->getOpcode() == UO_AddrOf && position(*Unary);
  return false;
}

bool ConstUseWalk::position(const Expr &E) {
  if (!Left--)
    return false;
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *V = Parent.get<VarDecl>())
    return boundTo(*V, /*IsPosition=*/true);
  const auto *S = Parent.get<Stmt>();
  if (!S)
    return false;
  if (!isa<Expr>(S)) // the value is not used
    return isa<CompoundStmt, ForStmt, WhileStmt, IfStmt, DoStmt>(S);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
    // To a const iterator or pointer.
    if (Cast->getCastKind() == CK_NoOp && Cast->getType()->isPointerType() &&
        Cast->getType()->getPointeeType().isConstQualified())
      return true;
    if (Cast->getCastKind() == CK_PointerToBoolean)
      return true;
  }
  if (isa<ParenExpr, ImplicitCastExpr, MaterializeTemporaryExpr, FullExpr,
          CXXBindTemporaryExpr>(S))
    return position(*cast<Expr>(S));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl &F = *Construct->getConstructor();
    if (F.isCopyOrMoveConstructor())
      return position(*Construct);
    return isOfStd(F) && !stdName(Construct->getType()).contains("reverse");
  }
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    return Member->isArrow() && (isConstMethod(*Member->getMemberDecl()) ||
                                 (Field && object(*Member)));
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
    const FunctionDecl *F = Operator->getDirectCallee();
    if (!F || !isOfStd(*F))
      return false;
    if (Operator->getOperator() == OO_Arrow)
      return position(*Operator);
    if (Operator->getOperator() == OO_Equal)
      return Operator->getArg(0) == &E; // what is assigned is asked by itself
    return Operator->getOperator() == OO_Star ||
                   Operator->getOperator() == OO_Subscript
               ? object(*Operator)
               : Operator->getType()->isArithmeticType() || position(*Operator);
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !isOfStd(*F) || !F->isTemplateInstantiation() ||
        any_of(Call->arguments(), [](const Expr *Argument) {
          return takesByReference(Argument->getType());
        }))
      return false;
    return isa<CXXMemberCallExpr>(Call) || result(*Call);
  }
  if (isa<ArraySubscriptExpr>(S))
    return object(*cast<Expr>(S));
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    return Unary->getOpcode() == UO_Deref ? object(*Unary) : position(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return Binary->isComparisonOp() || Binary->isLogicalOp() ||
           (Binary->isAdditiveOp() &&
            (Binary->getType()->isArithmeticType() || position(*Binary)));
  return false;
}

bool compilesAsConst(const ValueDecl &D, const ReferenceIndex &Index) {
  return ConstUseWalk(Index).variable(D);
}

} // namespace clang::tidy::anomalloc
