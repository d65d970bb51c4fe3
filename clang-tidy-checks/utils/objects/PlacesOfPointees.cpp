//===- PlacesOfPointees.cpp - what a pointer points to --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/Descend.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/PlaceResolver.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"

using namespace llvm;

namespace clang::tidy::anomalloc::places {

void Resolver::pointeeOfVariable(const VarDecl &V, QualType Type,
                                 ObjectPlaces &Out) {
  QualType To = pointeeType(Type);
  const Expr *Init = V.getInit();
  if (isa<ParmVarDecl>(V) || !Init || V.hasGlobalStorage() ||
      V.getType()->isReferenceType() || !Open.insert(&V).second)
    return root(ObjectPlace::Pointee, &V, To, Out);
  ObjectPlaces Found;
  pointee(*Init, Found);
  // Others would lead it elsewhere; the hidden ones of a range-for only step.
  if (!Flow && !V.isImplicit() && !V.getType().isConstQualified())
    root(ObjectPlace::Pointee, &V, To, Found);
  for (const DeclRefExpr *Use :
       Flow ? Flow->usesOf(V) : ArrayRef<const DeclRefExpr *>()) {
    const Stmt *Parent = Flow->parentOf(*Use);
    const Expr *Assigned = nullptr;
    if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent);
        Binary && Binary->getOpcode() == BO_Assign && Binary->getLHS() == Use)
      Assigned = Binary->getRHS();
    if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
        Call && Call->getOperator() == OO_Equal && Call->getArg(0) == Use)
      Assigned = Call->getArg(1);
    if (Assigned && !mentions(*Assigned, V))
      pointee(*Assigned, Found);
    else if (Assigned) // p = p->next
      root(ObjectPlace::Pointee, &V, To, Found);
    if (const auto *Address = dyn_cast_or_null<UnaryOperator>(Parent);
        Address && Address->getOpcode() == UO_AddrOf)
      root(ObjectPlace::Pointee, &V, To, Found);
  }
  Open.erase(&V);
  for (ObjectPlace &P : Found) {
    if (P.Root == ObjectPlace::Pointee && !P.Variable && P.Steps.empty())
      P.Variable = &V;
    Out.push_back(std::move(P));
  }
}

void Resolver::pointee(const Expr &E, ObjectPlaces &Out) {
  if (Depth > 40)
    return root(ObjectPlace::Unknown, nullptr, E.getType(), Out);
  ++Depth;
  const Expr &Plain = plain(E);
  QualType Type = Plain.getType();
  QualType To = pointeeType(Type);
  StringRef Class = stdName(Type);
  if (const auto *Array = dyn_cast<CastExpr>(&Plain)) // decays
    step(*Array->getSubExpr(), false, PlaceStep::Element, nullptr,
         Array->getType()->getPointeeType(), Out);
  else if (Type->isArrayType())
    step(Plain, false, PlaceStep::Element, nullptr,
         Type->getAsArrayTypeUnsafe()->getElementType(), Out);
  else if (isa<CXXThisExpr>(Plain))
    root(ObjectPlace::This, nullptr, To, Out);
  else if (To.isNull())
    root(ObjectPlace::Unknown, nullptr, Type, Out);
  else if (ownsPointee(Type))
    step(Plain, false, PlaceStep::Owned, nullptr, To, Out);
  else if (Class == "shared_ptr" || Class == "weak_ptr")
    step(Plain, false, PlaceStep::Shared, nullptr, To, Out);
  else if (const auto *Address = dyn_cast<UnaryOperator>(&Plain);
           Address && Address->getOpcode() == UO_AddrOf)
    object(*Address->getSubExpr(), Out);
  else if (const auto *Step = dyn_cast<UnaryOperator>(&Plain);
           Step && Step->isIncrementDecrementOp())
    pointee(*Step->getSubExpr(), Out);
  else if (const auto *Sum = dyn_cast<BinaryOperator>(&Plain);
           Sum && (Sum->isAdditiveOp() || Sum->isAssignmentOp()))
    pointee(Sum->getLHS()->getType()->isAnyPointerType() ? *Sum->getLHS()
                                                         : *Sum->getRHS(),
            Out);
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&Plain)) {
    pointee(*Choice->getTrueExpr(), Out);
    pointee(*Choice->getFalseExpr(), Out);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(&Plain);
             Ref && isa<VarDecl>(Ref->getDecl()))
    pointeeOfVariable(*cast<VarDecl>(Ref->getDecl()), Type, Out);
  else if (const auto *Call = dyn_cast<CallExpr>(&Plain))
    pointeeOfCall(*Call, Out);
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(&Plain);
           Made && Made->getNumArgs())
    pointee(*Made->getArg(0), Out);
  else if (const auto *Member = dyn_cast<MemberExpr>(&Plain);
           Member && !Member->isArrow() &&
           plain(*Member->getBase()).isPRValue() &&
           isa<CallExpr>(plain(*Member->getBase()))) // m.insert(x).first
    pointeeOfCall(cast<CallExpr>(plain(*Member->getBase())), Out);
  else
    root(ObjectPlace::Pointee, nullptr, To, Out);
  --Depth;
}

} // namespace clang::tidy::anomalloc::places
