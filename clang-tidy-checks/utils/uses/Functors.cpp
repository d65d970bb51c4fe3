//===- Functors.cpp - objects that are called -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/Functors.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The call operators of a class and its bases, templates among them.
static SmallVector<const CXXMethodDecl *, 2>
callOperators(const CXXRecordDecl &Record) {
  SmallVector<const CXXMethodDecl *, 2> Found;
  const DeclarationName Name =
      Record.getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  for (const NamedDecl *D : Record.lookup(Name))
    if (const FunctionDecl *F = D->getUnderlyingDecl()->getAsFunction())
      Found.push_back(cast<CXXMethodDecl>(F));
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
        B && B->hasDefinition())
      Found.append(callOperators(*B->getDefinition()));
  return Found;
}

const CXXRecordDecl *functorClass(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || isOfStd(*Record))
    return nullptr;
  Record = Record->getDefinition();
  return callOperators(*Record).empty() ? nullptr : Record;
}

static bool hasMutablePart(const CXXRecordDecl &Record) {
  return any_of(Record.fields(),
                [](const FieldDecl *F) { return F->isMutable(); }) ||
         any_of(Record.bases(), [](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
           return !B || !B->hasDefinition() ||
                  hasMutablePart(*B->getDefinition());
         });
}

bool isCalledAsConst(const CXXRecordDecl &Functor) {
  return all_of(callOperators(Functor),
                [](const CXXMethodDecl *F) { return F->isConst(); }) &&
         !hasMutablePart(Functor);
}

const Expr *storedInFunction(const CXXConstructExpr &Conversion) {
  const CXXConstructorDecl &F = *Conversion.getConstructor();
  if (!isStd(Conversion.getType(), {"function"}) ||
      !F.isTemplateInstantiation() || Conversion.getNumArgs() == 0)
    return nullptr;
  const Expr *Stored = Conversion.getArg(0)->IgnoreImplicit();
  // Its by-value parameter, in libstdc++ before C++23's.
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Stored);
      Copy && Copy->getNumArgs() == 1 &&
      Copy->getConstructor()->isCopyOrMoveConstructor())
    Stored = Copy->getArg(0)->IgnoreImplicit();
  return Stored->getType()->isRecordType() &&
                 !isStd(Stored->getType(), {"function"})
             ? Stored
             : nullptr;
}

bool isOfLibcxx(const Decl &D) {
  // std::__1, std::__ndk1; libstdc++'s are std::__cxx11, std::__debug.
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(C))
      if (Namespace->getName() == "__1" || Namespace->getName() == "__ndk1")
        return true;
  return false;
}

/// Whether the copy constructor says that it does not throw.
static bool copiesWithoutThrowing(const CXXRecordDecl &Record) {
  if (Record.hasTrivialCopyConstructor())
    return true;
  for (const CXXConstructorDecl *F : Record.ctors())
    if (F->isCopyConstructor())
      if (const auto *Type = F->getType()->getAs<FunctionProtoType>();
          Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()))
        return Type->isNothrow();
  // Implicit, and not needed so far.
  auto Throws = [](QualType T) {
    const CXXRecordDecl *Part = T->getAsCXXRecordDecl();
    return Part && Part->hasDefinition() &&
           !copiesWithoutThrowing(*Part->getDefinition());
  };
  return none_of(Record.fields(),
                 [&](const FieldDecl *F) { return Throws(F->getType()); }) &&
         none_of(Record.bases(), [&](const CXXBaseSpecifier &Base) {
           return Throws(Base.getType());
         });
}

bool functionAllocates(QualType Functor, bool IsLibcxx, ASTContext &Context) {
  const CXXRecordDecl *Record = Functor->getAsCXXRecordDecl();
  if (!Record || Functor->isDependentType() || Functor->isIncompleteType())
    return false;
  const TypeInfoChars Info = Context.getTypeInfoInChars(Functor);
  const uint64_t Size = Info.Width.getQuantity();
  const uint64_t Align = Info.Align.getQuantity();
  const uint64_t Pointer =
      Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity();
  if (!IsLibcxx)
    return !Functor.isTriviallyCopyableType(Context) || Size > 2 * Pointer ||
           Align > Pointer;
  const uint64_t InPlace =
      alignTo(alignTo(Pointer, Align) + Size, std::max(Align, Pointer));
  return InPlace > 4 * Pointer || !copiesWithoutThrowing(*Record);
}

bool declaresInStd(StringRef Name, ASTContext &Context) {
  for (const NamedDecl *Std :
       Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("std")))
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Std))
      if (!Namespace->lookup(&Context.Idents.get(Name)).empty())
        return true;
  return false;
}

} // namespace clang::tidy::anomalloc
