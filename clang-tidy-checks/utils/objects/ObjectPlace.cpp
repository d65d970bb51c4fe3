//===- ObjectPlace.cpp - where an object stands ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/ObjectPlace.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/Aliases.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static StringRef nameOf(const NamedDecl &D) {
  return D.getDeclName().isIdentifier() ? D.getName() : "";
}

static bool ownsPointee(QualType Type) {
  StringRef Name = stdName(Type);
  return Name == "unique_ptr" || Name == "optional";
}

/// The return type of `*x`, for a class, or null.
static QualType starType(const CXXRecordDecl &Record, unsigned Depth = 0) {
  if (!Record.hasDefinition() || Depth > 8)
    return {};
  DeclarationName Star =
      Record.getASTContext().DeclarationNames.getCXXOperatorName(OO_Star);
  for (const NamedDecl *D : Record.lookup(Star))
    if (const auto *F = dyn_cast<FunctionDecl>(D->getUnderlyingDecl()))
      if (F->getNumParams() == 0)
        return F->getReturnType();
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl())
      if (QualType T = starType(*B, Depth + 1); !T.isNull())
        return T;
  return {};
}

/// What a pointer or a pointer-like class points to, or null.
static QualType pointeeType(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isAnyPointerType())
    return Type->getPointeeType();
  if (const CXXRecordDecl *Record = Type->getAsCXXRecordDecl()) {
    QualType Star = starType(*Record);
    return Star.isNull() ? Star : Star.getNonReferenceType();
  }
  return {};
}

bool isPointerLike(QualType Type) { return !pointeeType(Type).isNull(); }

namespace {

class Resolver {
public:
  explicit Resolver(const FunctionFlow &Flow) : Flow(Flow) {}

  void object(const Expr &E, ObjectPlaces &Out);
  void pointee(const Expr &E, ObjectPlaces &Out);

private:
  void variable(const VarDecl &V, QualType Type, ObjectPlaces &Out);
  void call(const CallExpr &Call, ObjectPlaces &Out);
  void pointeeOfCall(const CallExpr &Call, ObjectPlaces &Out);
  void pointeeOfVariable(const VarDecl &V, QualType Type, ObjectPlaces &Out);
  void origins(const CallExpr &Call, ObjectPlaces &Out);

  static void root(ObjectPlace::RootKind Kind, const VarDecl *V, QualType Type,
                   ObjectPlaces &Out) {
    ObjectPlace P;
    P.Root = Kind;
    P.Variable = V;
    P.Type = Type.getNonReferenceType();
    Out.push_back(std::move(P));
  }
  /// The places of \p E, or of its pointee, a step further.
  void step(const Expr &E, bool IsPointer, PlaceStep::StepKind Kind,
            const FieldDecl *Member, QualType To, ObjectPlaces &Out) {
    ObjectPlaces Base;
    IsPointer ? pointee(E, Base) : object(E, Base);
    for (ObjectPlace &P : Base) {
      P.Steps.push_back({Kind, P.Type, Member});
      P.Type = To.getNonReferenceType();
      Out.push_back(std::move(P));
    }
  }

  const FunctionFlow &Flow;
  SmallPtrSet<const Decl *, 8> Open; ///< Being resolved.
  unsigned Depth = 0;
};

} // namespace

/// The same object, without parentheses and conversions.
static const Expr &plain(const Expr &E) {
  const Expr *Plain = &E;
  while (true) {
    const Expr *Before = Plain;
    Plain = Plain->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(Plain))
      Plain = Full->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Plain))
      Plain = Bound->getSubExpr();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Plain))
      Plain = Made->getSubExpr();
    else if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(Plain);
             Opaque && Opaque->getSourceExpr())
      Plain = Opaque->getSourceExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(Plain);
             Cast && Cast->getCastKind() != CK_ArrayToPointerDecay &&
             Cast->getCastKind() != CK_ConstructorConversion &&
             Cast->getCastKind() != CK_UserDefinedConversion)
      Plain = Cast->getSubExpr();
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
    bool IsOwn = V.getDeclContext() == &Flow.function();
    for (const DeclRefExpr *Use : Flow.usesOf(V))
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

/// The object that a method is called on, also as an operator, or null.
static const Expr *objectOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && Method->isInstance())
    return Call.getArg(0);
  return nullptr;
}

static bool objectIsPointer(const CallExpr &Call) {
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

static bool holdsElements(QualType Type) {
  return isStdContainer(Type) ||
         isStd(Type, {"array", "vector", "queue", "priority_queue", "stack",
                      "valarray", "initializer_list"});
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
  if (Out.size() == Before)
    root(ObjectPlace::Pointee, nullptr, Type, Out);
}

void Resolver::pointeeOfVariable(const VarDecl &V, QualType Type,
                                 ObjectPlaces &Out) {
  QualType To = pointeeType(Type);
  const Expr *Init = V.getInit();
  if (isa<ParmVarDecl>(V) || !Init || V.hasGlobalStorage() ||
      V.getType()->isReferenceType() || !Open.insert(&V).second)
    return root(ObjectPlace::Pointee, &V, To, Out);
  ObjectPlaces Found;
  pointee(*Init, Found);
  for (const DeclRefExpr *Use : Flow.usesOf(V)) {
    const Stmt *Parent = Flow.parentOf(*Use);
    const Expr *Assigned = nullptr;
    if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent);
        Binary && Binary->getOpcode() == BO_Assign && Binary->getLHS() == Use)
      Assigned = Binary->getRHS();
    if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
        Call && Call->getOperator() == OO_Equal && Call->getArg(0) == Use)
      Assigned = Call->getArg(1);
    if (Assigned && rootVariable(Assigned) != &V)
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

ObjectPlaces placesOf(const Expr &E, const FunctionFlow &Flow) {
  ObjectPlaces Out;
  Resolver(Flow).object(E, Out);
  return Out;
}

ObjectPlaces pointeesOf(const Expr &E, const FunctionFlow &Flow) {
  ObjectPlaces Out;
  Resolver(Flow).pointee(E, Out);
  return Out;
}

} // namespace clang::tidy::anomalloc
