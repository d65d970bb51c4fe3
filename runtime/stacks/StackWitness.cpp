//===- StackWitness.cpp - another unwinder looks at each stack ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests alone: libanomalloc_rt_witness.so, a runtime that compares the
// stack of every event with that of the compiler's own unwinder, and says at
// exit how many differ. It is never installed.
//
//===----------------------------------------------------------------------===//

#include "process/Options.h"
#include "process/System.h"
#include "process/Text.h"
#include "stacks/Stacks.h"
#include <unwind.h>

namespace anomalloc::runtime {

/// Begin and end of this library, which the linker defines.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];
extern "C" __attribute__((visibility("hidden"))) const char _end[];

static bool isOurs(uint64_t Pc) {
  return Pc > reinterpret_cast<uint64_t>(__ehdr_start) &&
         Pc <= reinterpret_cast<uint64_t>(_end);
}

static uint64_t NumStacks, NumFrames, NumDifferent, NumLonger;

namespace {
struct Comparison {
  const uint64_t *Pcs;
  unsigned Count;
  unsigned At = 0;
  bool Begun = false;
  bool Different = false;
  uint64_t Other = 0;
};
} // namespace

static _Unwind_Reason_Code compare(struct _Unwind_Context *Context,
                                   void *Data) {
  auto &C = *static_cast<Comparison *>(Data);
  uint64_t Pc = _Unwind_GetIP(Context);
  if (!C.Begun && isOurs(Pc))
    return _URC_NO_REASON;
  C.Begun = true;
  if (!Pc)
    return _URC_NO_REASON; // How the end of the stack is told.
  if (C.At == C.Count || C.Pcs[C.At] != Pc) {
    C.Different = true;
    C.Other = Pc;
    return _URC_END_OF_STACK;
  }
  ++C.At;
  return _URC_NO_REASON;
}

static void addHex(Text &Out, uint64_t Value) {
  Out.add("0x");
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    Out.add("0123456789abcdef"[Value >> Shift & 15]);
}

static void showDifference(const Comparison &C) {
  char Line[400];
  Text Out(Line);
  Out.add("witness: level ").add(uint64_t(C.At)).add(" of ");
  Out.add(uint64_t(C.Count)).add(": ours ");
  addHex(Out, C.At < C.Count ? C.Pcs[C.At] : 0);
  Out.add(", its ");
  addHex(Out, C.Other);
  Out.add(", called from ours ");
  addHex(Out, C.At ? C.Pcs[C.At - 1] : 0);
  Out.add("\n");
  sys::writeFile(2, Line, Out.size());
}

void stackWitness(const uint64_t *Pcs, unsigned Count) {
  static __thread bool Inside;
  if (Inside)
    return;
  Inside = true;
  Comparison C = {Pcs, Count};
  _Unwind_Backtrace(compare, &C);
  __atomic_fetch_add(&NumStacks, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&NumFrames, Count, __ATOMIC_RELAXED);
  if (C.Different || !C.Begun) {
    if (__atomic_fetch_add(&NumDifferent, 1, __ATOMIC_RELAXED) < 5)
      showDifference(C);
  } else if (C.At != Count) {
    // Code without information: we go on by frame pointers.
    __atomic_fetch_add(&NumLonger, 1, __ATOMIC_RELAXED);
  }
  Inside = false;
}

__attribute__((destructor(101))) static void tellAll() {
  char Line[200];
  Text Out(Line);
  Out.add("witness: ").add(NumStacks).add(" stacks, ");
  Out.add(NumFrames).add(" frames, ").add(NumDifferent).add(" different, ");
  Out.add(NumLonger).add(" longer\n");
  sys::writeFile(2, Line, Out.size());
}

} // namespace anomalloc::runtime
