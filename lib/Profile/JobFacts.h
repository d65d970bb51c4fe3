//===- JobFacts.h - what profiles tell of batch jobs ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_JOBFACTS_H
#define ANOMALLOC_PROFILE_JOBFACTS_H

namespace anomalloc {

/// One thing that Process::info() may tell of the batch job of a process.
struct JobFact {
  const char *Key;
  const char *Help;
};

inline constexpr JobFact JobFacts[] = {
#define ANOMALLOC_JOB_FACT(Key, Help, ...) {Key, Help},
#include "anomalloc/JobVariables.def"
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_JOBFACTS_H
