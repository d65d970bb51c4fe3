//===- Attach.cpp - recording in a running process ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How it goes, in one thread of the program, while the others run:
//
//   tool                       program
//   dlopen(runtime)            begin() of Lifecycle.cpp: no profile is wanted
//   __anomalloc_attach(text)   real functions, ways, profile, then call slots
//   __anomalloc_detach()       call slots, ways, then the profile's end
//
// The library stays: a thread may be in the middle of a function of ours, and
// the program may have kept the address of one.
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Attach.h"
#include "interpose/CallSlots.h"
#include "interpose/Ways.h"
#include "process/Process.h"
#include "process/Request.h"

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anomalloc;
using namespace anomalloc::runtime;

ANOMALLOC_EXPORT int __anomalloc_attach(const char *Options) {
  if (bornProcess())
    return ANOMALLOC_ATTACH_RECORDS;
  if (!findFunctionsInUse())
    return ANOMALLOC_ATTACH_CARRIES;
  forgetProcess();
  countAnew();
  if (!wantProfile(Options))
    return ANOMALLOC_ATTACH_OPTIONS;
  Process *P = currentProcess();
  if (!P) {
    Unwanted = true;
    passAll();
    Process *Known = knownProcess();
    return Known && Known->Error ? Known->Error : ANOMALLOC_ATTACH_MEMORY;
  }
  {
    sys::SignalGuard Guard;
    recordModulesLocked(*P, Guard);
  }
  if (leadCallsToUs(
          /*FreesToo=*/P->Opts.mode.has(Mode::Lifetime | Mode::Trace)))
    return 0;
  __anomalloc_detach();
  return ANOMALLOC_ATTACH_PROTECTED;
}

ANOMALLOC_EXPORT int __anomalloc_detach(void) {
  Process *P = bornProcess();
  if (!P || attachedProcess() != sys::processId())
    return 0;
  leadCallsToReal();
  passAll();
  closeProfile(*P);
  return 0;
}
