//===- Reduction.h - the profiles of all ranks in one file ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_MPI_REDUCTION_H
#define ANOMALLOC_RUNTIME_MPI_REDUCTION_H

#include "mpi/Mpi.h"
#include "process/Text.h"

namespace anomalloc::runtime {

/// What one rank brings, and what becomes of it.
struct RankPart {
  const char *Own; ///< Its profile, a file that nobody writes to; "": none.
  /// Of rank 0: the file that will have all profiles. It may be its own one.
  /// Of another rank: a path beside which it may write files for a while.
  const char *Output;
  bool IsVerbose; ///< Say on standard error what this rank did.

  /// How many profiles came together here, those of the ranks below included.
  uint64_t NumProfiles;
  /// Why it failed, here or at a rank below; "": it did not.
  char Why[240];
};

/// Puts the profiles of all ranks into one file, up a tree. All ranks must call
/// it, after doAllTakePart(). Only when that file is there, the profiles of the
/// ranks are deleted. True, at all ranks: it is, or there was none. False:
/// every profile is where it was, and rank 0 has the reason. At rank 0 it
/// returns when the others have deleted their files.
bool reduceProfiles(Mpi &M, RankPart &Part);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_MPI_REDUCTION_H
