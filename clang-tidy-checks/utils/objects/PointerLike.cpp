//===- PointerLike.cpp - what is used like a pointer ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool ownsPointee(QualType Type) {
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

QualType pointeeType(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isAnyPointerType())
    return Type->getPointeeType();
  if (const CXXRecordDecl *Record = Type->getAsCXXRecordDecl()) {
    if (QualType Star = starType(*Record); !Star.isNull())
      return Star.getNonReferenceType();
    // unique_ptr<T[]> has no operator*.
    if (QualType Of = typeArgument(Type, 0);
        isStd(Type, {"unique_ptr", "shared_ptr"}) && !Of.isNull())
      if (const auto *Array = Of->getAsArrayTypeUnsafe())
        return Array->getElementType();
  }
  return {};
}

bool isPointerLike(QualType Type) { return !pointeeType(Type).isNull(); }

bool countsItsCopies(const CXXRecordDecl &Record) {
  static constexpr StringRef Names[] = {"shared_ptr",
                                        "weak_ptr",
                                        "intrusive_ptr",
                                        "shared_array",
                                        "local_shared_ptr",
                                        "QSharedPointer",
                                        "QWeakPointer",
                                        "QSharedDataPointer",
                                        "QExplicitlySharedDataPointer",
                                        "scoped_refptr",
                                        "RefPtr",
                                        "RCP"};
  return isa<ClassTemplateSpecializationDecl>(Record) &&
         Record.getDeclName().isIdentifier() &&
         is_contained(Names, Record.getName());
}

bool holdsElements(QualType Type) {
  return isStdContainer(Type) ||
         isStd(Type, {"array", "vector", "queue", "priority_queue", "stack",
                      "valarray", "initializer_list"});
}

} // namespace clang::tidy::anomalloc
