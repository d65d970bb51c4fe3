//===- Follower.cpp - where an expression leads ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/Follower.h"
#include "utils/ast/Climb.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc::uses {

/// Against explosion: expressions looked at for one reference.
constexpr unsigned MaxSteps = 4000;

void Follower::note(UseKind Kind, const Stmt *By, View V) {
  if (Kind != UseKind::Escape) {
    if (V.Outside)
      Kind = UseKind::Read;
    else if (V.Is != View::Whole && Kind == UseKind::Copy)
      Kind = UseKind::Read;
    else if (V.Is != View::Whole && Kind != UseKind::Read)
      Kind = UseKind::Write;
  }
  if (Found.All.empty() || Kind > Found.Strongest) {
    Found.Strongest = Kind;
    Found.By = By;
  }
  Found.All.insert(Kind);
  if (Kind == UseKind::Escape)
    Found.Keeps = true;
}

void Follower::reference(const Expr &Reference, View V) {
  if (++Steps > MaxSteps)
    return note(UseKind::Escape, nullptr, V);
  follow(Reference, V);
  // Each lambda around it that captures by reference.
  const auto *Name = dyn_cast<DeclRefExpr>(&Reference);
  if (!Name || !Name->refersToEnclosingVariableOrCapture())
    return;
  const Stmt *Inner = &Reference;
  while (const FunctionDecl *F = Index.functionOf(*Inner)) {
    if (F == Name->getDecl()->getDeclContext())
      return;
    const auto *CallOperator = dyn_cast<CXXMethodDecl>(F);
    const LambdaExpr *L =
        CallOperator ? Index.lambdaOf(*CallOperator) : nullptr;
    if (!L)
      return;
    if (escapes(*L))
      note(UseKind::Escape, L, V);
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy &&
          declaresSameEntity(C.getCapturedVar(), Name->getDecl()))
        return;
    Inner = L;
  }
}

bool Follower::escapes(const LambdaExpr &L) {
  if (!Lambdas.insert(&L).second)
    return false; // its own body names it
  Follower Other(Index);
  Other.Lambdas = Lambdas;
  Other.Steps = Steps;
  Other.follow(L, {View::Handle, false, false});
  Steps = Other.Steps;
  Lambdas.erase(&L);
  return Other.Found.All.has(UseKind::Escape);
}

void Follower::follow(const Expr &E, View V) {
  if (++Steps > MaxSteps)
    return note(UseKind::Escape, nullptr, V);
  DynTypedNode Parent = Index.parentOf(E);
  if (const auto *S = Parent.get<Stmt>())
    return inStatement(*S, E, V);
  if (const auto *D = Parent.get<VarDecl>(); D && !isa<ParmVarDecl>(D))
    return variable(*D, V);
  // A constructor initialiser, a default argument or member initialiser.
  note(UseKind::Escape, &E, V);
}

void Follower::inStatement(const Stmt &P, const Expr &E, View V) {
  const auto *Outer = dyn_cast<Expr>(&P);
  if (!Outer) {
    if (const auto *Return = dyn_cast<ReturnStmt>(&P))
      return returned(*Return, V);
    switch (P.getStmtClass()) {
    case Stmt::CompoundStmtClass:
      if (Index.parentOf(P).get<StmtExpr>())
        return note(UseKind::Escape, &P, V); // may be the result
      return; // dropped: what was done up to here is all
    case Stmt::IfStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::SwitchStmtClass:
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::LabelStmtClass:
    case Stmt::AttributedStmtClass:
    case Stmt::CXXForRangeStmtClass:
      return; // dropped as well
    default:
      return note(UseKind::Escape, &P, V);
    }
  }
  switch (P.getStmtClass()) {
  case Stmt::ParenExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::SubstNonTypeTemplateParmExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return follow(*Outer, V);
  case Stmt::MemberExprClass:
    return member(cast<MemberExpr>(P), V);
  case Stmt::UnaryOperatorClass:
    return unary(cast<UnaryOperator>(P), V);
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binary(cast<BinaryOperator>(P), E, V);
  case Stmt::ConditionalOperatorClass:
    if (cast<ConditionalOperator>(P).getCond() == &E)
      return note(UseKind::Read, nullptr, V);
    return follow(*Outer, V);
  case Stmt::ArraySubscriptExprClass:
    if (cast<ArraySubscriptExpr>(P).getBase() != &E)
      return note(UseKind::Read, nullptr, V);
    return follow(*Outer, V.pointee());
  case Stmt::InitListExprClass: // const char *p{x.c_str()}
    if (const auto &List = cast<InitListExpr>(P);
        List.getNumInits() == 1 && (List.isTransparent() || List.isGLValue() ||
                                    List.getType()->isScalarType()))
      return follow(List, V);
    return note(UseKind::Escape, &P, V);
  case Stmt::LambdaExprClass:
    return captured(cast<LambdaExpr>(P), E, V);
  case Stmt::ArrayInitLoopExprClass:
    return note(V.isHandle() ? UseKind::Escape : UseKind::Copy, &P, V);
  case Stmt::CXXTypeidExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
    return note(UseKind::Read, &P, V);
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(&P))
      return conversion(*Cast, E, V);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(&P)) {
      for (unsigned I = 0; I != Construct->getNumArgs(); ++I)
        if (Construct->getArg(I) == &E)
          return construct(*Construct, I, V);
      return note(UseKind::Escape, &P, V);
    }
    if (isa<CallExpr>(P))
      return call(*Outer, E, V);
    return note(UseKind::Escape, &P, V);
  }
}

