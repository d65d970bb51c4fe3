//===- Request.cpp - does anybody want a profile? -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Request.h"
#include "process/Options.h"
#include "process/System.h"
#include "process/Text.h"
#include <sys/auxv.h>

extern "C" __attribute__((weak, visibility("default")))
const char __anomalloc_default_options[];

namespace anomalloc::runtime {

bool Unwanted;

const char *ownOptions() {
  const char *Own = __anomalloc_default_options;
  return Own ? Own : "";
}

static char Handed[8192]; ///< "": wantProfile() was not called.
static uint32_t Attached;

const char *givenOptions() {
  if (*Handed)
    return Handed;
  const char *Given = environmentValue("ANOMALLOC_OPTIONS");
  return Given ? Given : "";
}

static bool Known; ///< Whether isWanted() has its answer.

bool wantProfile(const char *Text) {
  const size_t Size = length(Text) + 1;
  if (Size > sizeof(Handed))
    return false;
  __builtin_memcpy(Handed, Text, Size);
  Attached = sys::processId();
  __atomic_store_n(&Known, true, __ATOMIC_RELEASE);
  __atomic_store_n(&Unwanted, false, __ATOMIC_RELEASE);
  return true;
}

uint32_t attachedProcess() { return Attached; }

bool isWanted() {
  if (__atomic_load_n(&Known, __ATOMIC_RELAXED))
    return !Unwanted;
  // A set-user-ID program must not write where the environment says.
  bool Wanted = !getauxval(AT_SECURE) && (*givenOptions() || *ownOptions());
  if (!Wanted)
    Unwanted = true;
  __atomic_store_n(&Known, true, __ATOMIC_RELEASE);
  return Wanted;
}

} // namespace anomalloc::runtime
