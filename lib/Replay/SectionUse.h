//===- SectionUse.h - what lives and dies in a section ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_SECTIONUSE_H
#define ANOMALLOC_REPLAY_SECTIONUSE_H

#include "Profile/LiveKeys.h"
#include "Replay/Activations.h"
#include <map>

namespace anomalloc {

/// The blocks of a section. An arena is possible if no block escapes its
/// activation, and none is made elsewhere.
struct SectionUse {
  uint64_t Blocks = 0, Bytes = 0;
  uint64_t Activations = 0; ///< That made blocks.
  /// Number of escaped blocks, by key. A block escapes if it is still alive
  /// when its activation ends, or if another thread resizes it.
  std::map<uint32_t, uint64_t> EscapesByKey;
  uint64_t Escaped = 0;
  /// The function and line that make most of the escaped blocks: "solve in
  /// solver.cpp:17". "" if nothing has names. SectionUses leaves it empty.
  std::string EscapePlace;
  /// Blocks whose thread had no running activation of the section. Another
  /// thread began the section, or the begin is not in the trace.
  uint64_t Elsewhere = 0;
  uint64_t MostLiveBytes = 0; ///< The most that one activation had.
  /// An upper bound for the activations that made blocks and ran at once: the
  /// sum of the maxima of all lanes.
  uint64_t MostAtOnce = 0;

  bool allowsArena() const { return Blocks && !Escaped && !Elsewhere; }
};

/// Computes the SectionUse of each section, by the section's number in the
/// trace. Not thread-safe.
class SectionUses {
public:
  /// \p E makes or frees a block, which has the key \p Key.
  void note(const TraceEvent &E, uint32_t KeyIndex,
            const format::TraceKey &Key);
  /// \p E is not about a block.
  void note(const TraceEvent &E);
  std::map<uint32_t, SectionUse> take() { return std::move(Uses); }

private:
  struct Open {
    uint32_t Section = 0, Lane = 0;
    uint64_t Bytes = 0;
    std::unordered_map<uint32_t, uint64_t> Live; ///< Blocks, by key.
  };
  void end(Activations::Number Its);

  Activations Running;
  std::unordered_map<Activations::Number, Open> Opened;
  /// By section and lane: how many activations are open now, and the most that
  /// were open at once.
  std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, uint64_t>> AtOnce;
  LiveKeys ActivationOf;
  std::map<uint32_t, SectionUse> Uses;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SECTIONUSE_H
