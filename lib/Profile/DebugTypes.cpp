//===- DebugTypes.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/DebugTypes.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace anomalloc {

DWARFDie plainType(DWARFDie Type) {
  constexpr unsigned MostSteps = 16;
  for (unsigned Steps = 0; Type && Steps != MostSteps; ++Steps) {
    switch (Type.getTag()) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
      Type = Type.getAttributeValueAsReferencedDie(DW_AT_type);
      break;
    default:
      return Type;
    }
  }
  return {};
}

} // namespace anomalloc
