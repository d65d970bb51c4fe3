//===- Interruption.cpp - signals that end a long work in order -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "worktree/Interruption.h"
#include "Support/Processes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static volatile sig_atomic_t NotedSignal = 0;

static void noteSignal(int Number) { NotedSignal = Number; }

int interruption() { return NotedSignal ? int(NotedSignal) : interruptedBy(); }

SignalsNoted::SignalsNoted() {
  for (auto [Number, Old] : zip(Signals, Before)) {
    struct sigaction New = {};
    New.sa_handler = noteSignal;
    if (sigaction(Number, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      sigaction(Number, &New, nullptr);
  }
}

SignalsNoted::~SignalsNoted() {
  for (auto [Number, Old] : zip(Signals, Before))
    sigaction(Number, &Old, nullptr);
}

void SignalsNoted::ignore() {
  for (int Number : Signals)
    signal(Number, SIG_IGN);
}

SignalsWait::SignalsWait() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Number : SignalsNoted::Signals)
    sigaddset(&Set, Number);
  sigprocmask(SIG_BLOCK, &Set, &Before);
}

} // namespace anomalloc
