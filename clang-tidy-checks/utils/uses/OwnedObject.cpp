//===- OwnedObject.cpp - what an owning pointer is used for ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   m = std::make_unique<T>(a);  m.reset(new T(a));      makes it
//   m = new T(a);                                        makes it
//   m.reset();  m = nullptr;  delete m;                  removes it
//   if (m)  m == nullptr  m.get() != nullptr             asks for it
//   m->f();  m->x = 1;  (*m).x;  g(*m);                  uses it for a moment
//
//===----------------------------------------------------------------------===//

#include "utils/uses/OwnedObject.h"
#include "utils/ast/Climb.h"
#include "utils/ast/Descend.h"
#include "utils/objects/Owners.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/Uses.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

class Walk {
public:
  Walk(const DeclaratorDecl &Owner, const ReferenceIndex &Index)
      : Owner(Owner), Index(Index), T(ownedType(Owner.getType())) {}

  std::optional<OwnedObject> run();

private:
  bool isFine(const Expr &Reference);
  bool isFinePointer(const Expr &Pointer, bool IsConst);
  bool isFineSmart(const Expr &E, bool IsConst);
  bool starts(const Expr *Init);
  bool isInConstructor(const Expr &Value);
  bool isAsked(const Expr &E) const;
  bool isMomentary(const Expr &Object, bool IsConst, unsigned Depth) const;
  bool isMomentaryMember(const MemberExpr &Member, bool IsConst) const;
  bool takes(const Expr &Value);
  const Expr *made(const Expr &Value) const;
  bool isT(QualType Type) const {
    return Index.context().hasSameUnqualifiedType(Type, T);
  }
  bool names(const Stmt &S) const;

  const DeclaratorDecl &Owner;
  const ReferenceIndex &Index;
  const QualType T;
  OwnedObject Found;
  bool Changes = false; ///< Made or removed outside of initialisers.
  bool Deleted = false; ///< By `delete`.
  unsigned Starts = 0;  ///< Initialisers,
  unsigned Making = 0;  ///< of which so many make it.
};

} // namespace

bool Walk::names(const Stmt &S) const {
  const ValueDecl *Named = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(&S))
    Named = Member->getMemberDecl();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    Named = Ref->getDecl();
  return (Named && Named->getCanonicalDecl() == Owner.getCanonicalDecl()) ||
         anyChild(S, [&](const Stmt &Child) { return names(Child); });
}

/// The expression that makes a T, or null.
const Expr *Walk::made(const Expr &Value) const {
  const auto Object = allocatedBy(Value);
  return Object && !Object->Object.isNull() && isT(Object->Object) &&
                 !Object->MayBeNull
             ? Object->By
             : nullptr;
}

/// Whether the constructor around \p Value gives the member this value in any
/// case, as an initialiser would.
bool Walk::isInConstructor(const Expr &Value) {
  const auto *C = dyn_cast_or_null<CXXConstructorDecl>(Index.functionOf(Value));
  const Expr &Whole =
      ascendWhile(Value, Index, [](const Expr &) { return true; });
  if (!C || isa<VarDecl>(Owner) ||
      Index.parentOf(Whole).get<Stmt>() != C->getBody())
    return false;
  Starts += none_of(C->inits(), [&](const CXXCtorInitializer *I) {
    return I->getMember() == &Owner;
  });
  ++Making;
  return true;
}

bool Walk::takes(const Expr &Value) {
  if (isNullOwner(Value))
    return Changes = true;
  const Expr *Maker = made(Value);
  if (!Maker || names(*Maker)) // the old object would be gone too soon
    return false;
  Found.Made.push_back(Maker);
  Changes |= !isInConstructor(Value);
  for (auto [Around, Inner] : parentsOf(Value, Index))
    if (const auto *If = dyn_cast<IfStmt>(&Around))
      Found.OnlyIfNone |= names(*If->getCond());
  return true;
}

