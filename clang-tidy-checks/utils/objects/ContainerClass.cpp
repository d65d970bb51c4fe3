//===- ContainerClass.cpp - vectors and matrices as users write them ------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/ContainerClass.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool isIndex(QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isIntegerType() && !Type->isBooleanType() &&
         !Type->isAnyCharacterType() && !Type->isEnumeralType();
}

/// A number: of a built-in type but text, std::complex, or a small class such
/// as a dual number.
static bool isElement(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isArithmeticType())
    return !Type->isAnyCharacterType() && !Type->isBooleanType();
  if (stdName(Type) == "complex")
    return true;
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && (Record = Record->getDefinition()) &&
         Record->isTriviallyCopyable() && !Record->isEmpty();
}

/// Whether the name, without case and underscores, says that the method gives
/// the object another size.
static bool namesSize(StringRef Name) {
  static constexpr StringRef Names[] = {
      "resize",      "reinit",     "redim",
      "setsize",     "allocate",   "alloc",
      "init",        "initialize", "realloc",
      "newsize",     "reallocate", "reshape",
      "redimension", "setdim",     "create",
      "setlength",   "setsizes",   "conservativeresize"};
  SmallString<24> Plain;
  for (char C : Name)
    if (C != '_')
      Plain.push_back(toLower(C));
  return is_contained(Names, StringRef(Plain));
}

namespace {
/// What the methods of a class and its bases tell.
struct Interface {
  unsigned Indices = 0;
  const CXXMethodDecl *Resize = nullptr;
};
} // namespace

static bool takesIndices(const FunctionDecl &F) {
  return F.getNumParams() && all_of(F.parameters(), [](const ParmVarDecl *P) {
           return isIndex(P->getType());
         });
}

static void look(const CXXMethodDecl &M, Interface &Found) {
  if (M.isStatic() || M.getAccess() == AS_private || M.isDeleted())
    return;
  const OverloadedOperatorKind Operator = M.getOverloadedOperator();
  const bool Named = M.getDeclName().isIdentifier();
  if (Operator == OO_Call || Operator == OO_Subscript ||
      (Named && (M.getName() == "at" || M.getName() == "coeff"))) {
    if (!takesIndices(M))
      return;
    QualType Result = M.getReturnType();
    // m[i][j]
    const bool IsRow = Operator == OO_Subscript && Result->isPointerType();
    if (isElement(IsRow ? Result->getPointeeType() : Result))
      Found.Indices = std::max(Found.Indices, M.getNumParams() + IsRow);
    return;
  }
  if (!Named)
    return;
  if (M.getName() == "data" && !M.getNumParams() &&
      M.getReturnType()->isPointerType() &&
      isElement(M.getReturnType()->getPointeeType()))
    Found.Indices = std::max(Found.Indices, 1u);
  else if (!Found.Resize && !M.isConst() && M.getNumParams() &&
           isIndex(M.getParamDecl(0)->getType()) && namesSize(M.getName()))
    Found.Resize = &M;
}

static void look(const CXXRecordDecl &Record, Interface &Found) {
  for (const CXXMethodDecl *M : Record.methods())
    look(*M, Found);
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const auto *B = Base.getType()->getAsCXXRecordDecl();
        B && B->hasDefinition())
      look(*B->getDefinition(), Found);
}

/// Whether a constructor takes a size, and none but a number.
static bool isSizedByConstructor(const CXXRecordDecl &Record) {
  return any_of(Record.ctors(), [](const CXXConstructorDecl *C) {
    return !C->isDeleted() && C->getNumParams() &&
           isIndex(C->getParamDecl(0)->getType());
  });
}

ContainerClass containerInterface(QualType Type) {
  if (Type.isNull())
    return {};
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()) ||
      Record->isDependentContext() || Record->isInvalidDecl() ||
      Record->isLambda())
    return {};
  if (Record->isInStdNamespace() && stdName(Type) != "valarray")
    return {};
  Interface Found;
  look(*Record, Found);
  if (!Found.Indices || (!Found.Resize && !isSizedByConstructor(*Record)))
    return {};
  return {Found.Indices, Found.Resize};
}

} // namespace clang::tidy::anomalloc
