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
  const void *Pointer;
};

enum Callback { ParallelBegin = 3, ImplicitTask = 7 };
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

static void onParallelBegin(Data *, const void *, Data *Parallel, unsigned, int,
                            const void *Return) {
  Parallel->Pointer = Return;
}

static void onImplicitTask(int Where, Data *Parallel, Data *Task,
                           unsigned Threads, unsigned, int Flags) {
  if (Flags & InitialTask)
    return;
  // At the end, the region's data may be gone already.
  if (Where == Begin)
    Task->Value = Parallel && beginRegion(Parallel->Pointer, Threads);
  else if (Where == End && Task->Value)
    endRegion();
}

static int initialize(Lookup Find, int, Data *) {
  auto Set = reinterpret_cast<SetCallback>(Find("ompt_set_callback"));
  if (!Set)
    return 0; // Ends the tool.
  Set(ParallelBegin, reinterpret_cast<AnyFunction>(onParallelBegin));
  Set(ImplicitTask, reinterpret_cast<AnyFunction>(onImplicitTask));
  return 1;
}

extern "C" __attribute__((visibility("default"))) StartToolResult *
ompt_start_tool(unsigned, const char *) {
  static StartToolResult Result = {initialize, [](Data *) {}, {}};
  return &Result;
}