/// Takes note of an initialiser; false if it is neither nothing nor a new T.
bool Walk::starts(const Expr *Init) {
  if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Init))
    Init = Default->getExpr();
  ++Starts;
  if (!Init || isNullOwner(*Init))
    return Init || isa<VarDecl>(Owner);
  const Expr *Maker = made(*Init);
  if (!Maker)
    return false;
  Found.Made.push_back(Maker);
  ++Making;
  return true;
}

/// Whether only the question «is there an object» is put to a pointer.
bool Walk::isAsked(const Expr &E) const {
  const Expr &Same = outermostSame(E, Index);
  const DynTypedNode Parent = Index.parentOf(Same);
  if (const auto *Operator = Parent.get<CXXOperatorCallExpr>())
    return (Operator->getOperator() == OO_EqualEqual ||
            Operator->getOperator() == OO_ExclaimEqual) &&
           (isNullOwner(*Operator->getArg(0)) ||
            isNullOwner(*Operator->getArg(1)));
  if (const auto *Compare = Parent.get<BinaryOperator>())
    return Compare->isEqualityOp() &&
           (isNullOwner(*Compare->getLHS()) || isNullOwner(*Compare->getRHS()));
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

/// Whether a pointer to the object, `m.get()` or a raw `m`, is not kept.
bool Walk::isFinePointer(const Expr &Pointer, bool IsConst) {
  if (isAsked(Pointer))
    return true;
  const Expr &Value = ascendWhile(Pointer, Index, [](const Expr &Up) {
    return isa<ParenExpr, ImplicitCastExpr>(Up);
  });
  const DynTypedNode Parent = Index.parentOf(Value);
  if (const auto *Arrow = Parent.get<MemberExpr>())
    return Arrow->isArrow() && isMomentaryMember(*Arrow, IsConst);
  if (const auto *Star = Parent.get<UnaryOperator>())
    return Star->getOpcode() == UO_Deref && isMomentary(*Star, IsConst, 0);
  if (Parent.get<CXXDeleteExpr>()) {
    Deleted = true;
    Changes |= !isa_and_nonnull<CXXDestructorDecl>(Index.functionOf(Value));
    return Owner.getType()->isPointerType();
  }
  // Functions of C fill an object, as a rule; some keep it.
  const auto *Call = Parent.get<CallExpr>();
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->isExternC() || Callee->isDefined() || IsConst ||
      !is_contained(Call->arguments(), &Value))
    return false;
  if (!Callee->getBuiltinID())
    Found.LentTo = Callee;
  return true;
}

/// The same for what is done with the smart pointer \p E.
bool Walk::isFineSmart(const Expr &E, bool IsConst) {
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
  return Name == "get" && isFinePointer(*Call, IsConst);
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
  if (!Owner.getType()->isPointerType())
    return isFineSmart(E, IsConst);
  const DynTypedNode Parent = Index.parentOf(E);
  if (const auto *Assign = Parent.get<BinaryOperator>();
      Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS() == &E)
    return takes(*Assign->getRHS()) &&
           !Index.parentOf(outermostSame(*Assign, Index)).get<Expr>();
  return isFinePointer(E, IsConst);
}

std::optional<OwnedObject> Walk::run() {
  if (const auto *Field = dyn_cast<FieldDecl>(&Owner)) {
    for (const CXXCtorInitializer *I : Index.initializers(*Field))
      if (!starts(I->getInit()))
        return std::nullopt;
  } else if (!starts(cast<VarDecl>(Owner).getInit())) {
    return std::nullopt;
  }
  for (const Expr *Reference : Index.to(Owner))
    if (!isFine(*Reference))
      return std::nullopt;
  if (Found.Made.empty() || (Owner.getType()->isPointerType() && !Deleted))
    return std::nullopt;
  Found.Always = Making && Making == Starts && !Changes;
  return Found;
}

std::optional<OwnedObject> ownedObject(const DeclaratorDecl &Owner,
                                       const ReferenceIndex &Index) {
  return Walk(Owner, Index).run();
}

} // namespace clang::tidy::anomalloc
