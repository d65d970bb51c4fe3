//===- Rings.h - operations on their way to the replayer --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_RINGS_H
#define ANOMALLOC_REPLAY_RINGS_H

#include "Replay/ReplayProcess.h"

namespace anomalloc {

/// Fills the rings of a ReplayProcess. Operations are put in an order in which
/// each waits only for earlier ones. When a ring is full, all operations that
/// were put are published before the wait. So no wait is endless. Not
/// thread-safe.
class Rings {
public:
  explicit Rings(ReplayProcess &P)
      : P(P), S(P.state()), Mask(S.RingWords - 1), Heads(S.Lanes),
        Tails(S.Lanes), Published(S.Lanes) {}

  /// Waits for room for one operation of \p Lane. Fails with ReplayFailure if
  /// the replayer is gone.
  llvm::Error reserve(uint32_t Lane) {
    if (Tails[Lane] + replay::OpMostWords - Heads[Lane] <= S.RingWords)
      return llvm::Error::success();
    return waitForRoom(Lane);
  }
  void put(uint32_t Lane, uint64_t Word) {
    S.ring(Lane)[Tails[Lane]++ & Mask] = Word;
  }
  /// Call it after the last word of each operation.
  void finish(uint32_t Lane) {
    if (Tails[Lane] - Published[Lane] >= S.RingWords / 4)
      publish();
  }

  /// Makes all words that were put visible to the replayer.
  void publish();
  /// Publishes all operations, and waits until they are done.
  llvm::Error rest();

private:
  llvm::Error waitForRoom(uint32_t Lane);
  /// The head of the slowest copy in the ring of \p Lane.
  uint32_t slowest(uint32_t Lane) const;

  ReplayProcess &P;
  replay::SharedState &S;
  const uint32_t Mask;
  std::vector<uint32_t> Heads; ///< As last seen.
  std::vector<uint32_t> Tails, Published;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_RINGS_H
