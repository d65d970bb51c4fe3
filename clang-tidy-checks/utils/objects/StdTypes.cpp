//===- StdTypes.cpp - which type of the standard library ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/StdTypes.h"
#include "utils/objects/AllocatingConstructor.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static constexpr StringRef NodeContainers[] = {
    "list",          "forward_list",      "map",           "multimap",
    "set",           "multiset",          "unordered_map", "unordered_multimap",
    "unordered_set", "unordered_multiset"};

static const ClassTemplateSpecializationDecl *specialization(QualType Type) {
  if (Type.isNull())
    return nullptr;
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
}

StringRef stdName(QualType Type) {
  if (Type.isNull())
    return "";
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->getDeclName().isIdentifier() ||
      outermostNamespace(*Record) != "std")
    return "";
  return Record->getName();
}

bool isStd(QualType Type, ArrayRef<StringRef> Names) {
  StringRef Name = stdName(Type);
  return !Name.empty() && is_contained(Names, Name);
}

bool isStdString(QualType Type) { return stdName(Type) == "basic_string"; }

bool isStdContainer(QualType Type) {
  StringRef Name = stdName(Type);
  if (Name == "vector")
    return !typeArgument(Type, 0)->isBooleanType();
  return Name == "basic_string" || Name == "deque" ||
         is_contained(NodeContainers, Name);
}

bool isStdNodeContainer(QualType Type) { return isStd(Type, NodeContainers); }

bool hasPolymorphicAllocator(QualType Type) {
  const auto *S = specialization(Type);
  return S &&
         any_of(S->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type &&
                  stdName(A.getAsType()) == "polymorphic_allocator";
         });
}

QualType typeArgument(QualType Type, unsigned Index) {
  const auto *S = specialization(Type);
  if (!S || Index >= S->getTemplateArgs().size() ||
      S->getTemplateArgs()[Index].getKind() != TemplateArgument::Type)
    return {};
  return S->getTemplateArgs()[Index].getAsType();
}

bool isOfStd(const Decl &D) {
  StringRef Name = outermostNamespace(D);
  return Name == "std" || Name == "__gnu_cxx";
}

StringRef methodName(const Expr &Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const CXXMethodDecl *Method = Member ? Member->getMethodDecl() : nullptr;
  return Method && Method->getDeclName().isIdentifier() ? Method->getName()
                                                        : "";
}

const Expr *calledOn(const Expr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    return Operator->getNumArgs() ? Operator->getArg(0) : nullptr;
  return nullptr;
}

bool isStdFunction(const FunctionDecl &F, ArrayRef<StringRef> Names) {
  return !isa<CXXMethodDecl>(F) && F.getDeclName().isIdentifier() &&
         outermostNamespace(F) == "std" && is_contained(Names, F.getName());
}

} // namespace clang::tidy::anomalloc
