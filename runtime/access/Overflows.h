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

struct OverflownBytes {
  uint64_t Read, Written;
};

/// Adds \p Bytes to the process's overflows of \p S, and flags \p S.
void addToOverflows(AccessSlot &S, OverflownBytes Bytes);

/// Does so with both counters of \p S, and sets them to 0.
void moveToOverflows(AccessSlot &S);

/// Takes out what addToOverflows() put there of \p S.
OverflownBytes takeOverflows(const AccessSlot &S);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_ACCESS_OVERFLOWS_H
