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

/// The blocks of a section. An arena is possible where none escapes and none is
/// made elsewhere.
struct SectionUse {
  uint64_t Blocks = 0, Bytes = 0;
  uint64_t Activations = 0; ///< That made blocks.
  /// Blocks that lived on when their activation ended, by key. A block that
  /// another thread resizes counts, too.
  std::map<uint32_t, uint64_t> EscapesByKey;
  uint64_t Escaped = 0;
  /// Where most of them are made; "": nothing has names. SectionUses leaves it
  /// so.
  std::string EscapePlace;
  /// Blocks made while no activation ran that their thread had begun: by
  /// another thread, or the trace does not tell of the begin.
  uint64_t Elsewhere = 0;
  uint64_t MostLiveBytes = 0; ///< Of one activation.
  /// Activations that made blocks and ran at once, at most: the sum over
  /// threads.
  uint64_t MostAtOnce = 0;

  bool allowsArena() const { return Blocks && !Escaped && !Elsewhere; }
};

/// Computes it for each section, by its number in the trace. Not thread-safe.
class SectionUses {
public:
  /// \p Key: of the block that \p E makes or frees.
  void note(const TraceEvent &E, uint32_t KeyIndex,
            const format::TraceKey &Key);
  /// What is not about a block.
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
  /// Activations that are open now, and were at most, by section and lane.
  std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, uint64_t>> AtOnce;
  LiveKeys ActivationOf;
  std::map<uint32_t, SectionUse> Uses;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_SECTIONUSE_H
