//===- Main.cpp - the program that replays --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Started afresh for each allocator, with the allocator preloaded. It makes
/// and frees the blocks that the driver (Replay.h) names in shared memory
/// (SharedState.h), with a thread for each lane, and allocates nothing for
/// itself while it does. Without the C++ library, whose heap blocks would be in
/// the way.
///
//===----------------------------------------------------------------------===//

#include "Replay/Futex.h"
#include "Replayer/Statistics.h"
#include "Replayer/Worker.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

using namespace anomalloc::replay;

static SharedState *openState() {
  struct stat Its;
  if (fstat(SharedDescriptor, &Its) != 0)
    return nullptr;
  // All pages are there from the beginning on: what grows later is the heap.
  void *Memory = mmap(nullptr, size_t(Its.st_size), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_POPULATE, SharedDescriptor, 0);
  return Memory == MAP_FAILED ? nullptr : static_cast<SharedState *>(Memory);
}

static void answer(SharedState &S) {
  switch (S.What) {
  case Command::None:
  case Command::Leave:
    break;
  case Command::Statistics:
    tellStatistics(S);
    break;
  case Command::UsableSizes:
    tellUsableSizes(S);
    break;
  }
}

static void tell(SharedState &S) {
  ++S.Progress;
  wakeAll(S.Progress);
}

int main() {
  SharedState *Its = openState();
  if (!Its)
    return 2;
  SharedState &S = *Its;
  // Nobody would read the result.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != S.Driver)
    return 2;
  if (S.NoHugePages)
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  findStatistics(S);
  tellStatistics(S);
  S.IsReady.store(1);
  tell(S);

  for (uint32_t Started = 0, Answered = 0;;) {
    const uint32_t Rung = S.Bell.load();
    if (uint32_t Asked = S.Asked.load(); Asked != Answered) {
      if (S.What == Command::Leave)
        return 0;
      answer(S);
      S.Answered.store(Answered = Asked);
      tell(S);
    }
    while (Started != S.Wanted.load())
      startLane(S, Started++);
    sleepOn(S.Bell, Rung, 1000);
  }
}
