//===- SizeTable.cpp - counts of a lane by key and size -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/SizeTable.h"
#include "count/Lane.h"
#include "process/Process.h"

using namespace anomalloc::format;

namespace anomalloc::runtime {

template <typename Entry, RecordType Type>
bool RowsBySize<Entry, Type>::grow(Lane &L, const sys::SignalGuard &Guard) {
  uint32_t Capacity = Table ? 2 * Table->Capacity : 32;
  void *Memory = L.Records.allocate(L.Owner->file(), Guard,
                                    sizeof(SizeTableRecord) +
                                        uint64_t(Capacity) * sizeof(Entry));
  if (!Memory)
    return false;
  auto *New = static_cast<SizeTableRecord *>(Memory);
  New->Lane = L.Number;
  New->Capacity = Capacity;
  RecordWriter::commit(New->Header, Type);
  Table = New;
  Used = 0;
  return true;
}

template <typename Entry, RecordType Type>
Entry *RowsBySize<Entry, Type>::findOrInsert(Lane &L,
                                             const sys::SignalGuard &Guard,
                                             const SizeEntry &Key) {
  if (Entry *Row = find(Key))
    return Row; // A signal handler was faster.
  if ((!Table || 4 * (Used + 1) > 3 * Table->Capacity) && !grow(L, Guard))
    return nullptr;
  ++Used;
  Entry *Row = probe(Key);
  keyOf(*Row) = Key;
  // The caller's count makes the row valid: a kill must not find it earlier.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return Row;
}

template class RowsBySize<SizeEntry, RecordType::SizeTable>;
template class RowsBySize<SizeClassEntry, RecordType::SizeClasses>;

} // namespace anomalloc::runtime
