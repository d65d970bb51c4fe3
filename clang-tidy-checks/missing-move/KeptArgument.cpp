//===- KeptArgument.cpp - calls that keep what they are given -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-move/KeptArgument.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"

namespace clang::tidy::anomalloc {

/// As the container, or the pair, holds it.
static bool isOfType(QualType Held, QualType Type) {
  return !Held.isNull() && Held.getCanonicalType().getUnqualifiedType() ==
                               Type.getCanonicalType().getUnqualifiedType();
}

bool keepsArgument(const CXXMemberCallExpr &Fill, const ParmVarDecl &P,
                   QualType Type) {
  QualType Container = Fill.getImplicitObjectArgument()->getType();
  if (Container->isPointerType())
    Container = Container->getPointeeType();
  if (!isStdContainer(Container) &&
      !isStd(Container, {"queue", "stack", "priority_queue"}))
    return false;
  const bool ByKey = isStd(Container, {"map", "unordered_map"});
  if (!isOfType(typeArgument(Container, 0), Type) &&
      !(ByKey && isOfType(typeArgument(Container, 1), Type)))
    return false;
  // A copy is made of `const T &`, and of `T &` that a template forwards.
  return P.getType()->isLValueReferenceType() ||
         P.getType()->isRValueReferenceType();
}

bool keepsPart(QualType Whole, const ParmVarDecl &P, QualType Type) {
  const auto *Made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Whole->getAsCXXRecordDecl());
  if (!Made || !P.getType()->isReferenceType())
    return false;
  auto Is = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type &&
           isOfType(A.getAsType(), Type);
  };
  return llvm::any_of(Made->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &A) {
                        return A.getKind() == TemplateArgument::Pack
                                   ? llvm::any_of(A.pack_elements(), Is)
                                   : Is(A);
                      });
}

} // namespace clang::tidy::anomalloc
