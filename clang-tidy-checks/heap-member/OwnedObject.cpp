//===- OwnedObject.cpp - what a unique_ptr member is used for -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   m = std::make_unique<T>(a);  m.reset(new T(a));      makes it
//   m.reset();  m = nullptr;                             removes it
//   if (m)  m == nullptr  m.get() != nullptr             asks for it
//   m->f();  m->x = 1;  (*m).x;  g(*m);                  uses it for a moment
//
//===----------------------------------------------------------------------===//

#include "heap-member/OwnedObject.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

class Walk {
public:
  Walk(const FieldDecl &Field, const ReferenceIndex &Index)
      : Field(Field), Index(Index), T(typeArgument(Field.getType(), 0)) {}

  std::optional<OwnedObject> run();

private:
  bool isFine(const Expr &Reference);
  bool isAsked(const Expr &E) const;
  bool isMomentary(const Expr &Object, bool IsConst, unsigned Depth) const;
  bool isMomentaryMember(const MemberExpr &Member, bool IsConst) const;
  bool takes(const Expr &Value);
  const Expr *made(const Expr &Value) const;
  bool isT(QualType Type) const {
    return Index.context().hasSameUnqualifiedType(Type, T);
  }
  bool names(const Stmt &S) const;

  const FieldDecl &Field;
  const ReferenceIndex &Index;
  const QualType T;
  OwnedObject Found;
  bool Changes = false; ///< Made or removed outside of initialisers.
};

} // namespace

static bool isNull(const Expr &E) {
  const Expr *Plain = E.IgnoreUnlessSpelledInSource();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Plain))
    return Construct->getNumArgs() == 0 ||
           (Construct->getNumArgs() == 1 && isNull(*Construct->getArg(0)));
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr, CXXScalarValueInitExpr>(
             Plain) ||
         (isa<InitListExpr>(Plain) &&
          !cast<InitListExpr>(Plain)->getNumInits());
}

bool Walk::names(const Stmt &S) const {
  if (const auto *Member = dyn_cast<MemberExpr>(&S))
    if (Member->getMemberDecl()->getCanonicalDecl() == Field.getCanonicalDecl())
      return true;
  return any_of(S.children(),
                [&](const Stmt *Child) { return Child && names(*Child); });
}

/// The expression that makes a T, or null.
const Expr *Walk::made(const Expr &Value) const {
  const Expr *E = Value.IgnoreUnlessSpelledInSource();
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return !New->isArray() && isT(New->getAllocatedType()) &&
                   New->getNumPlacementArgs() == 0
               ? E
               : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    return F && isStdFunction(*F, {"make_unique"}) &&
                   stdName(Call->getType()) == "unique_ptr" &&
                   isT(typeArgument(Call->getType(), 0))
               ? E
               : nullptr;
  }
  // unique_ptr<T>(new T)
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() >= 1 &&
                   stdName(Construct->getType()) == "unique_ptr" &&
                   isT(typeArgument(Construct->getType(), 0))
               ? made(*Construct->getArg(0))
               : nullptr;
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    return made(*Cast->getSubExpr());
  return nullptr;
}

bool Walk::takes(const Expr &Value) {
  Changes = true;
  if (isNull(Value))
    return true;
  const Expr *Maker = made(Value);
  if (!Maker || names(*Maker)) // the old object would be gone too soon
    return false;
  Found.Made.push_back(Maker);
  return true;
}

/// Whether only the question «is there an object» is put to a pointer.
bool Walk::isAsked(const Expr &E) const {
  const Expr &Same = outermostSame(E, Index);
  const DynTypedNode Parent = Index.parentOf(Same);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
    return (Operator->getOperator() == OO_EqualEqual ||
            Operator->getOperator() == OO_ExclaimEqual) &&
           (isNull(*Operator->getArg(0)) || isNull(*Operator->getArg(1)));
  if (const auto *Compare = Parent.get<BinaryOperator>())
    return Compare->isEqualityOp() &&
           (isNull(*Compare->getLHS()) || isNull(*Compare->getRHS()));
  if (const auto *Cast = Parent.get<CastExpr>())
    return Cast->getCastKind() == CK_PointerToBoolean ||
           (Cast->getCastKind() == CK_LValueToRValue && isAsked(*Cast));
  return false;
}

bool Walk::isMomentaryMember(const MemberExpr &Member, bool IsConst) const {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Member.getMemberDecl()))
    return Method->isStatic() || Method->isConst() || !IsConst;
  // A part of the object: neither its address nor a reference to it may stay.
  const Expr &Same = outermostSame(Member, Index);
  const DynTypedNode Parent = Index.parentOf(Same);
  if (const auto *Cast = Parent.get<ImplicitCastExpr>();
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    return true;
  return isMomentary(Same, IsConst, 0);
}

