//===- Overflows.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Overflows.h"
#include "process/Process.h"

namespace anomalloc::runtime {

/// The row of \p S; null: it has none.
static AccessOverflows::Row *rowOf(AccessOverflows &All,
                                   const AccessSlot *Slot) {
  for (AccessOverflows::Row &R : All.Rows)
    if (R.Slot == Slot)
      return &R;
  return nullptr;
}

static AccessOverflows *overflows() {
  Process *P = bornProcess();
  return P ? P->Accesses.Overflows : nullptr;
}

void addToOverflows(AccessWindow W, uint64_t Address, AccessedBytes Bytes) {
  const AccessSlot &S = W.slot(Address);
  if (AccessOverflows *All = overflows()) {
    sys::SignalGuard Guard;
    sys::LockGuard Lock(All->Lock, Guard);
    AccessOverflows::Row *R = rowOf(*All, &S);
    if (!R)
      R = rowOf(*All, nullptr);
    if (R) {
      R->Slot = &S;
      R->Bytes.Read += Bytes.Read;
      R->Bytes.Written += Bytes.Written;
    }
  }
  W.flags(Address) |= Overflown;
}

AccessedBytes takeOverflows(const AccessSlot &S) {
  AccessOverflows *All = overflows();
  if (!All)
    return {};
  sys::SignalGuard Guard;
  sys::LockGuard Lock(All->Lock, Guard);
  AccessOverflows::Row *R = rowOf(*All, &S);
  if (!R)
    return {};
  const AccessedBytes Its = R->Bytes;
  *R = {};
  return Its;
}

} // namespace anomalloc::runtime
