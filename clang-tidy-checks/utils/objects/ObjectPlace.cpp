//===- ObjectPlace.cpp - where an object stands ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/ObjectPlace.h"
#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/PlaceResolver.h"
#include "clang/AST/DeclCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace places {

const Expr &plain(const Expr &E) {
  const Expr *Plain = &E;
  while (true) {
    const Expr *Before = Plain;
    Plain = Plain->IgnoreParens();
    if (const Expr *Wrapped = operandOfWrapper(*Plain))
      Plain = Wrapped;
    else if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(Plain);
             Opaque && Opaque->getSourceExpr())
      Plain = Opaque->getSourceExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(Plain);
             Cast && Cast->getCastKind() != CK_ArrayToPointerDecay)
      Plain = Cast->getSubExpr();
    if (Plain == Before)
      return *Plain;
  }
}

void Resolver::variable(const VarDecl &V, QualType Type, ObjectPlaces &Out) {
  if (!V.getType()->isReferenceType()) {
    if (V.hasGlobalStorage())
      return root(ObjectPlace::Global, &V, Type, Out);
    // A variable of the function around a lambda is not the lambda's own.
    bool IsOwn = !Flow || V.getDeclContext() == &Flow->function();
    if (Flow)
      for (const DeclRefExpr *Use : Flow->usesOf(V))
        IsOwn |= !Use->refersToEnclosingVariableOrCapture();
    return root(IsOwn ? ObjectPlace::Local : ObjectPlace::Parameter, &V, Type,
                Out);
  }
  const Expr *Init = V.getInit();
  if (isa<ParmVarDecl>(V) || !Init || V.hasGlobalStorage())
    return root(ObjectPlace::Parameter, &V, Type, Out);
  if (!Open.insert(&V).second)
    return;
  const Expr *Spelled = Init->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(Spelled))
    Spelled = Full->getSubExpr()->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Spelled))
    Spelled = Cast->getSubExpr()->IgnoreParens();
  if (isa<MaterializeTemporaryExpr>(Spelled)) // lives as long as V
    root(ObjectPlace::Local, &V, Type, Out);
  else
    object(*Init, Out);
  Open.erase(&V);
}

void Resolver::object(const Expr &E, ObjectPlaces &Out) {
  if (Depth > 40)
    return root(ObjectPlace::Unknown, nullptr, E.getType(), Out);
  ++Depth;
  const Expr &Plain = plain(E);
  QualType Type = Plain.getType();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&Plain)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      variable(*V, Type, Out);
    else if (const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl())) {
      const VarDecl *Holding = Binding->getHoldingVar();
      const auto *Whole =
          dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl());
      if (!Holding && Binding->getBinding())
        object(*Binding->getBinding(), Out);
      else if (Whole) {
        ObjectPlaces Base;
        variable(*Whole, Whole->getType(), Base);
        for (ObjectPlace &P : Base) {
          P.Steps.push_back({PlaceStep::Accessor, P.Type});
          P.Type = Type;
          Out.push_back(std::move(P));
        }
      }
    } else
      root(ObjectPlace::Unknown, nullptr, Type, Out);
  } else if (const auto *Member = dyn_cast<MemberExpr>(&Plain)) {
    if (const auto *V = dyn_cast<VarDecl>(Member->getMemberDecl()))
      root(ObjectPlace::Global, V, Type, Out);
    else if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl())) {
      if (Field->getType()->isReferenceType())
        root(ObjectPlace::Pointee, nullptr, Type, Out);
      else
        step(*Member->getBase(), Member->isArrow(), PlaceStep::Field, Field,
             Type, Out);
    } else
      root(ObjectPlace::Unknown, nullptr, Type, Out);
  } else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(&Plain))
    pointee(*Index->getBase(), Out);
  else if (const auto *Unary = dyn_cast<UnaryOperator>(&Plain)) {
    if (Unary->getOpcode() == UO_Deref)
      pointee(*Unary->getSubExpr(), Out);
    else if (Unary->isGLValue())
      object(*Unary->getSubExpr(), Out);
    else
      root(ObjectPlace::Temporary, nullptr, Type, Out);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(&Plain);
             Binary && Binary->isGLValue())
    object(Binary->isAssignmentOp() ? *Binary->getLHS() : *Binary->getRHS(),
           Out);
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&Plain);
           Choice && Choice->isGLValue()) {
    object(*Choice->getTrueExpr(), Out);
    object(*Choice->getFalseExpr(), Out);
  } else if (const auto *Call = dyn_cast<CallExpr>(&Plain);
             Call && Call->isGLValue())
    call(*Call, Out);
  else if (const auto *Array = dyn_cast<CastExpr>(&Plain))
    object(*Array->getSubExpr(), Out);
  else
    root(Plain.isPRValue()           ? ObjectPlace::Temporary
         : isa<StringLiteral>(Plain) ? ObjectPlace::Global
                                     : ObjectPlace::Unknown,
         nullptr, Type, Out);
  --Depth;
}

} // namespace places

bool ObjectPlace::isInVariable() const {
  return Variable && Root != Pointee &&
         (!Variable->getType()->isReferenceType() || Root == Local) &&
         all_of(Steps, [](const PlaceStep &S) {
           return S.Kind == PlaceStep::Field || S.Kind == PlaceStep::Element ||
                  S.Kind == PlaceStep::Owned;
         });
}

ObjectPlaces placesOf(const Expr &E, const FunctionFlow &Flow) {
  ObjectPlaces Out;
  places::Resolver(&Flow).object(E, Out);
  return Out;
}

ObjectPlaces placesOf(const Expr &E) {
  ObjectPlaces Out;
  places::Resolver(nullptr).object(E, Out);
  return Out;
}

ObjectPlaces pointeesOf(const Expr &E, const FunctionFlow &Flow) {
  ObjectPlaces Out;
  places::Resolver(&Flow).pointee(E, Out);
  return Out;
}

ObjectPlaces placesReached(const Expr &E, const FunctionFlow &Flow) {
  return E.isPRValue() && E.getType()->isAnyPointerType() ? pointeesOf(E, Flow)
                                                          : placesOf(E, Flow);
}

} // namespace clang::tidy::anomalloc
