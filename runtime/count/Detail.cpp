//===- Detail.cpp - more than a count of an event -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Detail.h"
#include "access/Sums.h"
#include "anomalloc/Abi.h"
#include "count/BusyGuard.h"
#include "count/Sections.h"
#include "interpose/Asking.h"
#include "process/Complain.h"
#include "process/Process.h"
#include "process/Text.h"
#include "sample/Cost.h"
#include "sample/DrawnBlocks.h"
#include "sample/Draws.h"
#include "stacks/Stacks.h"

namespace anomalloc::runtime {

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

/// What all blocks may go the usual way with.
static uint32_t usualWay(const Process &P) {
  const DetailState &D = P.Detail;
  const Lifetimes &All = P.Lifetimes;
  if (P.Opts.sample || D.Selects ||
      __atomic_load_n(&D.Paused, __ATOMIC_SEQ_CST))
    return 0;
  uint32_t Way = P.Opts.mode.Bits;
  if (Way & Mode::Lifetime) {
    if (!All.Totals || All.Timed || All.TemporaryLimit || !All.Live.isOfGlibc())
      return 0;
    if (__atomic_load_n(&All.FreesSeen, __ATOMIC_SEQ_CST))
      Way |= DetailState::UsualFrees;
  }
  if (P.Trace.Header && !P.Trace.Live.isOfGlibc())
    return 0;
  return Way;
}

void chooseWay(Process &P) {
  // Two threads may come at once, one of them with what is no longer true.
  uint32_t &Usual = P.Detail.Usual;
  uint32_t Known = __atomic_load_n(&Usual, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(&Usual, &Known, usualWay(P), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    continue;
}

/// Where the trace cannot be written, there is none.
static void startTrace(Process &P, const sys::SignalGuard &Guard) {
  int Error = beginTrace(P, Guard);
  if (!Error)
    return;
  P.Opts.mode.Bits &= ~Mode::Trace;
  complain("cannot write the trace ", P.Trace.File.Path, ": ",
           sys::meaningOf(Error), "; there is none");
}

void startDetail(Process &P, const sys::SignalGuard &Guard) {
  if (P.Opts.sample && P.Opts.mode.detailed() && !DrawnBlocks::begin())
    P.Opts.mode = {}; // No memory: free would not know who was drawn.
  if (!P.Opts.mode.detailed())
    P.Opts.sample = {};
  beginSampling(P.Opts);
  P.Detail.Paused = P.Opts.paused;
  const char *Sites = P.Opts.site_selection;
  if (*Sites && !P.Detail.Sites.read(P, Guard, Sites) && P.Opts.verbose)
    complain("cannot read the selection of sites ", Sites,
             ": all are recorded");
  P.Detail.SelectsSections = *P.Opts.section;
  P.Detail.SelectsDark = P.Opts.dark;
  P.Detail.Selects = *P.Opts.section || P.Opts.size.Count || P.Opts.dark ||
                     P.Detail.Sites.exists();
  if (P.Opts.mode.has(Mode::Lifetime))
    beginLifetimes(P, Guard);
  if (P.Opts.mode.has(Mode::Access) &&
      (!P.Lifetimes.Totals || P.Opts.sample || !beginAccesses(P, Guard)))
    P.Opts.mode.Bits &= ~Mode::Access;
  if (P.Opts.mode.has(Mode::Trace))
    startTrace(P, Guard);
  P.Detail.CountsSites = P.Opts.mode.Bits == Mode::Stacks && P.Opts.dark &&
                         !P.Opts.sample && !P.Detail.Sites.exists();
  chooseWay(P);
  if (interposeInDetail)
    interposeInDetail(P.Detail.CountsSites ? Mode() : P.Opts.mode,
                      P.Opts.sample.Of);
  selectSection(P, 0, "outside");
}

void selectSection(Process &P, uint32_t Id, const char *Name) {
  if (isListed(P.Opts.section, Name))
    __atomic_fetch_or(&P.Detail.Sections[Id / 64], uint64_t(1) << (Id % 64),
                      __ATOMIC_RELAXED);
}

static bool isSiteSelected(const DetailState &D, const DetailedEvent &E) {
  if (!D.SelectsDark)
    return D.Sites.contains(E.Unit, E.Slot);
  return E.Unit ? D.Sites.exists() && D.Sites.contains(E.Unit, E.Slot) : E.Dark;
}

static bool isSelected(const Process &P, const DetailedEvent &E) {
  const DetailState &D = P.Detail;
  if (__builtin_expect(__atomic_load_n(&D.Paused, __ATOMIC_RELAXED) != 0, 0))
    return false;
  if (__builtin_expect(!D.Selects, 1))
    return true;
  const uint32_t Section = format::SectionNumber::idOf(E.Section);
  if (D.SelectsSections && !(D.Sections[Section / 64] >> (Section % 64) & 1))
    return false;
  return P.Opts.size.contains(E.Size) && isSiteSelected(D, E);
}

static LifetimeKey lifetimeKeyOf(const Lane &L, const DetailedEvent &E,
                                 const StackRef &Stack) {
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
  return Key;
}

LifetimeRow *findLifetimeRow(Lane &L, const DetailedEvent &E,
                             const StackRef &Stack) {
  BusyGuard Guard(L.Watched.Busy);
  return Guard ? L.Watched.Rows.find(L, lifetimeKeyOf(L, E, Stack), E.Block)
               : nullptr;
}

/// The lifetime's part: the way of the block, which the heap gave, from here
/// on.
static void noteBirth(Lane &L, const DetailedEvent &E, bool Selected,
                      StackRef Stack) {
  const LifetimeKey Key = lifetimeKeyOf(L, E, Stack);
  LifetimeRow *Its = watchAllocation(L, Key, Selected ? E.Block : nullptr,
                                     Stack.Row ? Stack.Row->Lifetime : nullptr);
  if (Its && Stack.Row)
    Stack.Row->Lifetime = Its;
  if (Its && E.Frame && Key.Stack && Key.Size && Stack.Space == 0)
    keepAtHand(L, E, *Its);
}

/// \p E.Block is the heap's.
static void record(Lane &L, const DetailedEvent &E) {
  const DrawTimer Timer(DrawTimer::Drawn);
  bool Selected = isSelected(*L.Owner, E);
  StackRef Stack = {};
  if (Selected && L.Owner->Opts.mode.has(Mode::Stacks))
    Stack = noteStack(L, E);
  if (!E.Block && !__anomalloc_tls.Asking)
    return; // A pool's, not the heap's.
  if (L.Owner->Opts.sample && Selected && E.Block)
    DrawnBlocks::add(E.Block);
  if (L.Owner->Lifetimes.Totals)
    noteBirth(L, E, Selected, Stack);
  if (__builtin_expect(L.Owner->Accesses.exist() && E.Block, 0))
    beginBlock(L, E.Block, E.Size);
  if (L.Owner->Trace.Header)
    traceMade(L, E, Selected);
}

ANOMALLOC_PRESERVE_MOST void recordFree(const void *Block, const void *Caller) {
  const DrawTimer Timer(DrawTimer::Freed);
  const bool Watched = watchFree(Block, Caller);
  const bool Traced = traceFree(Block);
  if (__builtin_expect(TheRate.Of && (Watched || Traced), 0))
    DrawnBlocks::remove(Block);
}

void noteDetailed(Lane &L, const DetailedEvent &E) {
  DetailedEvent OfHeap = E;
  if (!E.Dark) { // At once: a signal handler that allocates takes it away.
    OfHeap.Block = PendingBlock;
    OfHeap.Form = PendingForm;
    PendingBlock = nullptr;
    PendingForm = 0;
  }
  record(L, OfHeap);
}

DetailedEvent siteEvent(uint64_t Asking, const uint64_t *Frame,
                        const void *Block, size_t Size) {
  DetailedEvent E = {
      unitOf(Asking),   Block,
      slotOf(Asking),   Size,
      currentSection(), reinterpret_cast<const void *>(Frame[1])};
  E.Frame = Frame;
  return E;
}

void *recordAllocation(uint64_t Asking, const uint64_t *Frame, void *Block,
                       size_t Size, uint32_t Form) {
  Lane *L = MyLane;
  if (__builtin_expect(!(L->Self == L && unitOf(Asking) && notesWhenAsked(*L)),
                       0)) {
    PendingBlock = Block; // The site's event follows.
    PendingForm = Form;
    return Block;
  }
  DetailedEvent E = siteEvent(Asking, Frame, Block, Size);
  E.Form = Form;
  record(*L, E);
  return Block;
}

void togglePause() {
  if (Process *P = bornProcess()) {
    Process &Now = P->recording();
    __atomic_fetch_xor(&Now.Detail.Paused, 1, __ATOMIC_SEQ_CST);
    chooseWay(Now);
  }
}

static void setPaused(bool Value) {
  if (Process *P = currentProcess()) {
    Process &Now = P->recording();
    __atomic_store_n(&Now.Detail.Paused, uint32_t(Value), __ATOMIC_SEQ_CST);
    chooseWay(Now);
  }
}

} // namespace anomalloc::runtime

void __anomalloc_resume(void) { anomalloc::runtime::setPaused(false); }
void __anomalloc_pause(void) { anomalloc::runtime::setPaused(true); }
