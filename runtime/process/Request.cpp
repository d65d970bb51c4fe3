//===- Request.cpp - does anybody want a profile? -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Request.h"
#include "process/Options.h"
#include <sys/auxv.h>

extern "C" __attribute__((weak, visibility("default")))
const char __anomalloc_default_options[];

namespace anomalloc::runtime {

bool Unwanted;

const char *ownOptions() {
  const char *Own = __anomalloc_default_options;
  return Own ? Own : "";
}

const char *givenOptions() {
  const char *Given = environmentValue("ANOMALLOC_OPTIONS");
  return Given ? Given : "";
}

bool isWanted() {
  static bool Known;
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
