//===- Detail.cpp - more than a count of an event -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Detail.h"
#include "Complain.h"
#include "Process.h"
#include "Stacks.h"
#include "Text.h"
#include "anomalloc/Abi.h"

namespace anomalloc {

/// Whether \p Name stands in \p List, whose items are separated by commas.
static bool isListed(const char *List, const char *Name) {
  size_t Size = length(Name);
  while (*List) {
    const char *End = List;
    while (*End && *End != ',')
      ++End;
    if (size_t(End - List) == Size && !__builtin_strncmp(List, Name, Size))
      return true;
    List = *End ? End + 1 : End;
  }
  return false;
}

void startDetail(Process &P, const sys::SignalGuard &Guard) {
  P.Detail.Paused = P.Opts.paused;
  const char *Sites = P.Opts.site_selection;
  if (*Sites && !P.Detail.Sites.read(P, Guard, Sites) && P.Opts.verbose)
    complain("cannot read the selection of sites ", Sites,
             ": all are recorded");
  P.Detail.SelectsSections = *P.Opts.section;
  P.Detail.Selects =
      *P.Opts.section || P.Opts.size.Count || P.Detail.Sites.exists();
  selectSection(P, 0, "outside");
}

void selectSection(Process &P, uint32_t Id, const char *Name) {
  if (isListed(P.Opts.section, Name))
    __atomic_fetch_or(&P.Detail.Sections[Id / 64], uint64_t(1) << (Id % 64),
                      __ATOMIC_RELAXED);
}

static bool isSelected(const Process &P, const DetailedEvent &E) {
  const DetailState &D = P.Detail;
  if (__builtin_expect(__atomic_load_n(&D.Paused, __ATOMIC_RELAXED) != 0, 0))
    return false;
  if (__builtin_expect(!D.Selects, 1))
    return true;
  if (D.SelectsSections &&
      !(D.Sections[E.Section / 64] >> (E.Section % 64) & 1))
    return false;
  return P.Opts.size.contains(E.Size) && D.Sites.contains(E.Unit, E.Slot);
}

/// The lifetime's part: the way of \p Block, which the heap gave, from here on.
static void noteBirth(Lane &L, const DetailedEvent &E, const void *Block,
                      bool Selected, StackRef Stack) {
  if (!Block && !__anomalloc_tls.Direct)
    return; // A pool's, not the heap's.
  LifetimeKey Key = {};
  Key.Unit = E.Unit;
  Key.Slot = E.Slot;
  Key.Section = E.Section;
  Key.Size = E.Size;
  if (Stack.Node) {
    Key.Stack = Stack.Node;
    Key.StackLane = 2 * L.Number + Stack.Space;
  }
  if (E.Dark) {
    Key.Pc = reinterpret_cast<uint64_t>(E.Caller);
    Key.Epoch = __atomic_load_n(&L.Owner->Epoch, __ATOMIC_RELAXED);
  }
  watchAllocation(L, Key, Selected ? Block : nullptr);
}

void noteDetailed(Lane &L, const DetailedEvent &E) {
  const void *Block = E.Block;
  if (!E.Dark) { // At once: a signal handler that allocates takes it away.
    Block = PendingBlock;
    PendingBlock = nullptr;
  }
  bool Selected = isSelected(*L.Owner, E);
  StackRef Stack = {};
  if (Selected && L.Owner->Opts.mode.Stacks)
    Stack = noteStack(L, E);
  if (L.Owner->Lifetimes.Totals)
    noteBirth(L, E, Block, Selected, Stack);
}

void togglePause() {
  if (Process *P = bornProcess())
    __atomic_fetch_xor(&P->Detail.Paused, 1, __ATOMIC_RELAXED);
}

static void setPaused(bool Value) {
  if (Process *P = currentProcess())
    __atomic_store_n(&P->Detail.Paused, uint32_t(Value), __ATOMIC_RELAXED);
}

} // namespace anomalloc

void __anomalloc_resume(void) { anomalloc::setPaused(false); }
void __anomalloc_pause(void) { anomalloc::setPaused(true); }
