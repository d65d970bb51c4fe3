//===- PerfMap.h - names of code that the program made ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROFILE_PERFMAP_H
#define ANOMALLOC_RUNTIME_PROFILE_PERFMAP_H

#include "process/System.h"

namespace anomalloc::runtime {

struct Process;

/// If events came from code outside of all objects: copies the names that the
/// program wrote for perf(1) into the profile, because /tmp does not keep them.
/// They stand in /tmp/perf-PID.map. Bytes beyond format::MaxPerfMap are left
/// out.
void recordPerfMap(Process &P, const sys::SignalGuard &Guard);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROFILE_PERFMAP_H
