//===- Lifecycle.cpp - before main and after it ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"
#include "Process.h"
#include "System.h"

namespace anomalloc {

// Counting needs neither: events come before the one and after the other.

__attribute__((constructor(101))) static void begin() {
  // Only here: dlsym(3) takes a lock that a busy program may hold.
  if (findAllocator)
    findAllocator();
  currentProcess();
}

__attribute__((destructor(101))) static void end() {
  Process *P = bornProcess();
  if (!P)
    return;
  sys::SignalGuard Guard;
  P->File.trim(Guard);
  format::FileHeader *Header = P->File.header();
  Header->EndTime = sys::realTime();
  Header->End = format::EndState::Exited;
}

} // namespace anomalloc
