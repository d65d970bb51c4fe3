//===- stub-runtime.cpp - the runtime's place taken for tests -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements anomalloc/Abi.h in plain memory, so that the pass is tested alone.
// Prints to standard error, at exit:
//
//   slot 0: 3                   a counter that inlined code counted
//   slot 1 size 40: 2           events that came through a call
//   slot 5 added 2              __anomalloc_add (when blocks are withheld)
//   via slot 4: 7               heap events charged to a leading call
//   seen 34, of them dark 10    by the interposed malloc
//
// (balance.py checks that the events of heap sites and the dark ones add up to
// those seen,) and, while running, "phase begin NAME" and "phase end". With
// STUB_SLOW=1 all blocks stay null, so that every event takes the slow path.
// For one thread.
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Abi.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
}

namespace {

constexpr unsigned MaxUnits = 16, MaxSlots = 4096, MaxRows = 4096;

uint64_t *Blocks[MaxUnits];
uint64_t Counters[MaxUnits][MaxSlots];
AnomallocUnit *Units[MaxUnits];
unsigned NumUnits = 1; // 0 is "unknown".

enum RowKind { SizeRow, AddRow, ViaRow };
struct Row {
  RowKind Kind;
  AnomallocUnit *Unit;
  uint32_t Slot;
  uint64_t Size, Count;
} Rows[MaxRows];
unsigned NumRows;
uint64_t Seen, Dark;

void say(const char *Format, ...) {
  char Line[256];
  va_list Arguments;
  va_start(Arguments, Format);
  int Length = vsnprintf(Line, sizeof(Line), Format, Arguments);
  va_end(Arguments);
  if (write(2, Line, Length) < 0)
    abort();
}

void addRow(RowKind Kind, AnomallocUnit *Unit, uint32_t Slot, uint64_t Size,
            uint64_t Count) {
  for (unsigned I = 0; I != NumRows; ++I) {
    Row &R = Rows[I];
    if (R.Kind == Kind && R.Unit == Unit && R.Slot == Slot && R.Size == Size) {
      R.Count += Count;
      return;
    }
  }
  Rows[NumRows++] = {Kind, Unit, Slot, Size, Count};
}

void heapEvent(bool Success) {
  if (!Success) {
    __anomalloc_tls.Asking = 0;
    return;
  }
  ++Seen;
  if (__anomalloc_tls.Asking) {
    __anomalloc_tls.Asking = 0;
    return;
  }
  ++Dark;
  if (__anomalloc_tls.Via)
    addRow(ViaRow, __anomalloc_tls.Via,
           __anomalloc_tls.ViaSlot & ~ANOMALLOC_VIA_MAKER, 0, 1);
}

/// "slot 3" of the first unit, "unit 2 slot 3" of others.
const char *slotName(AnomallocUnit *Unit, uint32_t Slot) {
  static char Name[64];
  unsigned Index = 0;
  for (unsigned I = 1; I < NumUnits; ++I)
    if (Units[I] == Unit)
      Index = I;
  if (Index == 1)
    snprintf(Name, sizeof(Name), "slot %u", Slot);
  else
    snprintf(Name, sizeof(Name), "unit %u slot %u", Index, Slot);
  return Name;
}

__attribute__((destructor)) void report() {
  for (unsigned U = 1; U < NumUnits; ++U)
    for (unsigned S = 0; S != MaxSlots; ++S)
      if (uint64_t Count = Counters[U][S])
        say("%s: %llu\n", slotName(Units[U], S), (unsigned long long)Count);
  for (unsigned I = 0; I != NumRows; ++I) {
    const Row &R = Rows[I];
    const char *Name = slotName(R.Unit, R.Slot);
    if (R.Kind == SizeRow)
      say("%s size %llu: %llu\n", Name, (unsigned long long)R.Size,
          (unsigned long long)R.Count);
    else if (R.Kind == AddRow)
      say("%s added %llu\n", Name, (unsigned long long)R.Count);
    else
      say("via %s: %llu\n", Name, (unsigned long long)R.Count);
  }
  say("seen %llu, of them dark %llu\n", (unsigned long long)Seen,
      (unsigned long long)Dark);
}

} // namespace

