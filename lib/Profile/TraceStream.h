//===- TraceStream.h - one lane's records -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TRACESTREAM_H
#define ANOMALLOC_PROFILE_TRACESTREAM_H

#include "Profile/TraceFile.h"
#include "Profile/TraceReader.h"
#include <array>
#include <unordered_map>

namespace anomalloc {

/// Keys of all lanes, each once. Not thread-safe.
class TraceKeyTable {
public:
  uint32_t add(const format::TraceKey &Key);
  llvm::ArrayRef<format::TraceKey> all() const { return Keys; }

private:
  struct Hash {
    size_t operator()(const format::TraceKey &K) const;
  };
  struct Equal {
    bool operator()(const format::TraceKey &A, const format::TraceKey &B) const;
  };
  std::vector<format::TraceKey> Keys;
  std::unordered_map<format::TraceKey, uint32_t, Hash, Equal> IndexOf;
};

/// Decodes the blocks that one lane has in the trace. Decodes one stretch at a
/// time: the records up to the next time or the end of a block. Not
/// thread-safe.
class TraceStream {
public:
  /// All arguments must outlive the stream.
  TraceStream(const TraceFile &File, uint32_t Lane,
              llvm::ArrayRef<TraceFile::Block> Blocks, TraceKeyTable &Keys)
      : File(File), Lane(Lane), Blocks(Blocks), Keys(Keys) {}

  uint32_t lane() const { return Lane; }

  /// Decodes the next stretch, if all events of the last one are taken.
  llvm::Error load();
  /// Events that are decoded and not yet taken. If there are none after load(),
  /// the lane is at its end.
  llvm::ArrayRef<TraceEvent> events() const {
    return llvm::ArrayRef(Events).drop_front(Taken);
  }
  void take(size_t Count) { Taken += Count; }

private:
  llvm::Error openBlock();
  llvm::Error decodeStretch();
  const char *decodeDefinition(const char *At, uint32_t Form);
  /// Reads the number at \p At into \p Value, not beyond the end of the block.
  /// Returns where the number ends; null if there is none.
  const char *number(const char *At, uint64_t &Value) const;
  uint64_t timeOfNextBlock() const;
  void spread(uint64_t Until);
  llvm::Error corrupt(const char *At, const llvm::Twine &Why) const;

  const TraceFile &File;
  const uint32_t Lane;
  const llvm::ArrayRef<TraceFile::Block> Blocks;
  TraceKeyTable &Keys;

  std::string Buffer;
  size_t NextBlock = 0;
  const char *At = nullptr, *End = nullptr; ///< What is left of the block.
  uint64_t Now = 0;                         ///< When the next stretch begins.
  uint64_t Made = 0;                        ///< Allocations so far.
  /// By place: an index of Keys; valid where Filled is true.
  std::array<uint32_t, format::TraceKeys> Places;
  std::array<bool, format::TraceKeys> Filled = {};
  std::vector<TraceEvent> Events;
  size_t Taken = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TRACESTREAM_H
