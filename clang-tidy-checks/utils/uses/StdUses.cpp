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
