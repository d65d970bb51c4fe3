//===- StdUses.cpp - what functions of std do to arguments ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/StdUses.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

bool isOfStd(const Decl &D) {
  StringRef Name = outermostNamespace(D);
  return Name == "std" || Name == "__gnu_cxx";
}

/// The name of a class of the standard library, or "".
static StringRef nameOfStd(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getDeclName().isIdentifier() && isOfStd(*Record)
             ? Record->getName()
             : StringRef();
}

static UseKind operatorUse(const CXXMethodDecl &Method) {
  StringRef Class = Method.getParent()->getName();
  switch (Method.getOverloadedOperator()) {
  case OO_Equal:
  case OO_PlusPlus:
  case OO_MinusMinus:
    return UseKind::Assign;
  case OO_PlusEqual:
    return Class == "basic_string" ? UseKind::Grow : UseKind::Assign;
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_CaretEqual:
    return UseKind::Assign;
  case OO_Subscript:
    return Class == "map" || Class == "unordered_map" ? UseKind::Grow
                                                      : UseKind::Read;
  case OO_Star:
  case OO_Arrow:
  case OO_Call:
    return UseKind::Read;
  case OO_LessLess:
    return UseKind::Grow; // a stream
  case OO_GreaterGreater:
    return UseKind::Write;
  default:
    return UseKind::Mutate;
  }
}

UseKind stdMemberUse(const CXXMethodDecl &Method) {
  if (Method.isConst() || Method.isStatic() || isa<CXXConversionDecl>(Method))
    return UseKind::Read;
  if (Method.isOverloadedOperator())
    return operatorUse(Method);
  if (!Method.getDeclName().isIdentifier())
    return UseKind::Mutate;
  return stdMember(Method.getName()).Use;
}

bool storesArguments(const CXXMethodDecl &Method) {
  if (Method.isConst())
    return false;
  if (Method.getOverloadedOperator() == OO_Equal)
    return true;
  if (!Method.getDeclName().isIdentifier())
    return false;
  UseKind Kind = stdMemberUse(Method);
  if (Method.getParent()->getName() == "basic_string")
    return Method.getName() == "assign";
  return Kind == UseKind::Grow || Kind == UseKind::Assign;
}

/// Classes of std that refer to other objects, beside iterators.
static bool isStdHandle(const CXXRecordDecl &Record) {
  StringRef Name = Record.getName();
  static constexpr StringRef Names[] = {
      "basic_string_view", "span",          "reference_wrapper",
      "initializer_list",  "function",      "move_only_function",
      "copyable_function", "function_ref",  "mdspan",
      "sub_match",         "match_results", "subrange"};
  if (is_contained(Names, Name) || Name.ends_with("_view"))
    return true;
  return isStdPointer(Record) && Name != "unique_ptr" &&
         !Name.contains("shared_ptr") && Name != "weak_ptr";
}

static bool namesIteratorCategory(const CXXRecordDecl &Record) {
  if (!Record.hasDefinition())
    return false;
  IdentifierInfo &Name = Record.getASTContext().Idents.get("iterator_category");
  if (!Record.lookup(&Name).empty())
    return true;
  return any_of(Record.bases(), [](const CXXBaseSpecifier &Base) {
    const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
    return B && namesIteratorCategory(*B);
  });
}

bool isStdPointer(const CXXRecordDecl &Record) {
  if (!isOfStd(Record) || !Record.getDeclName().isIdentifier())
    return namesIteratorCategory(Record);
  StringRef Name = Record.getName();
  return Name == "unique_ptr" || Name.contains("shared_ptr") ||
         Name == "weak_ptr" || Name.contains("_iter") ||
         Name.ends_with("iterator") || namesIteratorCategory(Record);
}

static bool isHandle(QualType Type, unsigned Depth) {
  if (Type.isNull() || Type->isDependentType() || Depth > 8)
    return true;
  Type = Type.getCanonicalType();
  if (Type->isPointerType() || Type->isReferenceType() ||
      Type->isMemberPointerType())
    return true;
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return isHandle(Array->getElementType(), Depth + 1);
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  if (isOfStd(*Record) && Record->getDeclName().isIdentifier()) {
    StringRef Name = Record->getName();
    if (isStdHandle(*Record))
      return true;
    static constexpr StringRef Aggregates[] = {"pair", "tuple", "optional",
                                               "variant", "array"};
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    if (!S || !is_contained(Aggregates, Name))
      return false;
    auto Holds = [&](const TemplateArgument &A) {
      return A.getKind() == TemplateArgument::Type &&
             isHandle(A.getAsType(), Depth + 1);
    };
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (Holds(A) || (A.getKind() == TemplateArgument::Pack &&
                       any_of(A.pack_elements(), Holds)))
        return true;
    return false;
  }
  if (namesIteratorCategory(*Record))
    return true;
  Record = Record->getDefinition();
  if (Record->hasUserDeclaredDestructor())
    return false;
  return any_of(Record->fields(),
                [&](const FieldDecl *F) {
                  return isHandle(F->getType(), Depth + 1);
                }) ||
         any_of(Record->bases(), [&](const CXXBaseSpecifier &Base) {
           return isHandle(Base.getType(), Depth + 1);
         });
}

bool isHandle(QualType Type) { return isHandle(Type, 0); }

bool isConstHandle(QualType Type) {
  Type = Type.getNonReferenceType().getCanonicalType();
  if (Type->isPointerType())
    return Type->getPointeeType().isConstQualified();
  StringRef Name = nameOfStd(Type);
  if (Name == "basic_string_view" || Name == "initializer_list" ||
      Name.contains("const_iterator"))
    return true;
  if (Name == "span" || Name == "__normal_iterator" || Name == "__wrap_iter") {
    QualType Of = typeArgument(Type, 0);
    return !Of.isNull() && (Of.isConstQualified() ||
                            (Of->isPointerType() && isConstHandle(Of)));
  }
  return Name == "reverse_iterator" && isConstHandle(typeArgument(Type, 0));
}

} // namespace clang::tidy::anomalloc
