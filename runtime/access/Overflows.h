//===- Overflows.h - counters of accesses that ran over ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_ACCESS_OVERFLOWS_H
#define ANOMALLOC_RUNTIME_ACCESS_OVERFLOWS_H

#include "access/Windows.h"

namespace anomalloc::runtime {

struct AccessedBytes {
  uint64_t Read, Written;
  AccessedBytes &operator+=(AccessedBytes More) {
    Read += More.Read;
    Written += More.Written;
    return *this;
  }
};

/// Counters that ran over, by slot. A count that finds no room is lost.
struct AccessOverflows {
  struct Row {
    const AccessSlot *Slot; ///< Null: free.
    AccessedBytes Bytes;
  };
  static constexpr uint32_t NumRows = 1024;
  sys::Lock Lock;
  Row Rows[NumRows];
};

/// Adds \p Bytes to the process's overflows of the slot at \p Address, and flags
/// the slot. Any thread, async-signal-safe.
void addToOverflows(AccessWindow W, uint64_t Address, AccessedBytes Bytes);

/// Takes out what addToOverflows() put there of a slot.
AccessedBytes takeOverflows(const AccessSlot &S);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_OVERFLOWS_H
