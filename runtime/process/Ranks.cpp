//===- Ranks.cpp - the profile of one rank of MPI -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Ranks.h"
#include "access/Sums.h"
#include "count/Detail.h"
#include "count/Lane.h"
#include "process/Complain.h"
#include "process/Process.h"
#include "process/Request.h"
#include "process/Text.h"
#include "profile/OutputName.h"
#include <sys/auxv.h>

using namespace anomalloc;
using namespace anomalloc::runtime;

/// The name behind the last slash.
static const char *nameIn(const char *Path) {
  const char *Slash = __builtin_strrchr(Path, '/');
  return Slash ? Slash + 1 : Path;
}

/// Where the profile was to be. The program may have left the folder that it
/// was started in, but its profile tells where that is.
static const char *wantedPlace(const Process &P) {
  static char Path[PathSize], Wanted[PathSize];
  const bool IsApart = P.Opts.main && P.Opts.main != P.Pid && *P.Opts.children;
  const char *Pattern = IsApart ? P.Opts.children : P.Opts.output;
  expandOutputName(Pattern, Path);
  const char *Own = P.File.path();
  if (*Pattern == '/' || *Own != '/')
    return Path;
  Text Out(Wanted);
  for (const char *C = Own; C != nameIn(Own); ++C)
    Out.add(*C);
  Out.add(nameIn(Path));
  return Out.full() ? Path : Wanted;
}

static void endFor(Process &P, const char *By) {
  endAccesses(P);
  sys::SignalGuard Guard;
  describeEndedBy(P, Guard, By);
  Unwanted = true;
  leaveLanes(P, Guard);
  if (interposeInDetail)
    interposeInDetail(Mode(), Sampling().Of);
  closeProfile(P);
}

extern "C" __attribute__((visibility("default"))) bool
__anomalloc_rank_profile(const char *By, AnomallocRankProfile *Its) {
  if (getauxval(AT_SECURE) || (!*givenOptions() && !*ownOptions()))
    return false;
  Process *Recording = currentProcess();
  Process *P = knownProcess();
  if (!P || P->Opts.each_rank || P->Pid != sys::processId())
    return false;
  if (P->Opts.mode.has(Mode::Trace)) {
    const char *Rank = mpiRank();
    if (Rank && equal(Rank, "0"))
      complain("each rank keeps its profile and its trace: traces are not put "
               "together");
    return false;
  }
  Its->Exists = Recording;
  Its->Wanted = wantedPlace(*P);
  Its->Path = *P->File.path() ? P->File.path() : Its->Wanted;
  Its->Socket = P->Opts.unrecorded;
  Its->Wait = P->Opts.ranks_wait;
  Its->IsVerbose = P->Opts.verbose;
  if (By && Recording)
    endFor(*Recording, By);
  return true;
}
