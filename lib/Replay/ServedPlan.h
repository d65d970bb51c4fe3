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
  /// That are in use at once, at most.
  uint32_t Arenas = 0;
  /// By key: the server of its blocks, 0 is the allocator; or InArena: that of
  /// its section's activation. Empty: the allocator serves all.
  std::vector<uint32_t> ServerOfKey;
};

/// The error names the trace, and says what is not possible, and why.
llvm::Expected<ServedPlan> planServed(const ReplayInput &Input,
                                      const TraceSummary &Summary,
                                      const ReplayRequest &Request);

/// Why an arena for the section is not possible, as half a sentence; "": it is.
std::string whyNoArena(const SectionUse &Use);

/// Gives each new block its server while a trace is fed. Not thread-safe.
class ServerChoice {
public:
  explicit ServerChoice(const ServedPlan &Plan) : Plan(Plan) {}

  /// Of the block that \p E makes.
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
  /// Of an event that is not about a block: the arenas that come to their end,
  /// and the lanes that used them. Valid until the next call.
  llvm::ArrayRef<Ended> note(const TraceEvent &E);

private:
  uint32_t arenaOf(uint32_t Lane, uint32_t Section);

  struct Use {
    uint32_t Server, Lane, Section;
  };
  const ServedPlan &Plan;
  Activations Running;
  std::unordered_map<Activations::Number, Use> Used;
  /// Arenas that wait for the next activation, by lane and section: an arena's
  /// memory stays where it was used.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> Waiting;
  uint32_t Taken = 0;
  std::vector<Ended> Last;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SERVEDPLAN_H
