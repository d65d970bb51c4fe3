//===- Rings.cpp ----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/Rings.h"
#include "Replay/Futex.h"

using namespace llvm;
using namespace anomalloc::replay;

namespace anomalloc {

void Rings::publish() {
  for (uint32_t I = 0; I != S.Lanes; ++I) {
    if (Tails[I] == Published[I])
      continue;
    replay::Lane &L = S.lanes()[I];
    L.Tail.store(Published[I] = Tails[I]);
    if (L.Sleepers.load())
      wakeAll(L.Tail);
  }
}

uint32_t Rings::slowest(uint32_t Lane) const {
  const uint32_t Tail = Tails[Lane];
  uint32_t Behind = 0;
  for (uint32_t Copy = 0; Copy != S.Copies; ++Copy)
    Behind =
        std::max(Behind, Tail - S.workers()[Copy * S.Lanes + Lane].Head.load());
  return Tail - Behind;
}

Error Rings::waitForRoom(uint32_t Lane) {
  Heads[Lane] = slowest(Lane);
  if (Tails[Lane] - Heads[Lane] + OpMostWords <= S.RingWords)
    return Error::success();
  publish();
  // Half of the ring, so that nobody is woken for single words.
  return P.waitUntil([&] {
    Heads[Lane] = slowest(Lane);
    return Tails[Lane] - Heads[Lane] <= S.RingWords / 2;
  });
}

Error Rings::rest() {
  publish();
  for (uint32_t I = 0; I != S.Lanes; ++I)
    if (Error E = P.waitUntil([&] {
          Heads[I] = slowest(I);
          return Heads[I] == Tails[I];
        }))
      return E;
  return Error::success();
}

} // namespace anomalloc
