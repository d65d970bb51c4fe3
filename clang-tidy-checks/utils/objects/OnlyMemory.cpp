//===- OnlyMemory.cpp - objects that are but memory -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/OnlyMemory.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeParts.h"
#include "clang/AST/DeclTemplate.h"

namespace clang::tidy::anomalloc {

bool isOnlyMemory(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type->isDependentType())
    return false;
  if (!Type.isDestructedType())
    return true;
  if (isStd(Type,
            {"pair", "tuple", "array", "vector", "deque", "basic_string",
             "list", "map", "set", "unordered_map", "unordered_set", "optional",
             "allocator", "char_traits", "less", "hash", "equal_to"})) {
    const auto *S =
        dyn_cast<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
    return S &&
           llvm::all_of(
               S->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
                 return A.getKind() == TemplateArgument::Type
                            ? isOnlyMemory(A.getAsType())
                            : A.getKind() != TemplateArgument::Pack ||
                                  llvm::all_of(A.pack_elements(),
                                               [](const TemplateArgument &E) {
                                                 return isOnlyMemory(
                                                     E.getAsType());
                                               });
               });
  }
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || Record->isInStdNamespace() || !Record->getDestructor() ||
      Record->getDestructor()->isUserProvided())
    return false;
  return llvm::all_of(
             Record->fields(),
             [](const FieldDecl *F) { return isOnlyMemory(F->getType()); }) &&
         llvm::all_of(Record->bases(), [](const CXXBaseSpecifier &B) {
           return isOnlyMemory(B.getType());
         });
}

bool runsOwnDestructor(QualType Type) {
  return findPart(Type, [](const TypePart &P) {
    if (P.Is == TypePart::Pointee)
      return PartWalk::Skip;
    const CXXRecordDecl *Record = P.Type->getAsCXXRecordDecl();
    const CXXDestructorDecl *Destructor =
        Record && !Record->isInStdNamespace() && Record->hasDefinition()
            ? Record->getDefinition()->getDestructor()
            : nullptr;
    return Destructor && Destructor->isUserProvided() ? PartWalk::Found
                                                      : PartWalk::Inside;
  });
}

} // namespace clang::tidy::anomalloc
