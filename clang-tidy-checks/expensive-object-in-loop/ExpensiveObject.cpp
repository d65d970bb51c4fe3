//===- ExpensiveObject.cpp - what is expensive to build -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "expensive-object-in-loop/ExpensiveObject.h"
#include "utils/ast/Descend.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/ConstantTable.h"
#include "utils/objects/StdTypes.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool isRandomDevice(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  return E && isStd(E->getType(), {"random_device"});
}

/// std::ios::app
static bool opensToAppend(const Stmt &S) {
  const auto *Ref = dyn_cast<DeclRefExpr>(&S);
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
         Ref->getDecl()->getName() == "app";
}

Building patternClass(QualType Type) {
  if (isStd(Type, {"basic_regex"}))
    return Building::Regex;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier() || !stdName(Type).empty())
    return Building::Cheap;
  // Their classes are pointers to what they compile: nothing to be seen.
  static constexpr struct {
    StringRef Namespace, Name;
  } Libraries[] = {{"boost", "basic_regex"}, {"", "QRegularExpression"},
                   {"", "QRegExp"},          {"re2", "RE2"},
                   {"pcrecpp", "RE"},        {"Poco", "RegularExpression"},
                   {"", "wxRegEx"}};
  for (const auto &Known : Libraries)
    if (Class->getName() == Known.Name &&
        outermostNamespace(*Class) == Known.Namespace)
      return Building::Regex;
  const std::string Name = Class->getName().lower();
  for (StringRef Word : {"regex", "regexp", "reg_ex", "regularexpression"})
    if (StringRef(Name).ends_with(Word))
      return Building::OwnPattern;
  return Building::Cheap;
}

Building kindOfConstruction(const CXXConstructExpr &Object,
                            ArrayRef<const Expr *> Arguments,
                            const ASTContext &Context) {
  QualType Type = Object.getType();
  if (isRandomDevice(Object))
    return Building::Device;
  if (isStd(Type, {"wstring_convert"}))
    return Building::Converter;
  if (Arguments.empty())
    return Building::Cheap;
  if (Building Pattern = patternClass(Type); Pattern != Building::Cheap) {
    // A class of one's own may keep a pattern that others compiled.
    const QualType Given = Arguments[0]->IgnoreParenImpCasts()->getType();
    const bool IsText = Given->isArrayType() || Given->isPointerType() ||
                        !Arguments[0]->getType()->isScalarType();
    return Pattern == Building::Regex || IsText ? Pattern : Building::Cheap;
  }
  if (isStd(Type, {"locale"})) {
    if (Arguments.size() == 2 &&
        isa<CXXNewExpr>(Arguments[1]->IgnoreParenImpCasts()))
      return Building::Facet;
    return stdName(Arguments.back()->getType()) == "locale" ||
                   Arguments.size() == 2
               ? Building::Cheap
               : Building::Named;
  }
  if (isStd(Type, {"mersenne_twister_engine", "subtract_with_carry_engine"}))
    return anyWithin(*Arguments[0], isRandomDevice) ? Building::Engine
                                                    : Building::Cheap;
  if (isStd(Type, {"discrete_distribution", "piecewise_constant_distribution",
                   "piecewise_linear_distribution"}))
    return Building::Table;
  if (isStd(Type, {"basic_ofstream"}) && Arguments.size() == 2 &&
      anyWithin(*Arguments[1], opensToAppend))
    return Building::File;
  if (isStdContainer(Type) && !isStdString(Type) &&
      !hasPolymorphicAllocator(Type) && isMadeOfConstants(Object, Context))
    return Building::Constants;
  return Building::Cheap;
}

bool isConstant(const Stmt &S) {
  if (isa<CXXThisExpr, LambdaExpr, CXXNewExpr>(S))
    return false;
  const ValueDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(&S))
    Named = Member->getMemberDecl();
  if (const auto *V = dyn_cast_or_null<VarDecl>(Named)) {
    if (!V->isConstexpr() &&
        !(V->hasGlobalStorage() && V->getType().isConstQualified()))
      return false;
  } else if (const auto *F = dyn_cast_or_null<FunctionDecl>(Named)) {
    if (!F->isConstexpr())
      return false;
  } else if (Named && !isa<EnumConstantDecl>(Named)) {
    return false;
  }
  return all_of(S.children(),
                [](const Stmt *Child) { return !Child || isConstant(*Child); });
}

std::string problemOf(Building Kind, const std::string &Type) {
  switch (Kind) {
  case Building::Regex:
    return "'" + Type +
           "' is compiled from the same pattern each time, with "
           "many allocations";
  case Building::OwnPattern:
    return "'" + Type + "' is built from the same pattern each time";
  case Building::Named:
    return "the same locale is looked up by its name each time";
  case Building::Facet:
    return "a facet, and a locale around it, are allocated each time";
  case Building::Converter:
    return "'" + Type + "' allocates a facet and two strings each time";
  case Building::Engine:
    return "'" + Type + "' is filled from 'std::random_device' each time";
  case Building::Device:
    return "'std::random_device' is opened each time";
  case Building::Table:
    return "'" + Type + "' computes and allocates the same tables each time";
  case Building::File:
    return "the same file is opened each time, with a buffer and a locale of "
           "its own";
  case Building::Constants:
    return "'" + Type + "' is made of the same constants each time";
  case Building::Cheap:
    break;
  }
  llvm_unreachable("nothing to say of what is cheap");
}

std::string suggestionFor(Building Kind, bool Constant) {
  switch (Kind) {
  case Building::Facet:
    return "keep one facet that owns itself (built with a count of 1), and "
           "give the locale its address";
  case Building::Engine:
  case Building::Device:
  case Building::Converter:
    return "build it once: before the loop, or 'thread_local'";
  case Building::Regex:
  case Building::OwnPattern:
  case Building::Named:
  case Building::Constants:
    if (Constant)
      return "make it a 'static const' variable";
    [[fallthrough]];
  default:
    return "build it once, before the loop";
  }
}

} // namespace clang::tidy::anomalloc
