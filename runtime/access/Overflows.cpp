//===- Overflows.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Overflows.h"
#include "process/Process.h"

namespace anomalloc::runtime {

/// The row of \p S; with \p New a free one if it has none. Null: there is none.
static AccessOverflows::Row *rowOf(AccessOverflows &All, const AccessSlot &S,
                                   bool New) {
  AccessOverflows::Row *Free = nullptr;
  for (AccessOverflows::Row &R : All.Rows) {
    if (R.Slot == &S)
      return &R;
    if (!R.Slot && !Free)
      Free = &R;
  }
  return New ? Free : nullptr;
}

void addToOverflows(AccessSlot &S, OverflownBytes Bytes) {
  sys::SignalGuard Guard;
  if (Process *P = bornProcess(); P && P->Accesses.Overflows) {
    AccessOverflows &All = *P->Accesses.Overflows;
    sys::LockGuard Lock(All.Lock, Guard);
    if (AccessOverflows::Row *R = rowOf(All, S, /*New=*/true)) {
      R->Slot = &S;
      R->Read += Bytes.Read;
      R->Written += Bytes.Written;
    }
  }
  S.First |= Overflown;
}

void moveToOverflows(AccessSlot &S) {
  sys::SignalGuard Guard; // What a handler counts here would be lost.
  addToOverflows(S, {S.Read, S.Written});
  S.Read = S.Written = 0;
}

OverflownBytes takeOverflows(const AccessSlot &S) {
  sys::SignalGuard Guard;
  Process *P = bornProcess();
  if (!P || !P->Accesses.Overflows)
    return {};
  AccessOverflows &All = *P->Accesses.Overflows;
  sys::LockGuard Lock(All.Lock, Guard);
  AccessOverflows::Row *R = rowOf(All, S, /*New=*/false);
  if (!R)
    return {};
  const OverflownBytes Its = {R->Read, R->Written};
  *R = {};
  return Its;
}

} // namespace anomalloc::runtime
