//===- Owners.cpp - pointers that own, and what makes their objects -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/Owners.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
struct KnownOwner {
  StringRef Namespace, Name;
  Ownership How;
};
} // namespace

static constexpr KnownOwner Owners[] = {
    {"std", "unique_ptr", Ownership::Alone},
    {"std", "auto_ptr", Ownership::Alone},
    {"std", "shared_ptr", Ownership::Shared},
    {"boost", "unique_ptr", Ownership::Alone},
    {"boost", "scoped_ptr", Ownership::Alone},
    {"boost", "shared_ptr", Ownership::Shared},
    {"", "QScopedPointer", Ownership::Alone},
    {"", "QSharedPointer", Ownership::Shared},
};

Ownership ownershipOf(QualType Type) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !isa<ClassTemplateSpecializationDecl>(Record) ||
      !Record->getDeclName().isIdentifier())
    return Ownership::None;
  // unique_ptr<T, D>, QScopedPointer<T, D>
  if (const CXXRecordDecl *Deleter =
          typeArgument(Type, 1).isNull()
              ? nullptr
              : typeArgument(Type, 1)->getAsCXXRecordDecl();
      !typeArgument(Type, 1).isNull() &&
      (!Deleter || !Deleter->getDeclName().isIdentifier() ||
       (Deleter->getName() != "default_delete" &&
        Deleter->getName() != "QScopedPointerDeleter")))
    return Ownership::None;
  const StringRef Namespace = outermostNamespace(*Record);
  for (const KnownOwner &Known : Owners)
    if (Known.Name == Record->getName() && Known.Namespace == Namespace)
      return Known.How;
  return Ownership::None;
}

QualType ownedType(QualType Owner) {
  if (Owner->isPointerType())
    return Owner->getPointeeType();
  return ownershipOf(Owner) == Ownership::None ? QualType()
                                               : typeArgument(Owner, 0);
}

bool isNullOwner(const Expr &Value) {
  const Expr *Plain = Value.IgnoreUnlessSpelledInSource();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Plain))
    return Construct->getNumArgs() == 0 ||
           (Construct->getNumArgs() == 1 && isNullOwner(*Construct->getArg(0)));
  if (const auto *Number = dyn_cast<IntegerLiteral>(Plain))
    return Number->getValue().isZero();
  if (const auto *List = dyn_cast<InitListExpr>(Plain))
    return List->getNumInits() == 0;
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr, CXXScalarValueInitExpr,
             ImplicitValueInitExpr, CXXDefaultArgExpr>(Plain);
}

/// A function of C or of std by its name.
static bool isOfC(const FunctionDecl &F, ArrayRef<StringRef> Names) {
  return F.getDeclName().isIdentifier() && is_contained(Names, F.getName()) &&
         (F.isExternC() || outermostNamespace(F) == "std");
}

/// Whether what the function returns is a fresh block: by malloc or new[], not
/// an object that it makes. Who gets more than numbers may fill it as well, as
/// strdup does: the caller cannot keep such a block for the next time.
static bool returnsBlock(const FunctionDecl &F) {
  QualType Pointee = F.getReturnType()->getPointeeType();
  return !Pointee.isNull() && F.isDefined() && !isa<CXXMethodDecl>(F) &&
         (Pointee->isVoidType() || Pointee->isArithmeticType()) &&
         all_of(F.parameters(),
                [](const ParmVarDecl *P) {
                  return P->getType()->isIntegralOrEnumerationType();
                }) &&
         functionAllocates(F);
}

static std::optional<Allocated> ofNew(const CXXNewExpr &New) {
  const FunctionDecl *Operator = New.getOperatorNew();
  if (New.getNumPlacementArgs() ||
      (Operator && !Operator->isReplaceableGlobalAllocationFunction()))
    return std::nullopt;
  if (New.isArray())
    return Allocated{{}, New.getArraySize().value_or(nullptr), &New};
  return Allocated{New.getAllocatedType(), nullptr, &New};
}

static std::optional<Allocated> ofCall(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F)
    return std::nullopt;
  if (isOfC(*F, {"malloc", "calloc", "aligned_alloc"}) || returnsBlock(*F))
    return Allocated{{},
                     Call.getNumArgs() == 1
                         ? Call.getArg(0)->IgnoreParenImpCasts()
                         : nullptr,
                     &Call};
  if (isa<CXXMethodDecl>(F) || !F->getDeclName().isIdentifier() ||
      !is_contained({"make_unique", "make_shared"}, F->getName()) ||
      !is_contained({"std", "boost", "absl"}, outermostNamespace(*F)) ||
      ownershipOf(Call.getType()) == Ownership::None)
    return std::nullopt;
  QualType Made = ownedType(Call.getType());
  if (Made->isArrayType())
    return Allocated{{}, Call.getNumArgs() ? Call.getArg(0) : nullptr, &Call};
  return Allocated{Made, nullptr, &Call};
}

std::optional<Allocated> allocatedBy(const Expr &Value) {
  // `unique_ptr<T> p(new T)`, `auto p = make_unique<T>()`, also before C++17.
  const Expr *E = &Value;
  for (;;) {
    E = E->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() &&
             ownershipOf(Made->getType()) != Ownership::None &&
             (Made->getNumArgs() == 1 || Made->getArg(1)->isDefaultArgument()))
      E = Made->getArg(0);
    else
      break;
  }
  if (const auto *Either = dyn_cast<ConditionalOperator>(E)) {
    const bool First = isNullOwner(*Either->getTrueExpr());
    if (First == isNullOwner(*Either->getFalseExpr()))
      return std::nullopt;
    auto Found =
        allocatedBy(First ? *Either->getFalseExpr() : *Either->getTrueExpr());
    if (Found)
      Found->MayBeNull = true;
    return Found;
  }
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return ofNew(*New);
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? ofCall(*Call) : std::nullopt;
}

bool canMove(const CXXRecordDecl &Class) {
  if (Class.needsImplicitMoveConstructor() ||
      Class.needsImplicitCopyConstructor())
    return !Class.defaultedMoveConstructorIsDeleted() ||
           !Class.defaultedCopyConstructorIsDeleted();
  return llvm::any_of(Class.ctors(), [](const CXXConstructorDecl *C) {
    return C->isCopyOrMoveConstructor() && !C->isDeleted() &&
           C->getAccess() == AS_public;
  });
}

} // namespace clang::tidy::anomalloc
