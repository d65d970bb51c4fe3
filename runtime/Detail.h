//===- Detail.h - more than a count of an event -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the modes stacks and lifetime every event comes here after it was counted
/// as in the mode count. For that, instrumented code finds no block of its own
/// and calls the runtime each time (Lane.cpp, selectBlocks). Here is decided
/// whether the user selected the event; if so, its stack is counted and its
/// block watched, as the mode says.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_DETAIL_H
#define ANOMALLOC_RUNTIME_DETAIL_H

#include "SiteSelection.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc {

struct Lane;
struct Process;

/// One block that was just made. Members narrower than 64 bits do not stand
/// side by side: the compiler would write them one by one and read them
/// together, and the processor has to wait for that.
struct DetailedEvent {
  uint32_t Unit; ///< Of the site, or of the leading site; 0: none.
  const void *Block;
  uint32_t Slot;
  size_t Size; ///< Bytes asked for.
  uint32_t Section;
  /// Return address of the runtime's entry function: in the code that asked.
  const void *Caller;
  /// Whether Caller, and no site, asked for it.
  bool Dark = false;
};

/// What the user selected. Part of Process; valid when zeroed.
struct DetailState {
  /// Bit i: events of section i are recorded. Looked at only if
  /// SelectsSections; else all sections are.
  uint64_t Sections[65536 / 64];
  bool SelectsSections;
  /// Whether there is any selection, of whatever kind.
  bool Selects;
  uint32_t Paused;
  SiteSelection Sites;
};

/// Pauses or resumes, whichever it is not.
void togglePause();

/// Takes the selection from the options, while the profile begins.
void startDetail(Process &P, const sys::SignalGuard &Guard);

/// Section \p Id has got its \p Name.
void selectSection(Process &P, uint32_t Id, const char *Name);

/// Records \p E, which has been counted already. Async-signal-safe, keeps
/// errno. By the lane's own thread.
void noteDetailed(Lane &L, const DetailedEvent &E);

} // namespace anomalloc

#endif // ANOMALLOC_RUNTIME_DETAIL_H