extern "C" {

__thread AnomallocTls __anomalloc_tls = {Blocks, 0, nullptr, 0, 0, 0, Blocks};
__thread AnomallocActivations __anomalloc_activations;

void __anomalloc_entered(uint64_t) {} // Nobody asks.

void ANOMALLOC_REGISTER(AnomallocUnit *Unit) {
  if (Unit->Index)
    return;
  Units[NumUnits] = Unit;
  if (!getenv("STUB_SLOW"))
    Blocks[NumUnits] = Counters[NumUnits];
  if (memcmp(Unit->Table, "ANST", 4) != 0 || Unit->NumSlots > MaxSlots)
    abort();
  Unit->CallerBase = uint64_t(NumUnits) << 32;
  for (uint64_t I = 0; I != Unit->NumCallers; ++I)
    Unit->Callers[I] |= Unit->CallerBase;
  __atomic_store_n(&Unit->Index, NumUnits++, __ATOMIC_RELEASE);
}

ANOMALLOC_PRESERVE_MOST void __anomalloc_event(AnomallocUnit *Unit,
                                               uint32_t Slot, const void *Ptr,
                                               size_t Size) {
  __anomalloc_tls.Asking = 0;
  if (Ptr)
    addRow(SizeRow, Unit, Slot & ~ANOMALLOC_POOL_SLOT, Size, 1);
}

ANOMALLOC_PRESERVE_MOST void __anomalloc_event_dynamic(AnomallocUnit *Unit,
                                                       uint32_t Slot,
                                                       const void *Ptr,
                                                       size_t Size) {
  __anomalloc_event(Unit, Slot, Ptr, Size);
}

ANOMALLOC_PRESERVE_MOST void __anomalloc_made(AnomallocUnit *Unit,
                                              const void *Ptr, size_t Size) {
  if (!Ptr)
    return;
  uint64_t Caller = __anomalloc_tls.Caller;
  if (Caller)
    Unit = Units[Caller >> 32];
  uint32_t Slot = Caller ? uint32_t(Caller) : Unit->NumSlots - 2;
  addRow(AddRow, Unit, Slot, 0, 1);
  addRow(AddRow, Unit, Slot + 1, 0, Size);
}

ANOMALLOC_PRESERVE_MOST void __anomalloc_add(AnomallocUnit *Unit, uint32_t Slot,
                                             uint64_t Value) {
  addRow(AddRow, Unit, Slot, 0, Value);
}

void __anomalloc_phase_begin(const char *Name) {
  say("phase begin %s\n", Name);
}
void __anomalloc_phase_end(void) { say("phase end\n"); }

#ifndef STUB_NO_MALLOC
void *malloc(size_t Size) {
  void *P = __libc_malloc(Size);
  heapEvent(P);
  return P;
}
void *calloc(size_t Count, size_t Size) {
  void *P = __libc_calloc(Count, Size);
  heapEvent(P);
  return P;
}
void *realloc(void *Old, size_t Size) {
  void *P = __libc_realloc(Old, Size);
  heapEvent(P);
  return P;
}
void *reallocarray(void *Old, size_t Count, size_t Size) {
  return realloc(Old, Count * Size);
}
void *memalign(size_t Alignment, size_t Size) {
  void *P = __libc_memalign(Alignment, Size);
  heapEvent(P);
  return P;
}
void *aligned_alloc(size_t Alignment, size_t Size) {
  return memalign(Alignment, Size);
}
int posix_memalign(void **Out, size_t Alignment, size_t Size) {
  if (Alignment % sizeof(void *) || (Alignment & (Alignment - 1))) {
    heapEvent(false);
    return EINVAL;
  }
  *Out = memalign(Alignment, Size);
  return *Out ? 0 : ENOMEM;
}
#endif

} // extern "C"
