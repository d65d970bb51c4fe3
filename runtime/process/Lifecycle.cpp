//===- Lifecycle.cpp - before main and after it ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "access/Sums.h"
#include "count/Units.h"
#include "interpose/Allocator.h"
#include "process/Process.h"
#include "process/System.h"
#include <signal.h>

namespace anomalloc::runtime {

/// The program may take the signal for itself later.
static void listenTo(int Signal) {
  struct sigaction Action = {};
  Action.sa_handler = [](int) { togglePause(); };
  Action.sa_flags = SA_RESTART;
  sigaction(Signal, &Action, nullptr);
}

// Counting needs neither: events come before the one and after the other.

__attribute__((constructor(101))) static void begin() {
  // Only here: dlsym(3) takes a lock that a busy program may hold.
  if (findAllocator)
    findAllocator();
  prepareLanes();
  maxUnits(); // Gives room back under a limit, whether there is a profile or
              // not.
  Process *P = currentProcess();
  if (P && P->Opts.mode.detailed() && P->Opts.signal)
    listenTo(int(P->Opts.signal));
}

__attribute__((destructor(101))) static void end() {
  Process *P = bornProcess();
  if (!P)
    return;
  endAccesses(*P);
  sys::SignalGuard Guard;
  endProfile(*P, Guard, format::EndState::Exited);
}

} // namespace anomalloc::runtime
