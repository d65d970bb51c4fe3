//===- Finalize.cpp - MPI_Finalize ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Ranks.h"
#include "anomalloc/anomalloc.h"
#include "interpose/DefinitionSearch.h"
#include "mpi/RankTree.h"
#include "mpi/Reduction.h"
#include "process/Complain.h"
#include "process/System.h"
#include "profile/OutputName.h"
#include <errno.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

extern "C" __attribute__((weak, visibility("default"))) bool
__anomalloc_rank_profile(const char *By, AnomallocRankProfile *Its);

namespace anomalloc::runtime {
namespace {

uint64_t Begun; ///< When the program was loaded, by sys::monotonicTime().

__attribute__((constructor)) void noteBegin() { Begun = sys::monotonicTime(); }

/// Seconds that a rank waits for the others. A program that ran for long may
/// wait longer: some ranks have more to do at the end than others.
uint64_t patience(uint64_t Given) {
  const uint64_t Tenth = (sys::monotonicTime() - Begun) / 10000000000;
  return Given ? Given : Tenth > 60 ? Tenth : 60;
}

/// To 'anomalloc record'.
void note(const char *Socket, uint64_t NumProfiles, const char *Path) {
  static AnomallocRankNote Note;
  Note.NumProfiles = NumProfiles;
  Text Out(Note.Path);
  Out.add(Path);
  sys::sendDatagram(Socket, &Note,
                    __builtin_offsetof(AnomallocRankNote, Path) + Out.size() +
                        1);
}

/// Where all ranks wanted the same name, rank 0 may have come late. Returns the
/// path that its file has now.
const char *renamed(const AnomallocRankProfile &Its) {
  const int Taken = sys::openForReading(Its.Wanted);
  if (Taken >= 0)
    sys::closeFile(Taken);
  return Taken < 0 && !sys::renameFile(Its.Path, Its.Wanted) ? Its.Wanted
                                                             : Its.Path;
}

void complainOfKept(const char *Why) {
  complain("each rank keeps its profile: ", Why,
           "; 'anomalloc merge -o ALL FILE...' puts them together");
}

/// Before the program's MPI_Finalize.
void finalizeProfiles(const void *Caller) {
  static bool Done;
  static Mpi M;
  static AnomallocRankProfile Its;
  static RankPart Part;
  if (Done || !__anomalloc_rank_profile || !M.find(Caller) || M.size() < 2)
    return;
  Done = true;
  if (!__anomalloc_rank_profile("MPI_Finalize", &Its))
    return;
  if (!doAllTakePart(M, patience(Its.Wait))) {
    // One who waits is enough to say so: the lowest that is recorded is not
    // known.
    if (M.rank() == 0 || Its.IsVerbose)
      complainOfKept("not all ranks are recorded, or came to MPI_Finalize in "
                     "time (record --ranks-wait)");
    return;
  }
  Part.Own = Its.Exists ? Its.Path : "";
  Part.Output = Its.Path;
  Part.IsVerbose = Its.IsVerbose;
  const bool IsOne = reduceProfiles(M, Part);
  M.leave();
  if (!IsOne && M.rank() == 0)
    complainOfKept(Part.Why);
  if (IsOne && M.rank() == 0 && Part.NumProfiles)
    note(Its.Socket, Part.NumProfiles, renamed(Its));
  if (IsOne && M.rank() && Its.Exists)
    note(Its.Socket, 0, "");
}

/// MPI_Finalize of another tool, or of the library.
int callNext(const void *Caller) {
  using Function = int();
  void *Next = findDefinition(
      "MPI_Finalize", reinterpret_cast<const void *>(&callNext), Caller);
  if (!Next)
    Next = findDefinition("PMPI_Finalize", nullptr, Caller);
  return Next ? reinterpret_cast<Function *>(Next)() : -1;
}

int finalize(const void *Caller) {
  finalizeProfiles(Caller);
  return callNext(Caller);
}

} // namespace
} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

ANOMALLOC_EXPORT int MPI_Finalize(void) {
  return finalize(__builtin_return_address(0));
}

// The argument is optional in the module mpi_f08.
#define ANOMALLOC_FORTRAN_Finalize(Name)                                       \
  ANOMALLOC_EXPORT void Name(int *Error) {                                     \
    const int Result = finalize(__builtin_return_address(0));                  \
    if (Error)                                                                 \
      *Error = Result;                                                         \
  }
#define ANOMALLOC_FORTRAN_Pcontrol(Name)
#define ANOMALLOC_FORTRAN_NAME(Of, Name) ANOMALLOC_FORTRAN_##Of(Name)
#include "mpi/FortranNames.def"

/// Beside \p Path, so that all ranks may share a folder. Returns 0 or an errno
/// value.
static int writeOwn(const char *Path, int Rank, char (&Own)[PathSize]) {
  Text Name(Own);
  Name.add(Path).add(".of").add(uint64_t(Rank));
  return Name.full() ? ENAMETOOLONG : anomalloc_snapshot(Own);
}

ANOMALLOC_EXPORT int __anomalloc_ranks_snapshot(const char *Path) {
  static Mpi M;
  static AnomallocRankProfile Its;
  static RankPart Part;
  static char Own[PathSize];
  if (!Path || !*Path)
    return EINVAL;
  const void *Caller = __builtin_return_address(0);
  if (!__anomalloc_rank_profile || !M.find(Caller) ||
      !__anomalloc_rank_profile(nullptr, &Its))
    return ENODATA;
  const int Error = writeOwn(Path, M.rank(), Own);
  if (!doAllTakePart(M, patience(Its.Wait)))
    return ETIMEDOUT;
  Part.Own = Error ? "" : Own;
  Part.Output = M.rank() ? Own : Path;
  Part.IsVerbose = Its.IsVerbose;
  const bool IsOne = reduceProfiles(M, Part);
  M.leave();
  if (!IsOne && M.rank() == 0)
    complainOfKept(Part.Why);
  return Error ? Error : IsOne ? 0 : EIO;
}
