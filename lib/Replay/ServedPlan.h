//===- ServedPlan.h - blocks for pools and arenas ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_SERVEDPLAN_H
#define ANOMALLOC_REPLAY_SERVEDPLAN_H

#include "Replay/Activations.h"
#include "Replay/Replay.h"
#include "Replay/SharedState.h"

namespace anomalloc {

/// Which blocks of a trace the replayer serves itself (Replayer/Served.h).
struct ServedPlan {
  static constexpr uint32_t InArena = ~0u;

  std::vector<replay::Pool> Pools;
  /// An upper bound for the number of arenas that are in use at once.
  uint32_t Arenas = 0;
  /// By key: the server of the key's blocks. 0 is the allocator. InArena means
  /// the arena of the section's activation. If the list is empty, the allocator
  /// serves all blocks.
  std::vector<uint32_t> ServerOfKey;
};

/// Chooses the pools and arenas for \p Request. The error names the trace, and
/// says which pool or arena is not possible, and why.
llvm::Expected<ServedPlan> planServed(const ReplayInput &Input,
                                      const TraceSummary &Summary,
                                      const ReplayRequest &Request);

/// Why an arena for the section is not possible, as half a sentence; "" if it
/// is possible.
std::string whyNoArena(const SectionUse &Use);

/// Gives each new block its server while a trace is fed. Not thread-safe.
class ServerChoice {
public:
  explicit ServerChoice(const ServedPlan &Plan) : Plan(Plan) {}

  /// The server of the block that \p E makes. \p Key is the key of the block.
  uint32_t serverOf(const TraceEvent &E, const format::TraceKey &Key) {
    if (Plan.ServerOfKey.empty())
      return 0;
    const uint32_t Server = Plan.ServerOfKey[E.Key];
    return Server == ServedPlan::InArena ? arenaOf(E.Lane, Key.Section)
                                         : Server;
  }

  struct Ended {
    uint32_t Server, Lane;
  };
  /// \p E is not about a block. Returns the arenas whose activation it ends,
  /// with the lanes that used them. The result is valid until the next call.
  llvm::ArrayRef<Ended> note(const TraceEvent &E);

private:
  uint32_t arenaOf(uint32_t Lane, uint32_t Section);

  struct Use {
    uint32_t Server, Lane, Section;
  };
  const ServedPlan &Plan;
  Activations Running;
  std::unordered_map<Activations::Number, Use> Used;
  /// Arenas that are free for the next activation, by lane and section. An
  /// arena is used again only by the same lane, for the same section.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> Waiting;
  uint32_t Taken = 0;
  std::vector<Ended> Last;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SERVEDPLAN_H
