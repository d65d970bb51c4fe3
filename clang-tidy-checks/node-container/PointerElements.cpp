//===- PointerElements.cpp - vectors of unique pointers -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::vector<std::unique_ptr<Point>> Cloud;       std::vector<Point> Cloud;
//   for (...)
//     Cloud.push_back(std::make_unique<Point>(X));   Cloud.emplace_back(X);
//   for (const auto &P : Cloud)
//     Sum += P->norm();                              Sum += P.norm();
//
//===----------------------------------------------------------------------===//

#include "node-container/PointerElements.h"
#include "utils/ast/Climb.h"
#include "utils/objects/Owners.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// A class without bases for others, that moves by copying a few bytes.
static bool isSmallValue(QualType T, const ASTContext &Context) {
  constexpr int64_t SmallBytes = 64;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || T->isDependentType() ||
      T.isConstQualified())
    return false;
  Class = Class->getDefinition();
  return !Class->isPolymorphic() && !Class->hasUserDeclaredDestructor() &&
         (T.isTriviallyCopyableType(Context) ||
          Class->hasSimpleMoveConstructor()) &&
         Context.getTypeSizeInChars(T).getQuantity() <= SmallBytes;
}

namespace {
class ElementWalk {
public:
  ElementWalk(QualType Object, const ReferenceIndex &Index)
      : Index(Index), Found{Object, {}, nullptr} {}

  bool use(const Expr &Reference);
  PointerElements take() { return std::move(Found); }

private:
  bool isNew(const Expr &Value);
  bool isLookedThrough(const Expr &Element);

  const ReferenceIndex &Index;
  PointerElements Found;
};
} // namespace

/// `P->x`, `(*P).x`, `*P`: the object is looked at, not its pointer.
bool ElementWalk::isLookedThrough(const Expr &Element) {
  const Expr &E = outermostSame(Element, Index);
  const auto *Operator = Index.parentOf(E).get<CXXOperatorCallExpr>();
  if (!Operator || Operator->getArg(0) != &E)
    return false;
  if (Operator->getOperator() == OO_Arrow)
    return true;
  if (Operator->getOperator() != OO_Star)
    return false;
  const DynTypedNode Parent = Index.parentOf(outermostSame(*Operator, Index));
  const auto *Copied = Parent.get<CXXConstructExpr>();
  if (!Parent.get<MemberExpr>() &&
      !(Copied && Copied->getConstructor()->isCopyConstructor()))
    Found.Lent = Operator;
  return true;
}

/// `make_unique<T>(...)`, `new T`; or a local that owns such a one until here.
bool ElementWalk::isNew(const Expr &Value) {
  auto IsObject = [&](const Expr &From) {
    const auto Made = allocatedBy(From);
    return Made && !Made->Object.isNull() && !Made->MayBeNull &&
           Index.context().hasSameUnqualifiedType(Made->Object, Found.Object);
  };
  if (IsObject(Value))
    return true;
  const auto *Move = dyn_cast<CallExpr>(Value.IgnoreUnlessSpelledInSource());
  const FunctionDecl *F = Move ? Move->getDirectCallee() : nullptr;
  if (!F || !isStdFunction(*F, {"move"}) || Move->getNumArgs() != 1)
    return false;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Move->getArg(0)->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getInit() && IsObject(*V->getInit()) &&
         all_of(Index.to(*V),
                [&](const Expr *E) { return E == Ref || isLookedThrough(*E); });
}

bool ElementWalk::use(const Expr &Reference) {
  if (isMemberwise(Reference, Index))
    return true;
  const VectorUse U = vectorUse(Reference, Index);
  const auto *Call = dyn_cast_or_null<CallExpr>(U.By);
  switch (U.Kind) {
  case VectorUseKind::Size:
  case VectorUseKind::Reserve:
    return true;
  case VectorUseKind::Append:
    Found.Growth.push_back(Call);
    return Call->getNumArgs() == 1 && isNew(*Call->getArg(0));
  case VectorUseKind::Change:
    return methodName(*Call) == "clear" || methodName(*Call) == "pop_back";
  case VectorUseKind::Element:
    return isLookedThrough(*cast<Expr>(U.By));
  case VectorUseKind::Loop: {
    const VarDecl *P = cast<CXXForRangeStmt>(U.By)->getLoopVariable();
    return P->getType()->isReferenceType() &&
           all_of(Index.to(*P),
                  [&](const Expr *E) { return isLookedThrough(*E); });
  }
  default:
    return false;
  }
}

/// Whether it starts without elements, wherever it is made.
static bool startsEmpty(const DeclaratorDecl &Vector,
                        const ReferenceIndex &Index) {
  auto IsEmpty = [](const Expr *Init) {
    if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(Init))
      Init = Default->getExpr();
    return vectorInit(Init).Is == VectorInit::Empty;
  };
  if (const auto *V = dyn_cast<VarDecl>(&Vector))
    return IsEmpty(V->getInit());
  return all_of(
      Index.initializers(cast<FieldDecl>(Vector)),
      [&](const CXXCtorInitializer *I) { return IsEmpty(I->getInit()); });
}

std::optional<PointerElements> pointerElements(const DeclaratorDecl &Vector,
                                               const ReferenceIndex &Index) {
  const QualType Pointer = typeArgument(Vector.getType(), 0);
  const QualType Object = ownershipOf(Pointer) == Ownership::Alone
                              ? ownedType(Pointer)
                              : QualType();
  if (Object.isNull() || !isSmallValue(Object, Index.context()) ||
      !startsEmpty(Vector, Index))
    return std::nullopt;
  ElementWalk W(Object, Index);
  if (!all_of(Index.to(Vector), [&](const Expr *E) { return W.use(*E); }))
    return std::nullopt;
  return W.take();
}

} // namespace clang::tidy::anomalloc
