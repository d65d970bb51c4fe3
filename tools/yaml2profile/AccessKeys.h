//===- AccessKeys.h - counters of accesses in YAML --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_YAML2PROFILE_ACCESSKEYS_H
#define ANOMALLOC_YAML2PROFILE_ACCESSKEYS_H

#include "anomalloc/LifetimeFormat.h"
#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// The value of Key is one counter, or a list of at most Most counters.
struct AccessKey {
  llvm::StringLiteral Key;
  uint32_t First, Most;
};

inline constexpr AccessKey AccessKeys[] = {
#define ANOMALLOC_ACCESS_COUNTER(Member, Key, Text)                            \
  {Key, format::AccessCounters::Member, 1},
#include "anomalloc/AccessCounters.def"
    {"extents", format::AccessCounters::Extents,
     format::AccessCounters::NumExtents},
    {"reads", format::AccessCounters::SlotReads,
     format::AccessCounters::NumSlots},
    {"writes", format::AccessCounters::SlotWrites,
     format::AccessCounters::NumSlots},
};

} // namespace anomalloc

#endif // ANOMALLOC_YAML2PROFILE_ACCESSKEYS_H