/// Whether an lvalue, the object or a part of it, is used and not kept.
bool Walk::isMomentary(const Expr &Object, bool IsConst, unsigned Depth) const {
  const Expr &E = outermostSame(Object, Index);
  const DynTypedNode Parent = Index.parentOf(E);
  if (Depth == 4)
    return false;
  if (const auto *Cast = Parent.get<ImplicitCastExpr>())
    return Cast->getCastKind() == CK_LValueToRValue ||
           isMomentary(*Cast, IsConst, Depth + 1);
  if (const auto *Member = Parent.get<MemberExpr>())
    return isMomentaryMember(*Member, IsConst);
  if (const auto *Assign = Parent.get<BinaryOperator>())
    return !Assign->isAssignmentOp() || !IsConst;
  if (const auto *Unary = Parent.get<UnaryOperator>())
    return Unary->isIncrementDecrementOp() && !IsConst;
  if (const auto *Element = Parent.get<ArraySubscriptExpr>())
    return isMomentary(*Element, IsConst, Depth + 1);
  const FunctionDecl *Callee = nullptr;
  unsigned At = 0;
  if (const auto *Construct = Parent.get<CXXConstructExpr>())
    return Construct->getConstructor()->isCopyConstructor(); // others may keep
  if (const auto *Call = Parent.get<CallExpr>()) {
    Callee = Call->getDirectCallee();
    while (At < Call->getNumArgs() && Call->getArg(At) != &E)
      ++At;
    if (Callee && isa<CXXOperatorCallExpr>(Call) &&
        isa<CXXMethodDecl>(Callee)) {
      if (At == 0)
        return cast<CXXMethodDecl>(Callee)->isConst() || !IsConst;
      --At;
    }
    if (!Callee || At >= Callee->getNumParams())
      return false;
    QualType Parameter = Callee->getParamDecl(At)->getType();
    if (!Parameter->isReferenceType())
      return true;
    return Parameter->getPointeeType().isConstQualified() || !IsConst;
  }
  return Parent.get<CompoundStmt>() != nullptr;
}

bool Walk::isFine(const Expr &Reference) {
  // Where objects of the class are moved, this one would move along.
  if (isMemberwise(Reference, Index)) {
    Found.MovesAlong = true;
    return true;
  }
  const Expr &E = outermostSame(Reference, Index);
  // Not of E: operator-> takes a const unique_ptr anyway.
  const bool IsConst = Reference.getType().isConstQualified();
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>()) {
    if (Operator->getArg(0) != &E)
      return isAsked(E);
    switch (Operator->getOperator()) {
    case OO_Star:
      return isMomentary(*Operator, IsConst, 0);
    case OO_Arrow: {
      const Expr &Pointer = outermostSame(*Operator, Index);
      const auto *Member = Index.parentOf(Pointer).get<MemberExpr>();
      return Member && isMomentaryMember(*Member, IsConst);
    }
    case OO_Equal:
      return takes(*Operator->getArg(1)) &&
             !Index.parentOf(outermostSame(*Operator, Index)).get<Expr>();
    default:
      return isAsked(E);
    }
  }
  const auto *Member = Parent.get<MemberExpr>();
  if (!Member)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
  const Expr &Callee = outermostSame(*Member, Index);
  const auto *Call = Index.parentOf(Callee).get<CXXMemberCallExpr>();
  if (!Method || !Call)
    return false;
  if (isa<CXXConversionDecl>(Method))
    return true; // if (m)
  const StringRef Name = methodName(*Call);
  if (Name == "reset") {
    if (Call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Call->getArg(0))) {
      Changes = true;
      return true;
    }
    return takes(*Call->getArg(0));
  }
  if (Name == "get") {
    const Expr &Pointer = outermostSame(*Call, Index);
    if (isAsked(*Call))
      return true;
    if (const auto *Arrow = Index.parentOf(Pointer).get<MemberExpr>())
      return Arrow->isArrow() && isMomentaryMember(*Arrow, IsConst);
    if (const auto *Star = Index.parentOf(Pointer).get<UnaryOperator>())
      return Star->getOpcode() == UO_Deref && isMomentary(*Star, IsConst, 0);
  }
  return false;
}

std::optional<OwnedObject> Walk::run() {
  unsigned Constructors = 0, Making = 0;
  for (const CXXCtorInitializer *I : Index.initializers(Field)) {
    const Expr *Init = I->getInit();
    if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    if (!Init)
      return std::nullopt;
    ++Constructors;
    if (isNull(*Init))
      continue;
    const Expr *Maker = made(*Init);
    if (!Maker)
      return std::nullopt;
    Found.Made.push_back(Maker);
    ++Making;
  }
  for (const Expr *Reference : Index.to(Field))
    if (!isFine(*Reference))
      return std::nullopt;
  if (Found.Made.empty())
    return std::nullopt;
  Found.Always = Making && Making == Constructors && !Changes;
  return Found;
}

std::optional<OwnedObject> ownedObject(const FieldDecl &Field,
                                       const ReferenceIndex &Index) {
  return Walk(Field, Index).run();
}

} // namespace clang::tidy::anomalloc
