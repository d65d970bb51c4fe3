//===- LiveKeys.h - which block of a trace has which key --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIVEKEYS_H
#define ANOMALLOC_PROFILE_LIVEKEYS_H

#include "Profile/TraceReader.h"
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace anomalloc {

/// The keys of live blocks, by the lane that made the block and the block's
/// number in that lane. The keys are stored in chunks. A chunk is freed when
/// the last live block in it is taken.
class LiveKeys {
public:
  void add(const TraceEvent &E) { add(E, E.Key); }
  /// Adds the block of \p E, and stores \p Number in place of its key. The
  /// largest uint32_t cannot be stored.
  void add(const TraceEvent &E, uint32_t Number) {
    Lane &L = laneOf(E.Maker);
    size_t I = size_t(E.Block / ChunkSize);
    if (I >= L.size())
      L.resize(I + 1);
    if (!L[I])
      L[I] = std::make_unique<Chunk>();
    L[I]->Keys[E.Block % ChunkSize] = Number + 1;
    ++L[I]->Live;
  }
  /// Removes the block of \p E and returns its key. None: the block is not
  /// live.
  std::optional<uint32_t> take(const TraceEvent &E) {
    Lane &L = laneOf(E.Maker);
    size_t I = size_t(E.Block / ChunkSize);
    uint32_t *Key =
        I < L.size() && L[I] ? &L[I]->Keys[E.Block % ChunkSize] : nullptr;
    if (!Key || !*Key)
      return std::nullopt;
    uint32_t Result = std::exchange(*Key, 0) - 1;
    if (!--L[I]->Live)
      L[I].reset();
    return Result;
  }

private:
  static constexpr uint64_t ChunkSize = 4096;
  struct Chunk {
    std::array<uint32_t, ChunkSize> Keys = {}; ///< Key plus one; 0: none.
    uint32_t Live = 0;
  };
  using Lane = std::vector<std::unique_ptr<Chunk>>;
  /// The lane of number \p Number. Mostly it is the lane of the last event.
  Lane &laneOf(uint32_t Number) {
    if (!Last || LastNumber != Number) {
      Last = &Lanes[Number];
      LastNumber = Number;
    }
    return *Last;
  }

  std::unordered_map<uint32_t, Lane> Lanes;
  Lane *Last = nullptr; ///< Stays valid: the map does not move its elements.
  uint32_t LastNumber = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIVEKEYS_H
