//===- RankTree.h - who sends to whom ---------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The binomial tree of all ranks: the parent of a rank is the rank without its
/// lowest bit. So no rank has more than log2(N) children, and none is further
/// than that from rank 0.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MPI_RANKTREE_H
#define ANOMALLOC_RUNTIME_MPI_RANKTREE_H

#include "mpi/Mpi.h"

namespace anomalloc::runtime {

inline int parentOf(int Rank) { return Rank & (Rank - 1); }

/// Calls \p Visit with each child of the rank of \p M, those with the fewest
/// descendants first.
template <typename Visitor> void forEachChild(const Mpi &M, Visitor Visit) {
  const unsigned Rank = unsigned(M.rank()), Size = unsigned(M.size());
  for (unsigned Bit = 1; Bit < Size && !(Rank & Bit); Bit *= 2)
    if (Rank + Bit < Size)
      Visit(int(Rank + Bit));
}

/// Finds out whether all ranks take part, before one waits for another without
/// end. Some may run without this library, and so call nothing. False if not
/// all have come \p Seconds after this call; then M.join() was not successful,
/// or one of the others gave up. All ranks that wait get the same answer.
bool doAllTakePart(Mpi &M, uint64_t Seconds);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MPI_RANKTREE_H