void Follower::conversion(const CastExpr &Cast, const Expr &E, View V) {
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue:
    if (V.isHandle())
      return follow(Cast, V);
    if (V.Is == View::Part && V.Deep && Cast.getType()->isPointerType())
      return follow(Cast, V.as(View::Handle));
    return note(UseKind::Read, nullptr, V);
  case CK_NoOp:
    if (Cast.isXValue() && E.isLValue() && isa<ExplicitCastExpr>(Cast))
      return note(UseKind::Move, &Cast, V);
    return follow(Cast, V);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_Dynamic:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return follow(Cast, V);
  case CK_ArrayToPointerDecay:
    return follow(Cast, V.as(View::Handle));
  case CK_FunctionToPointerDecay:
    return follow(Cast, V.as(View::Handle));
  case CK_BitCast:
    return follow(Cast, V);
  case CK_ToVoid:
    return;
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean:
    return note(UseKind::Read, nullptr, V);
  default:
    note(UseKind::Escape, &Cast, V);
  }
}

void Follower::member(const MemberExpr &Member, View V) {
  const ValueDecl *D = Member.getMemberDecl();
  if (isa<CXXMethodDecl>(D)) {
    // The call is next; between them are only parentheses.
    const Expr *Callee = &Member;
    DynTypedNode Parent = Index.parentOf(*Callee);
    while (const auto *Paren = Parent.get<ParenExpr>())
      Parent = Index.parentOf(*(Callee = Paren));
    if (const auto *Call = Parent.get<CXXMemberCallExpr>())
      if (const CXXMethodDecl *Method = Call->getMethodDecl())
        return method(*Method, *Call, Member.isArrow() ? V.pointee() : V);
    return note(cast<CXXMethodDecl>(D)->isStatic() ? UseKind::Read
                                                   : UseKind::Escape,
                &Member, V);
  }
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return note(UseKind::Read, nullptr, V); // static
  if (V.isHandle() && !Member.isArrow()) {
    // A pair of iterators, say.
    if (isHandle(Field->getType()))
      return follow(Member, V.as(View::Handle));
    return note(UseKind::Read, nullptr, V);
  }
  View Inner = V.as(View::Part);
  if (Field->getType()->isReferenceType() && !V.Deep)
    Inner.Outside = true;
  follow(Member, Inner);
}

void Follower::unary(const UnaryOperator &Op, View V) {
  switch (Op.getOpcode()) {
  case UO_AddrOf:
    if (V.isHandle())
      return note(UseKind::Escape, &Op, V);
    return follow(Op, V.handle());
  case UO_Deref:
    return follow(Op, V.pointee());
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    if (V.isHandle())
      return follow(Op, V);
    return note(UseKind::Assign, &Op, V);
  case UO_LNot:
  case UO_Not:
  case UO_Minus:
  case UO_Plus:
    return note(UseKind::Read, nullptr, V);
  case UO_Extension:
  case UO_Real:
  case UO_Imag:
    return follow(Op, V);
  default:
    note(UseKind::Escape, &Op, V);
  }
}

const VarDecl *localNamed(const Expr &E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType()
             ? Variable
             : nullptr;
}

