//===- MeasuredBlocks.cpp - blocks that tests follow ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/MeasuredBlocks.h"
#include "process/Process.h"

namespace anomalloc::runtime {

MeasuredBlock &MeasuredBlocks::find(const void *Block) const {
  uint64_t I = slot(Block);
  while (Slots[I & (Capacity - 1)].Block &&
         Slots[I & (Capacity - 1)].Block != Block)
    ++I;
  return Slots[I & (Capacity - 1)];
}

/// The older table stays where it is, unused: the runtime gives nothing back.
bool MeasuredBlocks::grow(Process &P, const sys::SignalGuard &Guard) {
  constexpr uint64_t Least = 1024;
  const MeasuredBlock *Old = Slots;
  const uint64_t OldCapacity = Capacity;
  uint64_t New = Capacity ? 2 * Capacity : Least;
  void *Memory = allocateControl(P, Guard, New * sizeof(MeasuredBlock));
  if (!Memory)
    return false;
  Slots = static_cast<MeasuredBlock *>(Memory);
  Capacity = New;
  for (uint64_t I = 0; I != OldCapacity; ++I)
    if (Old[I].Block)
      find(Old[I].Block) = Old[I];
  return true;
}

bool MeasuredBlocks::insert(Process &P, const sys::SignalGuard &Guard,
                            const MeasuredBlock &B) {
  if (4 * (Count + 1) > 3 * Capacity && !grow(P, Guard))
    return false;
  MeasuredBlock &At = find(B.Block);
  if (!At.Block)
    ++Count;
  At = B;
  return true;
}

MeasuredBlock MeasuredBlocks::take(const void *Block) {
  if (!Count)
    return {};
  MeasuredBlock *Free = &find(Block);
  const MeasuredBlock Taken = *Free;
  if (!Taken.Block)
    return {};
  --Count;
  // Those that follow may have wanted this slot: each moves up that may.
  const uint64_t Mask = Capacity - 1;
  uint64_t Hole = uint64_t(Free - Slots);
  for (uint64_t I = Hole + 1; Slots[I & Mask].Block; ++I) {
    uint64_t Home = slot(Slots[I & Mask].Block);
    if (((I - Home) & Mask) >= ((I - Hole) & Mask)) {
      Slots[Hole & Mask] = Slots[I & Mask];
      Hole = I;
    }
  }
  Slots[Hole & Mask] = {};
  return Taken;
}

void MeasuredBlocks::clear() {
  if (Count)
    __builtin_memset(static_cast<void *>(Slots), 0,
                     Capacity * sizeof(MeasuredBlock));
  Count = 0;
}

} // namespace anomalloc::runtime
