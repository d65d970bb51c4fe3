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

/// Fills the rings of a ReplayProcess, in an order in which each operation
/// waits for earlier ones only. So nothing can wait forever: whenever a ring is
/// full, all that was put is handed over first. Not thread-safe.
class Rings {
public:
  explicit Rings(ReplayProcess &P)
      : P(P), S(P.state()), Mask(S.RingWords - 1), Heads(S.Lanes),
        Tails(S.Lanes), Published(S.Lanes) {}

  /// Room for one operation of \p Lane. ReplayFailure: the replayer is gone.
  llvm::Error reserve(uint32_t Lane) {
    if (Tails[Lane] + replay::OpMostWords - Heads[Lane] <= S.RingWords)
      return llvm::Error::success();
    return waitForRoom(Lane);
  }
  void put(uint32_t Lane, uint64_t Word) {
    S.ring(Lane)[Tails[Lane]++ & Mask] = Word;
  }
  /// After each operation.
  void finish(uint32_t Lane) {
    if (Tails[Lane] - Published[Lane] >= S.RingWords / 4)
      publish();
  }

  /// Hands everything over.
  void publish();
  /// Hands everything over and waits until it is done.
  llvm::Error rest();

private:
  llvm::Error waitForRoom(uint32_t Lane);
  /// How far the slowest copy is.
  uint32_t slowest(uint32_t Lane) const;

  ReplayProcess &P;
  replay::SharedState &S;
  const uint32_t Mask;
  std::vector<uint32_t> Heads; ///< As last seen.
  std::vector<uint32_t> Tails, Published;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_RINGS_H
