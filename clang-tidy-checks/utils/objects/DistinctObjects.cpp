//===- DistinctObjects.cpp - can two expressions overlap ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/DistinctObjects.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {

/// Where an object stands: a root, and members from there on.
struct Storage {
  enum RootKind {
    Unknown,
    Variable,  ///< Inside this variable.
    Parameter, ///< Refers to something the caller has.
    This,      ///< Inside *this.
  };
  RootKind Kind = Unknown;
  const VarDecl *Root = nullptr;
  SmallVector<const FieldDecl *, 4> Members;
  bool Element = false; ///< Inside an element of what the members name.
};

} // namespace

/// Whether elements of an object of this type live and die with it.
static bool holdsItsElements(QualType Type) {
  const auto *Record = Type->getAsCXXRecordDecl();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!S || !S->isInStdNamespace() || !S->getDeclName().isIdentifier())
    return Type->isArrayType();
  StringRef Name = S->getName();
  return Name == "vector" || Name == "array" || Name == "deque" ||
         Name == "list" || Name == "map" || Name == "unordered_map";
}

static Storage storageOf(const Expr &E);

static Storage elementOf(const Expr &Container) {
  Storage S = storageOf(Container);
  if (!holdsItsElements(Container.IgnoreParenImpCasts()->getType()))
    return {};
  S.Element = true;
  return S;
}

static Storage storageOf(const VarDecl &V) {
  if (!V.getType()->isReferenceType())
    return {Storage::Variable, &V, {}, false};
  if (isa<ParmVarDecl>(V))
    return {Storage::Parameter, &V, {}, false};
  const Expr *Init = V.getInit();
  if (!Init)
    return {};
  if (!V.isCXXForRangeDecl())
    return storageOf(*Init);
  // for (auto &V : Range): *__begin, where __begin = __range.begin().
  while (Init) {
    Init = Init->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Init)) {
      const auto *Hidden = dyn_cast<VarDecl>(Ref->getDecl());
      if (!Hidden || !Hidden->isImplicit())
        return elementOf(*Init);
      Init = Hidden->getInit();
      if (Hidden->getName().starts_with("__range"))
        return Init ? elementOf(*Init) : Storage();
    } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Init))
      Init = Member->getImplicitObjectArgument();
    else if (const auto *Call = dyn_cast<CallExpr>(Init))
      Init = Call->getNumArgs() ? Call->getArg(0) : nullptr;
    else if (const auto *Star = dyn_cast<UnaryOperator>(Init))
      Init = Star->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(Init))
      Init = Made->getNumArgs() ? Made->getArg(0) : nullptr;
    else
      break;
  }
  return {};
}

static Storage storageOf(const Expr &E) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? storageOf(*V) : Storage();
  }
  if (const auto *Star = dyn_cast<UnaryOperator>(Plain);
      Star && Star->getOpcode() == UO_Deref &&
      isa<CXXThisExpr>(Star->getSubExpr()->IgnoreParenImpCasts()))
    return {Storage::This, nullptr, {}, false};
  if (const auto *Member = dyn_cast<MemberExpr>(Plain)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->getType()->isReferenceType() ||
        Field->getParent()->isUnion())
      return {};
    Storage S;
    if (isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      S.Kind = Storage::This;
    else if (!Member->isArrow())
      S = storageOf(*Member->getBase());
    if (!S.Element) // a member of an element is inside the element
      S.Members.push_back(Field);
    return S;
  }
  if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Plain);
      Index &&
      Index->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
    return elementOf(*Index->getBase());
  if (const auto *Index = dyn_cast<CXXOperatorCallExpr>(Plain);
      Index && Index->getOperator() == OO_Subscript)
    return elementOf(*Index->getArg(0));
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Plain))
    if (callsMember(*Call, StdMember::Element))
      return elementOf(*Call->getImplicitObjectArgument());
  return {};
}

/// Whether \p Inner began its life inside the function that \p Outer came into,
/// so that nothing the caller handed over can be a part of it.
static bool isYounger(const Storage &Inner, const Storage &Outer) {
  if (Inner.Kind != Storage::Variable || !Inner.Root->hasLocalStorage())
    return false;
  const DeclContext *Function = Inner.Root->getDeclContext();
  if (Outer.Kind == Storage::Parameter)
    return Outer.Root->getDeclContext() == Function;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Outer.Kind == Storage::This && Method &&
         !Method->getParent()->isLambda();
}

bool areDistinct(const Expr &Target, const Expr &Source) {
  const Expr *Plain = Source.IgnoreUnlessSpelledInSource();
  QualType Type = Plain->getType().getCanonicalType().getUnqualifiedType();
  if (Plain->isPRValue())
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type == Target.getType().getCanonicalType().getUnqualifiedType();
  if (isa<StringLiteral>(Plain))
    return true;

  Storage A = storageOf(Target), B = storageOf(*Plain);
  if (A.Kind == Storage::Unknown || B.Kind == Storage::Unknown)
    return false;
  if (isYounger(A, B) || isYounger(B, A))
    return true;
  if (A.Kind != B.Kind)
    return false;
  if (A.Kind == Storage::Variable && A.Root != B.Root)
    return true;
  if (A.Root != B.Root)
    return false; // two parameters
  for (unsigned I = 0; I < std::min(A.Members.size(), B.Members.size()); ++I)
    if (A.Members[I] != B.Members[I])
      return true;
  return false;
}

} // namespace clang::tidy::anomalloc
