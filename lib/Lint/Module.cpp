//===- Module.cpp - the entry of AnomallocLint.so -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Lint.h"
#include "Support/Processes.h"
#include <csignal>

using namespace llvm;
using namespace anomalloc::lint;

extern "C" __attribute__((visibility("default"))) int
anomallocLint(const Request &R, std::string &Failure) {
  Expected<int> Code = lint(R);
  if (int Number = anomalloc::interruptedBy()) {
    // Everything is cleaned up: end as if we had never caught it.
    consumeError(Code.takeError());
    std::signal(Number, SIG_DFL);
    std::raise(Number);
  }
  if (Code)
    return *Code;
  Failure = toString(Code.takeError());
  return CannotRun;
}

static_assert(std::is_same_v<decltype(anomallocLint), EntryPoint>);
