//===- Ranks.h - between the runtime, its MPI library and record *- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime knows nothing of MPI. A library of its own (runtime/mpi) stands
/// before MPI_Finalize, ends the profile of its rank there, and puts the
/// profiles of all ranks together.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RANKS_H
#define ANOMALLOC_RANKS_H

#include <stdint.h>

namespace anomalloc {
namespace format {

/// The key of Info that a profile has if it ended before its process. The value
/// is what ended it: "MPI_Finalize". Its FileHeader::EndTime is the time of
/// that.
inline constexpr char EndedByKey[] = "ended_by";

} // namespace format
} // namespace anomalloc

extern "C" {

/// What the runtime tells of the profile of this rank.
struct AnomallocRankProfile {
  /// Its path, or Wanted if there is none.
  const char *Path;
  /// The path that it has if no other file had that name.
  const char *Wanted;
  /// The socket of 'anomalloc record' (option unrecorded); "": none.
  const char *Socket;
  /// The option ranks_wait.
  uint64_t Wait;
  bool Exists;
  bool IsVerbose;
};

/// Fills \p Its. Ends the profile for good if \p By is not null; \p By is the
/// value of EndedByKey. Returns false, and does nothing, if this rank takes no
/// part: nobody asked for a profile, or each rank keeps its own. Only one
/// thread at a time may call it, and not in a signal handler.
bool __anomalloc_rank_profile(const char *By, AnomallocRankProfile *Its);

/// A datagram to AnomallocRankProfile::Socket: what became of the profile of a
/// rank. Larger than the datagrams of four bytes that tell of a process without
/// a profile.
struct AnomallocRankNote {
  /// How many profiles were put together in the file Path. 0: this rank's is in
  /// the file of another rank.
  uint64_t NumProfiles;
  char Path[4096]; ///< NUL-terminated; what follows may be missing.
};

} // extern "C"

#endif // ANOMALLOC_RANKS_H
