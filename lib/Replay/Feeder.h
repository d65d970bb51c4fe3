//===- Feeder.h - events to operations --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_FEEDER_H
#define ANOMALLOC_REPLAY_FEEDER_H

#include "Profile/LiveKeys.h"
#include "Replay/Rings.h"
#include "Replay/ServedPlan.h"
#include "Replay/Slots.h"

namespace anomalloc {

/// Turns the events of a trace into operations of the replayer, in the same
/// order. A free by realloc and the allocation that follows it in its lane
/// become one operation. Not thread-safe.
class Feeder {
public:
  /// All arguments must outlive this object.
  Feeder(ReplayProcess &P, const TraceSummary &Summary, const ServedPlan &Plan);

  /// Takes the next event. Fails with ReplayFailure if the replayer is gone.
  llvm::Error note(const TraceEvent &E);
  /// Waits until all operations are done. The replayer then does nothing until
  /// the next event.
  llvm::Error rest() { return Ring.rest(); }

  // Counted in one copy, up to the last event.
  uint64_t events() const { return Events; }
  uint64_t allocated() const { return Allocated; }
  uint64_t liveBytes() const { return LiveBytes; }
  uint64_t liveBlocks() const { return LiveBlocks; }

  /// The live blocks of all copies, with the addresses that the allocator gave
  /// them. Call rest() before.
  std::vector<PlacedBlock> placedBlocks() const;
  /// The blocks that pools and arenas have served so far, in one copy.
  std::map<BlockShape, uint64_t> served() const;

private:
  struct LaneState {
    bool Begun = false;
    bool HadThread = false;
    bool IsActive = false;            ///< It had events since the last barrier.
    uint64_t Barrier = 0;             ///< It waited for all earlier barriers.
    std::optional<uint32_t> Resizing; ///< The slot that realloc freed.
  };

  uint32_t begin(uint32_t Lane);
  llvm::Error allocate(uint32_t Lane, const TraceEvent &E);
  llvm::Error release(uint32_t Lane, const TraceEvent &E);
  llvm::Error putFree(uint32_t Lane, uint32_t Slot);
  llvm::Error endArenas(const TraceEvent &E);
  llvm::Error catchUp(uint32_t Lane);
  llvm::Error putBarrier();
  llvm::Error sync(uint32_t Lane, uint64_t Barrier, bool Arrives);
  void put(uint32_t Lane, replay::OpKind Kind, uint32_t Slot, uint64_t Size,
           bool Waits, std::initializer_list<uint64_t> More = {},
           uint32_t Server = 0);
  uint32_t takeServer(const TraceEvent &E);
  uint64_t sizeOf(uint32_t Key) const { return Summary.Keys[Key].Size; }

  ReplayProcess &P;
  const TraceSummary &Summary;
  Rings Ring;
  Slots All;
  LiveKeys SlotOf;
  ServerChoice Servers;
  std::vector<uint64_t> ServedOfKey; ///< Number of served blocks, by key.
  std::vector<LaneState> Lanes;
  uint32_t LastLane = ~0u, LastNumber = 0;

  uint64_t Events = 0, Allocated = 0, LiveBytes = 0, LiveBlocks = 0;

  /// Bytes that may be allocated between two barriers.
  const uint64_t Stretch;
  uint64_t SinceBarrier = 0;
  unsigned Active = 0;
  uint64_t Barriers = 0;
  uint64_t Targets[replay::Barriers] = {}; ///< Arrivals to wait for.
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_FEEDER_H
