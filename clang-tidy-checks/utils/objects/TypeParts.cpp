//===- TypeParts.cpp - what a type is made of, and leads to ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/TypeParts.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static void addArgument(const TemplateArgument &A,
                        SmallVectorImpl<TypePart> &Parts) {
  if (A.getKind() == TemplateArgument::Pack) {
    for (const TemplateArgument &Element : A.pack_elements())
      addArgument(Element, Parts);
    return;
  }
  if (A.getKind() != TemplateArgument::Type)
    return;
  // Allocators, comparisons, hashes: of what the class holds anyway.
  if (isStd(A.getAsType(),
            {"allocator", "polymorphic_allocator", "char_traits", "less",
             "greater", "hash", "equal_to", "default_delete"}))
    return;
  Parts.push_back({TypePart::Argument, A.getAsType()});
}

bool isMadeOfItsArguments(const CXXRecordDecl &Record) {
  if (!isa<ClassTemplateSpecializationDecl>(Record) || !isOfStd(Record))
    return false;
  static constexpr StringRef Names[] = {
      "array",         "bitset",        "complex",
      "deque",         "forward_list",  "list",
      "map",           "multimap",      "multiset",
      "optional",      "pair",          "priority_queue",
      "queue",         "set",           "shared_ptr",
      "stack",         "tuple",         "unique_ptr",
      "unordered_map", "unordered_set", "unordered_multimap",
      "variant",       "vector",        "unordered_multiset",
      "weak_ptr",      "valarray"};
  StringRef Name =
      Record.getDeclName().isIdentifier() ? Record.getName() : StringRef();
  return Name.starts_with("basic_") || is_contained(Names, Name);
}

SmallVector<TypePart, 4> partsOf(QualType Type) {
  SmallVector<TypePart, 4> Parts;
  if (Type->isAnyPointerType() || Type->isReferenceType()) {
    Parts.push_back({TypePart::Pointee, Type->getPointeeType()});
    return Parts;
  }
  if (const auto *Array = Type->getAsArrayTypeUnsafe()) {
    Parts.push_back({TypePart::Element, Array->getElementType()});
    return Parts;
  }
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record)
    return Parts;
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
      S && isOfStd(*Record)) {
    // The container of such an iterator is but a tag.
    if (!Record->getName().starts_with("__normal_iterator"))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        addArgument(A, Parts);
    if (isMadeOfItsArguments(*S))
      return Parts;
  }
  if (!(Record = Record->getDefinition()))
    return Parts;
  for (const CXXBaseSpecifier &Base : Record->bases())
    Parts.push_back(
        {TypePart::Base, Base.getType(), Base.getType()->getAsCXXRecordDecl()});
  for (const FieldDecl *Field : Record->fields())
    Parts.push_back({TypePart::Field, Field->getType(), Field});
  return Parts;
}

namespace {
struct Walker {
  bool walk(TypePart Part) {
    Part.Type = Part.Type.getCanonicalType().getUnqualifiedType();
    if (!Seen.insert(Part.Type.getTypePtr()).second)
      return false;
    switch (Ask(Part)) {
    case PartWalk::Found:
      return true;
    case PartWalk::Skip:
      return false;
    case PartWalk::Inside:
      break;
    }
    return any_of(partsOf(Part.Type),
                  [&](const TypePart &Inner) { return walk(Inner); });
  }
  function_ref<PartWalk(const TypePart &)> Ask;
  SmallPtrSet<const clang::Type *, 16> Seen;
};
} // namespace

bool findPart(QualType Type, function_ref<PartWalk(const TypePart &)> Ask) {
  return Walker{Ask, {}}.walk({TypePart::Whole, Type});
}

} // namespace clang::tidy::anomalloc
