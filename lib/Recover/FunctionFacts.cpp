//===- FunctionFacts.cpp - what debug information says --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/FunctionFacts.h"
#include "Profile/DebugTypes.h"
#include "Profile/ScopedNames.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace anomalloc {

/// Members of a class are private if nothing else is said, those of a struct
/// public: section 5.7.6 of DWARF 5.
static bool isHidden(DWARFDie Declaration) {
  DWARFDie Parent = Declaration.getParent();
  if (!Parent || !isClass(Parent.getTag()))
    return false;
  const uint64_t Default = Parent.getTag() == DW_TAG_class_type
                               ? DW_ACCESS_private
                               : DW_ACCESS_public;
  return toUnsigned(Declaration.find(DW_AT_accessibility), Default) !=
         DW_ACCESS_public;
}

static FunctionFacts factsOf(DWARFDie Function) {
  FunctionFacts Facts;
  DWARFDie Declaration = declarationOf(Function);
  Facts.IsHidden = isHidden(Declaration);
  // A result that is deduced ('auto') stands at the definition alone.
  DWARFDie Type = plainType(Function.getAttributeValueAsReferencedDie(
      Function.findRecursively({DW_AT_type}).value_or(DWARFFormValue())));
  if (!Type)
    return Facts;
  if (Type.getTag() == DW_TAG_pointer_type) {
    Facts.Result = FunctionFacts::ResultKind::Pointer;
  } else if (isClass(Type.getTag())) {
    Facts.Result = FunctionFacts::ResultKind::Object;
    Facts.Class = scopedTypeName(Type);
  }
  return Facts;
}

std::vector<FunctionFacts> functionsAt(DWARFContext &Debug, uint64_t Address) {
  std::vector<FunctionFacts> Facts;
  for (DWARFDie Function : functionEntriesAt(Debug, Address))
    Facts.push_back(factsOf(Function));
  return Facts;
}

} // namespace anomalloc
