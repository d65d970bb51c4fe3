//===- RankTree.cpp - do all ranks take part? -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank that comes early gives up early. So that join() was successful at one
// rank does not mean that none gave up. Each rank says "here" up the tree, when
// its children have; rank 0 says "go" down the tree. A rank that gave up says
// neither. Who waits for a "go" is more patient than who waits for a "here":
// then nobody gives up between both.
//
//===----------------------------------------------------------------------===//

#include "mpi/RankTree.h"
#include "process/System.h"

namespace anomalloc::runtime {

bool doAllTakePart(Mpi &M, uint64_t Seconds) {
  const uint64_t Limit = Seconds * 1000000000;
  if (!M.join(sys::monotonicTime() + Limit))
    return false;
  const Deadline ForHere = sys::monotonicTime() + Limit / 2,
                 ForGo = sys::monotonicTime() + Limit;
  char All = 1;
  auto Hear = [&](int From, Deadline Until) {
    char Word = 0;
    if (M.await(From, Until))
      M.receive(From, &Word, 1);
    All &= Word;
  };
  forEachChild(M, [&](int Child) { Hear(Child, ForHere); });
  if (M.rank()) {
    M.give(parentOf(M.rank()), All);
    Hear(parentOf(M.rank()), ForGo);
  }
  forEachChild(M, [&](int Child) { M.give(Child, All); });
  return All;
}

} // namespace anomalloc::runtime
