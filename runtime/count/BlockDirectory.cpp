//===- BlockDirectory.cpp - where a lane's blocks are ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/BlockDirectory.h"
#include "process/Process.h"

namespace anomalloc::runtime {

static uint32_t start(uint64_t Key, uint32_t Capacity) {
  return uint32_t((Key * 0x9e3779b97f4a7c15u) >> 32) & (Capacity - 1);
}

uint64_t *BlockDirectory::find(uint32_t Section, uint32_t Unit) const {
  uint64_t Key = uint64_t(Section) << 32 | Unit;
  if (!Capacity)
    return nullptr;
  for (uint32_t I = start(Key, Capacity); Entries[I].Key;
       I = (I + 1) & (Capacity - 1))
    if (Entries[I].Key == Key)
      return Entries[I].Block;
  return nullptr;
}

void BlockDirectory::place(Entry *Table, uint32_t Capacity, Entry E) {
  uint32_t I = start(E.Key, Capacity);
  while (Table[I].Key)
    I = (I + 1) & (Capacity - 1);
  Table[I] = E;
}

bool BlockDirectory::insert(Process &P, const sys::SignalGuard &Guard,
                            uint32_t Section, uint32_t Unit, uint64_t *Block) {
  if (4 * (Used + 1) > 3 * Capacity) {
    uint32_t NewCapacity = Capacity ? 2 * Capacity : 64;
    auto *New = static_cast<Entry *>(
        allocateControl(P, Guard, NewCapacity * sizeof(Entry)));
    if (!New)
      return false;
    for (uint32_t I = 0; I != Capacity; ++I)
      if (Entries[I].Key)
        place(New, NewCapacity, Entries[I]);
    Entries = New;
    Capacity = NewCapacity;
  }
  place(Entries, Capacity, {uint64_t(Section) << 32 | Unit, Block});
  ++Used;
  return true;
}

} // namespace anomalloc::runtime
