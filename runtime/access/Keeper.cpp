//===- Keeper.cpp ---------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads may have been killed in the middle of anything:
//
//   locks        nobody waits for them any more (sys::OthersEnded)
//   lanes        what is new goes to a lane that no thread had
//   the file     goes on behind its last whole segment (ProfileFile::resume)
//   live table   a block is counted before it is entered, and taken out before
//                it is summed up: it is in the sums once, or not at all
//
//===----------------------------------------------------------------------===//

#include "access/Keeper.h"
#include "access/Sums.h"
#include "process/Companion.h"
#include "process/Complain.h"
#include "process/Process.h"
#include "process/Request.h"

namespace anomalloc::runtime {

/// Where the keeper's stack ends; null without memory. Not wiped: the keeper of
/// a forked child takes what it finds there.
static char *endOfStack() {
  constexpr size_t Size = 32 << 10;
  static void *Stack; // A process has one keeper at most.
  bool Wiped;
  if (!Stack)
    Stack = sys::mapPrivate(Size, /*WipeOnFork=*/false, Wiped);
  return Stack ? static_cast<char *>(Stack) + Size : nullptr;
}

/// Waits until \p P is over: its process has ended, or become another program.
/// No event tells of the latter, so it is looked for again and again, seldom
/// after a while.
static void waitForEnd(const Process &P, int Watched, bool SeesExec) {
  constexpr int Longest = 128;
  int Wait = SeesExec ? 1 : -1;
  while (!sys::hasEnded(Watched, Wait)) {
    if (SeesExec && !sys::sharesMemoryWith(P.Pid))
      return;
    if (SeesExec && Wait < Longest)
      Wait *= 2;
  }
}

static void sumUp(Process &P, int File) {
  sys::OthersEnded = true;
  P.MemoryAt = P.MemoryEnd = nullptr;
  P.File.resume(File);
  sys::SignalGuard Guard;
  auto *Own = static_cast<Lane *>(allocateControl(P, Guard, sizeof(Lane)));
  if (!Own)
    return;
  Own->Owner = &P;
  endAccesses(P, *Own);
}

/// Runs in the keeper.
static void keep(void *Argument) {
  Process &P = *static_cast<Process *>(Argument);
  const int File = P.File.descriptor();
  if (File < 0 || !sys::standApart(File))
    sys::endCompanion();
  const int Watched = sys::watchProcess(P.Pid);
  if (Watched < 0)
    sys::endCompanion();
  sys::lockFile(File);
  const bool SeesExec = sys::sharesMemoryWith(P.Pid);
  sys::tellReady(P.Accesses.Keeper);
  waitForEnd(P, Watched, SeesExec);
  if (P.Accesses.exist())
    sumUp(P, File);
  sys::endCompanion();
}

void beginKeeper(Process &P, const sys::SignalGuard &Guard) {
  // A child of vfork(2) would be the keeper's parent in the program's place.
  if (P.Whole || attachedProcess() || sys::processId() != P.Pid ||
      __atomic_exchange_n(&P.Accesses.KeeperAsked, true, __ATOMIC_RELAXED))
    return;
  char *StackEnd = endOfStack();
  if (!(StackEnd &&
        sys::startCompanion(Guard, P.Accesses.Keeper, StackEnd, keep, &P)) &&
      (P.Opts.verbose || P.Opts.main == P.Pid))
    complain("no process can be started beside the program: should it be "
             "killed, or become another one, the accesses to blocks that live "
             "then are not known");
}

} // namespace anomalloc::runtime
