//===- Episode.cpp - more is recorded for a while -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that records counts records more for a while, in the middle of its
// run. An episode is a Process of its own: options, selection, lifetimes, rules
// of unwinding. It shares the file and all that counts refer to with the
// process. Its lanes are its own, so each count is in one of both, and the sum
// is exact. Code that looks at its lane's Owner asks nothing more than before.
//
//   begin   the ways that record in detail; then threads leave their lanes
//   end     threads leave the episode's lanes; then the ways as before
//
// An event that is in progress then is counted once, but its stack may be noted
// on the other side of the border. Nothing of an episode is freed: a thread may
// be in the middle of an event.
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Attach.h"
#include "process/Process.h"
#include "process/Request.h"

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anomalloc;
using namespace anomalloc::runtime;

ANOMALLOC_EXPORT int __anomalloc_begin_episode(const char *Given) {
  Process *P = bornProcess();
  if (!P || P->Pid != sys::processId())
    return -ANOMALLOC_ATTACH_NOTHING;
  if (P->Episode || P->Opts.mode.detailed() || attachedProcess())
    return -ANOMALLOC_ATTACH_RECORDS;
  sys::SignalGuard Guard;
  auto *Its =
      static_cast<Process *>(allocateControl(*P, Guard, sizeof(Process)));
  if (!Its)
    return -ANOMALLOC_ATTACH_MEMORY;
  Its->Opts.parse("", Given);
  const Mode Asked = Its->Opts.mode;
  if (!Asked.detailed() || Asked.has(Mode::Trace))
    return -ANOMALLOC_ATTACH_OPTIONS;
  if (modesWithRoom(Asked).Bits != Asked.Bits)
    return -ANOMALLOC_ATTACH_MEMORY;
  Its->Whole = P;
  Its->Number = ++P->NumEpisodes;
  Its->Pid = P->Pid;
  describeEpisode(*Its, Guard, /*Begins=*/true);
  startDetail(*Its, Guard);
  Its->State = Process::Ready;
  {
    sys::LockGuard Lock(P->ModuleLock, Guard);
    Its->Epoch = P->Epoch;
    __atomic_store_n(&P->Episode, Its, __ATOMIC_SEQ_CST);
  }
  leaveLanes(*P, Guard);
  return int(Its->Number);
}

ANOMALLOC_EXPORT int __anomalloc_end_episode(void) {
  Process *P = bornProcess();
  if (!P || P->Pid != sys::processId() || !P->Episode)
    return 0;
  sys::SignalGuard Guard;
  Process &Its = *P->Episode;
  __atomic_store_n(&P->Episode, nullptr, __ATOMIC_SEQ_CST);
  leaveLanes(Its, Guard);
  if (interposeInDetail)
    interposeInDetail(P->Opts.mode, P->Opts.sample.Of);
  describeEpisode(Its, Guard, /*Begins=*/false);
  return int(Its.Number);
}
