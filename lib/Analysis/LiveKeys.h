//===- LiveKeys.h - which block of a trace has which key --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LIVEKEYS_H
#define ANOMALLOC_ANALYSIS_LIVEKEYS_H

#include "Profile/TraceReader.h"
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace anomalloc {

/// The keys of live blocks, by lane and number: in chunks that go when their
/// last block does.
class LiveKeys {
public:
  void add(const TraceEvent &E) {
    Lane &L = Lanes[E.Maker];
    size_t I = size_t(E.Block / ChunkSize);
    if (I >= L.size())
      L.resize(I + 1);
    if (!L[I])
      L[I] = std::make_unique<Chunk>();
    L[I]->Keys[E.Block % ChunkSize] = E.Key + 1;
    ++L[I]->Live;
  }
  /// None: it does not live.
  std::optional<uint32_t> take(const TraceEvent &E) {
    Lane &L = Lanes[E.Maker];
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
    std::array<uint32_t, ChunkSize> Keys = {}; ///< Plus one.
    uint32_t Live = 0;
  };
  using Lane = std::vector<std::unique_ptr<Chunk>>;
  std::unordered_map<uint32_t, Lane> Lanes;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LIVEKEYS_H