void Follower::binary(const BinaryOperator &Op, const Expr &E, View V) {
  const bool IsLeft = Op.getLHS() == &E;
  if (Op.getOpcode() == BO_Comma) {
    if (IsLeft)
      return note(UseKind::Read, nullptr, V);
    return follow(Op, V);
  }
  if (Op.isAssignmentOp()) {
    if (IsLeft) {
      if (V.isHandle()) // the variable is led elsewhere
        return Op.isCompoundAssignmentOp() ? follow(Op, V)
                                           : note(UseKind::Read, nullptr, V);
      return note(UseKind::Assign, &Op, V);
    }
    const VarDecl *Target = localNamed(*Op.getLHS());
    if (V.isHandle() && Target && !Op.isCompoundAssignmentOp()) {
      Found.Keeps = true;
      return references(*Target, V);
    }
    return note(V.isHandle() ? UseKind::Escape : UseKind::Read, &Op, V);
  }
  if (V.isHandle() && Op.isComparisonOp())
    return; // it != v.end() reads no element
  if (Op.isComparisonOp() || Op.isLogicalOp() || !V.isHandle())
    return note(Op.isPtrMemOp() ? UseKind::Escape : UseKind::Read, nullptr, V);
  if (Op.isAdditiveOp())
    return Op.getType()->isPointerType() ? follow(Op, V)
                                         : note(UseKind::Read, nullptr, V);
  note(UseKind::Escape, &Op, V);
}

void Follower::returned(const ReturnStmt &Return, View V) {
  const FunctionDecl *F = Index.functionOf(Return);
  if (F && !Frames.empty() && Frames.back() == F) {
    Found.Returned.push_back(V);
    return;
  }
  note(UseKind::Escape, &Return, V);
}

void Follower::captured(const LambdaExpr &Lambda, const Expr &E, View V) {
  for (auto [Capture, Init] : zip(Lambda.captures(), Lambda.capture_inits())) {
    if (Init != &E || !Capture.capturesVariable())
      continue;
    if (Capture.getCaptureKind() == LCK_ByCopy) {
      // Class objects were copied before, in a CXXConstructExpr.
      if (!V.isHandle())
        return note(UseKind::Copy, &Lambda, V);
      for (const Expr *Inner : Index.inCopy(Lambda, *Capture.getCapturedVar()))
        reference(*Inner, V);
    }
    Found.Keeps = true;
    return note(escapes(Lambda) ? UseKind::Escape : UseKind::Read, &Lambda, V);
  }
  note(UseKind::Escape, &Lambda, V);
}

void Follower::variable(const VarDecl &Variable, View V) {
  DynTypedNode Parent = Index.parentOf(Variable);
  const auto *Declaration = Parent.get<DeclStmt>();
  Found.Keeps = true;
  if (!Variable.hasLocalStorage() ||
      (!V.isHandle() && !Variable.getType()->isReferenceType()))
    return note(UseKind::Escape, Declaration, V);

  if (const auto *Parts = dyn_cast<DecompositionDecl>(&Variable)) {
    for (const BindingDecl *Binding : Parts->bindings())
      if (!V.isHandle())
        references(*Binding, V.as(View::Part));
      else if (isHandle(Binding->getType()))
        references(*Binding, V.as(View::Handle));
    return;
  }

  if (const CXXForRangeStmt *Loop = rangeLoopOf(Variable, Index)) {
    Follower Other(Index);
    Other.Frames = Frames;
    Other.Following = Following;
    Other.Lambdas = Lambdas;
    Other.Steps = Steps;
    Other.references(Variable, V);
    Steps = Other.Steps;
    return take(Other.Found, *Loop);
  }
  references(Variable, V);
  if (Variable.isInitCapture())
    if (const auto *L = Parent.get<LambdaExpr>(); !L || escapes(*L))
      note(UseKind::Escape, L, V);
}

void Follower::references(const ValueDecl &D, View V) {
  std::pair<const ValueDecl *, unsigned> Key(&D, V.Is | (V.Outside << 4) |
                                                     (V.Deep << 5));
  if (!Following.insert(Key).second)
    return; // in a loop: already under way
  for (const Expr *Reference : Index.to(D))
    reference(*Reference, V);
}

void Follower::take(const Findings &Theirs, const Stmt &By) {
  for (unsigned I = 0; I != NumUseKinds; ++I)
    if (Theirs.All.has(UseKind(I)))
      note(UseKind(I), &By, {View::Whole, false, false});
  Found.Keeps |= Theirs.Keeps;
  Found.Returned.append(Theirs.Returned);
}

} // namespace clang::tidy::anomalloc::uses
