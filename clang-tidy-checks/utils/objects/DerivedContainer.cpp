//===- DerivedContainer.cpp - containers by another name ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   class Numbers : public std::vector<double> {
//   public:
//     double sum() const;
//   };
//
//===----------------------------------------------------------------------===//

#include "utils/objects/DerivedContainer.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace clang::tidy::anomalloc {

/// Whether the class makes, destroys or changes its objects by functions of its
/// own, where those of \p Base would be expected.
static bool replacesFunctions(const CXXRecordDecl &Record,
                              const CXXRecordDecl &Base) {
  return llvm::any_of(Record.decls(), [&](const Decl *D) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      D = Template->getTemplatedDecl();
    const auto *Method = dyn_cast<CXXMethodDecl>(D);
    if (!Method || Method->isImplicit() || !Method->isUserProvided())
      return false;
    return isa<CXXConstructorDecl, CXXDestructorDecl>(Method) ||
           !Base.lookup(Method->getDeclName()).empty();
  });
}

QualType withoutOwnName(QualType Type) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr
                    : Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->isInStdNamespace() ||
      Record->getNumBases() != 1 || !Record->field_empty() ||
      Record->isPolymorphic())
    return Type;
  const CXXBaseSpecifier &Base = *Record->bases_begin();
  const QualType Inner = withoutOwnName(Base.getType());
  return Base.getAccessSpecifier() == AS_public && isStdContainer(Inner) &&
                 !replacesFunctions(*Record, *Inner->getAsCXXRecordDecl())
             ? Inner
             : Type;
}

bool derivesFromContainer(const CXXRecordDecl &Class) {
  const CXXRecordDecl *Definition = Class.getDefinition();
  if (!Definition || Definition->isInStdNamespace())
    return false;
  return llvm::any_of(Definition->bases(), [](const CXXBaseSpecifier &Base) {
    const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
    return isStdContainer(Base.getType()) || (B && derivesFromContainer(*B));
  });
}

} // namespace clang::tidy::anomalloc
