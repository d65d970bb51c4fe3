//===- PlacesOfCalls.cpp - what a call returns a reference to -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/PlaceResolver.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeReach.h"
#include "utils/uses/StdMembers.h"

using namespace llvm;

namespace clang::tidy::anomalloc::places {

StringRef nameOf(const NamedDecl &D) {
  return D.getDeclName().isIdentifier() ? D.getName() : "";
}

const Expr *objectOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && Method->isInstance())
    return Call.getArg(0);
  return nullptr;
}

bool objectIsPointer(const CallExpr &Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  return Member &&
         Member->getImplicitObjectArgument()->getType()->isAnyPointerType();
}

/// The member whose reference the method returns and nothing else, or null.
static const FieldDecl *returnedMember(const CXXMethodDecl &Method) {
  if (Method.isVirtual() || Method.isStatic())
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!Method.hasBody(Definition))
    return nullptr;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  if (!Return || !Return->getRetValue())
    return nullptr;
  const auto *Member =
      dyn_cast<MemberExpr>(Return->getRetValue()->IgnoreParenImpCasts());
  if (!Member || !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return nullptr;
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  return Field && !Field->getType()->isReferenceType() ? Field : nullptr;
}

void Resolver::call(const CallExpr &Call, ObjectPlaces &Out) {
  QualType Type = Call.getType();
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return root(ObjectPlace::Unknown, nullptr, Type, Out);
  const Expr *Object = objectOf(Call);
  StringRef Name = nameOf(*Callee);
  OverloadedOperatorKind Operator = Callee->getOverloadedOperator();

  if (isOfStd(*Callee) && !Object && Call.getNumArgs()) {
    if (Name == "move" || Name == "forward" || Name == "as_const" ||
        Name == "move_if_noexcept" || Operator == OO_LessLess ||
        Operator == OO_GreaterGreater || Name == "getline")
      return object(*Call.getArg(0), Out);
    if (Name == "get")
      return step(*Call.getArg(0), false, PlaceStep::Accessor, nullptr, Type,
                  Out);
  }
  if (Object) {
    bool IsPointer = objectIsPointer(Call);
    if (Operator == OO_Star && Call.getNumArgs() == 1)
      return pointee(*Object, Out);
    // x = y, x += y, ++x; v.append(y): the object itself.
    if (CXXOperatorCallExpr::isAssignmentOp(Operator) ||
        Operator == OO_PlusPlus || Operator == OO_MinusMinus)
      return IsPointer ? pointee(*Object, Out) : object(*Object, Out);
    QualType Class =
        IsPointer ? Object->getType()->getPointeeType() : Object->getType();
    if (isOfStd(*Callee) && holdsElements(Class)) {
      bool IsElement =
          Operator == OO_Subscript ||
          stdMember(Name).is(StdMember::Element | StdMember::AddsOne);
      if (IsElement)
        return step(*Object, IsPointer, PlaceStep::Element, nullptr, Type, Out);
      return IsPointer ? pointee(*Object, Out) : object(*Object, Out);
    }
    if (ownsPointee(Class) && !IsPointer &&
        (Operator == OO_Subscript || Name == "value"))
      return pointee(*Object, Out);
    if (const FieldDecl *Field = returnedMember(*cast<CXXMethodDecl>(Callee)))
      return step(*Object, IsPointer, PlaceStep::Field, Field, Type, Out);
  }
  origins(Call, Out);
}

/// A call of which only the type is known returns a reference to a part of its
/// object, or of one of its arguments.
void Resolver::origins(const CallExpr &Call, ObjectPlaces &Out) {
  QualType Type = Call.getType();
  size_t Before = Out.size();
  if (const Expr *Object = objectOf(Call)) {
    bool IsPointer = objectIsPointer(Call);
    QualType Class =
        IsPointer ? Object->getType()->getPointeeType() : Object->getType();
    step(*Object, IsPointer, PlaceStep::Accessor, nullptr, Type, Out);
    if (mayHoldReference(Class)) // perhaps it is kept elsewhere
      root(ObjectPlace::Pointee, nullptr, Type, Out);
  }
  const FunctionDecl *Callee = Call.getDirectCallee();
  unsigned First = isa<CXXOperatorCallExpr>(Call) && objectOf(Call) ? 1 : 0;
  QualType Result = Type.getCanonicalType().getUnqualifiedType();
  for (unsigned I = First; I < Call.getNumArgs(); ++I) {
    const Expr *Argument = Call.getArg(I);
    unsigned P = I - First;
    QualType As = Callee && P < Callee->getNumParams()
                      ? Callee->getParamDecl(P)->getType()
                      : Argument->getType();
    bool IsPointer = As->isAnyPointerType();
    if ((!As->isReferenceType() && !IsPointer) || !leadsTo(As, Type))
      continue;
    QualType Class =
        As->getPointeeType().getCanonicalType().getUnqualifiedType();
    // A key is no part of the answer, unless they are of one type.
    if (Out.size() > Before && Class != Result)
      continue;
    step(*Argument, IsPointer, PlaceStep::Accessor, nullptr, Type, Out);
  }
  if (Out.size() == Before) // what the call finds by itself is global
    root(objectOf(Call) ? ObjectPlace::Pointee : ObjectPlace::Global, nullptr,
         Type, Out);
}

void Resolver::pointeeOfCall(const CallExpr &Call, ObjectPlaces &Out) {
  QualType To = pointeeType(Call.getType());
  if (To.isNull())
    To = Call.getType();
  const FunctionDecl *Callee = Call.getDirectCallee();
  const Expr *Object = objectOf(Call);
  if (!Callee)
    return root(ObjectPlace::Pointee, nullptr, To, Out);
  StringRef Name = nameOf(*Callee);
  OverloadedOperatorKind Operator = Callee->getOverloadedOperator();
  if (Object) {
    bool IsPointer = objectIsPointer(Call);
    QualType Class =
        IsPointer ? Object->getType()->getPointeeType() : Object->getType();
    // p->m asks p for a pointer; ++it, it + 1 and it++ stay in the container.
    if (Operator == OO_Arrow || Operator == OO_PlusPlus ||
        Operator == OO_MinusMinus || Operator == OO_Plus ||
        Operator == OO_Minus || Operator == OO_PlusEqual ||
        Operator == OO_MinusEqual || Name == "base")
      return pointee(*Object, Out);
    if (Name == "get" && isPointerLike(Class) && !IsPointer)
      return pointee(*Object, Out);
    if (holdsElements(Class))
      return step(*Object, IsPointer, PlaceStep::Element, nullptr, To, Out);
    // The iterators of a class of the user's; raw pointers may lead anywhere.
    if (Call.getType()->isRecordType()) {
      step(*Object, IsPointer, PlaceStep::Accessor, nullptr, To, Out);
      if (mayHoldReference(Class))
        root(ObjectPlace::Pointee, nullptr, To, Out);
      return;
    }
    return root(ObjectPlace::Pointee, nullptr, To, Out);
  }
  if (isOfStd(*Callee) && Call.getNumArgs()) {
    const Expr &First = *Call.getArg(0);
    if (isPointerLike(First.getType()))
      return pointee(First, Out);
    return step(First, false, PlaceStep::Element, nullptr, To, Out);
  }
  if (Operator != OO_None && Call.getNumArgs() &&
      isPointerLike(Call.getArg(0)->getType())) // it + n
    return pointee(*Call.getArg(0), Out);
  root(ObjectPlace::Pointee, nullptr, To, Out);
}

} // namespace clang::tidy::anomalloc::places
