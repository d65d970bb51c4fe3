//===- DebugTypes.h - types in debug information ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_DEBUGTYPES_H
#define ANOMALLOC_PROFILE_DEBUGTYPES_H

#include "llvm/DebugInfo/DWARF/DWARFDie.h"

namespace anomalloc {

inline bool isClass(llvm::dwarf::Tag Tag) {
  return Tag == llvm::dwarf::DW_TAG_class_type ||
         Tag == llvm::dwarf::DW_TAG_structure_type;
}

/// The type that \p Type is another name of, or a qualified variety of (const,
/// volatile, restrict, _Atomic). None: not known. Takes bounded time: references
/// in a file that is damaged may lead in a circle.
llvm::DWARFDie plainType(llvm::DWARFDie Type);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_DEBUGTYPES_H
