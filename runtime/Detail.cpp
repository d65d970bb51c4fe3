//===- Detail.cpp - more than a count of an event -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Detail.h"
#include "Asking.h"
#include "Complain.h"
#include "Process.h"
#include "Sections.h"
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

/// Whether all blocks may go the usual way.
static void chooseWay(Process &P) {
  DetailState &D = P.Detail;
  const Lifetimes &All = P.Lifetimes;
  bool IsUsual = !D.Selects && !__atomic_load_n(&D.Paused, __ATOMIC_RELAXED);
  if (All.Totals)
    IsUsual &= !All.Timed && !All.TemporaryLimit && All.Live.isOfGlibc();
  uint32_t Way = (P.Opts.mode.Stacks ? DetailState::UsualStacks : 0) |
                 (All.Totals ? DetailState::UsualLifetimes : 0) |
                 (P.Trace.Header ? DetailState::UsualTrace : 0);
  // The usual way writes a trace where no other mode is on.
  if (P.Trace.Header)
    IsUsual &= Way == DetailState::UsualTrace && P.Trace.Live.isOfGlibc();
  __atomic_store_n(&D.Usual, IsUsual ? Way : 0, __ATOMIC_RELAXED);
}

/// Where the trace cannot be written, there is none.
static void startTrace(Process &P, const sys::SignalGuard &Guard) {
  int Error = beginTrace(P, Guard);
  if (!Error)
    return;
  P.Opts.mode.Trace = false;
  complain("cannot write the trace ", P.Trace.File.Path, ": ",
           sys::meaningOf(Error), "; there is none");
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
  if (P.Opts.mode.Lifetime)
    beginLifetimes(P, Guard);
  if (P.Opts.mode.Trace)
    startTrace(P, Guard);
  chooseWay(P);
  if (P.Opts.mode.detailed() && interposeInDetail)
    interposeInDetail(P.Opts.mode.Lifetime || P.Opts.mode.Trace);
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

/// The lifetime's part: the way of the block, which the heap gave, from here
/// on.
static void noteBirth(Lane &L, const DetailedEvent &E, bool Selected,
                      StackRef Stack) {
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
  LifetimeRow *Its = watchAllocation(L, Key, Selected ? E.Block : nullptr);
  if (Its && E.Frame && Key.Stack && Key.Size && Stack.Space == 0 &&
      Key.Size < LiveTable::SizeAtHand)
    keepAtHand(L, E, *Its);
}

/// \p E.Block is the heap's.
static void record(Lane &L, const DetailedEvent &E) {
  bool Selected = isSelected(*L.Owner, E);
  StackRef Stack = {};
  if (Selected && L.Owner->Opts.mode.Stacks)
    Stack = noteStack(L, E);
  if (!E.Block && !__anomalloc_tls.Asking)
    return; // A pool's, not the heap's.
  if (L.Owner->Lifetimes.Totals)
    noteBirth(L, E, Selected, Stack);
  if (L.Owner->Trace.Header)
    traceMade(L, E, Selected);
}

ANOMALLOC_PRESERVE_MOST void noteFree(const void *Block, const void *Caller) {
  watchFree(Block, Caller);
  traceFree(Block);
}

void noteDetailed(Lane &L, const DetailedEvent &E) {
  DetailedEvent OfHeap = E;
  if (!E.Dark) { // At once: a signal handler that allocates takes it away.
    OfHeap.Block = PendingBlock;
    PendingBlock = nullptr;
  }
  record(L, OfHeap);
}

void *noteMade(uint64_t Asking, const uint64_t *Frame, void *Block,
               size_t Size) {
  Lane *L = MyLane;
  uint32_t Unit = unitOf(Asking);
  if (__builtin_expect(!(L && L->Self == L && Unit && notesWhenAsked(*L)), 0)) {
    PendingBlock = Block; // The site's event follows.
    return Block;
  }
  DetailedEvent E = {Unit,
                     Block,
                     slotOf(Asking),
                     Size,
                     currentSection(),
                     reinterpret_cast<const void *>(Frame[1])};
  E.Frame = Frame;
  record(*L, E);
  return Block;
}

void togglePause() {
  if (Process *P = bornProcess()) {
    __atomic_fetch_xor(&P->Detail.Paused, 1, __ATOMIC_RELAXED);
    chooseWay(*P);
  }
}

static void setPaused(bool Value) {
  if (Process *P = currentProcess()) {
    __atomic_store_n(&P->Detail.Paused, uint32_t(Value), __ATOMIC_RELAXED);
    chooseWay(*P);
  }
}

} // namespace anomalloc

void __anomalloc_resume(void) { anomalloc::setPaused(false); }
void __anomalloc_pause(void) { anomalloc::setPaused(true); }
