//===- Ompt.cpp - asks libomp for parallel regions ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tools interface OMPT of OpenMP 5.0, chapter 4. What of it is used is
// declared here, so that no header of a compiler is needed.
//
//===----------------------------------------------------------------------===//

#include "openmp/Regions.h"
#include <stdint.h>

using namespace anomalloc::runtime;

namespace {

union Data {
  uint64_t Value;
  void *Pointer;
};

enum Callback { ParallelBegin = 3, ParallelEnd = 4, ImplicitTask = 7 };
enum Endpoint { Begin = 1, End = 2 };
/// Of a task's flags: it is the one that a program begins with.
constexpr int InitialTask = 1;

using AnyFunction = void (*)();
using Lookup = AnyFunction (*)(const char *Name);
using SetCallback = int (*)(int Which, AnyFunction Function);

struct StartToolResult {
  int (*Initialize)(Lookup, int Device, Data *);
  void (*Finalize)(Data *);
  Data Tool;
};

} // namespace

/// Places of regions that run. A region that finds no room has no section.
static struct RunningRegion {
  bool IsTaken;
  RegionPlace Its;
} Running[512];

static void onParallelBegin(Data *, const void *, Data *Parallel, unsigned, int,
                            const void *Return) {
  Parallel->Pointer = nullptr;
  for (RunningRegion &R : Running) {
    if (__atomic_exchange_n(&R.IsTaken, true, __ATOMIC_ACQUIRE))
      continue;
    // The return address may be the first one behind the function.
    findPlace(R.Its, static_cast<const char *>(Return) - 1);
    Parallel->Pointer = &R;
    return;
  }
}

static void onParallelEnd(Data *Parallel, Data *, int, const void *) {
  if (auto *R = static_cast<RunningRegion *>(Parallel->Pointer))
    __atomic_store_n(&R->IsTaken, false, __ATOMIC_RELEASE);
}

static void onImplicitTask(int Where, Data *Parallel, Data *Task,
                           unsigned Threads, unsigned, int Flags) {
  if (Flags & InitialTask)
    return;
  // At the end, the region's data may be gone already.
  if (Where == Begin) {
    auto *R =
        static_cast<RunningRegion *>(Parallel ? Parallel->Pointer : nullptr);
    Task->Value = R && beginRegion(R->Its, Threads);
  } else if (Where == End && Task->Value)
    endRegion();
}

static int initialize(Lookup Find, int, Data *) {
  auto Set = reinterpret_cast<SetCallback>(Find("ompt_set_callback"));
  if (!Set)
    return 0; // Ends the tool.
  Set(ParallelBegin, reinterpret_cast<AnyFunction>(onParallelBegin));
  Set(ParallelEnd, reinterpret_cast<AnyFunction>(onParallelEnd));
  Set(ImplicitTask, reinterpret_cast<AnyFunction>(onImplicitTask));
  return 1;
}

extern "C" __attribute__((visibility("default"))) StartToolResult *
ompt_start_tool(unsigned, const char *) {
  static StartToolResult Result = {initialize, [](Data *) {}, {}};
  return &Result;
}
