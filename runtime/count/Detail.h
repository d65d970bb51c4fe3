//===- Detail.h - more than a count of an event -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the modes stacks, lifetime and trace every event comes here, or every
/// drawn one (sample/Draws.h), and is also counted as in the mode count. This
/// code decides whether the user selected the event. If so, it counts the
/// stack, watches the block and writes the event to the trace, as the mode
/// says.
///
/// The interposed function knows which site asks (AnomallocTls::Asking), and
/// brings the event (recordAllocation). For a pool, for an allocator of the
/// program's own, and for the first event of a thread, the interposed function
/// cannot be relied on. So in these cases instrumented code finds no block of
/// counters, and brings the event itself (noteDetailed).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_COUNT_DETAIL_H
#define ANOMALLOC_RUNTIME_COUNT_DETAIL_H

#include "anomalloc/Abi.h"
#include "anomalloc/Mode.h"
#include "anomalloc/Sampling.h"
#include "count/SiteSelection.h"
#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {

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
  /// Return address of the runtime's entry function. It lies in the code that
  /// asked.
  const void *Caller;
  /// Whether the code at Caller, and no site, asked for the block.
  bool Dark = false;
  /// The frame of the runtime's entry function, if it keeps a frame pointer;
  /// else null.
  const uint64_t *Frame = nullptr;
  uint32_t Form = 0; ///< TraceKey::Form.
};

/// What the user selected. Part of Process; valid when zeroed.
struct DetailState {
  /// Bit i: events of section i are recorded. Looked at only if
  /// SelectsSections; else the events of all sections are recorded.
  uint64_t Sections[65536 / 64];
  bool SelectsSections;
  /// Blocks that no site made are selected, and of sites only those of Sites.
  bool SelectsDark;
  /// Nothing but dark allocations is selected, and their deaths do not matter.
  /// So sites go their way of the mode count.
  bool CountsSites;
  /// Whether there is any selection, of whatever kind.
  bool Selects;
  uint32_t Paused;
  /// The Mode::Bits that are recorded of every block (UsualWay.h). 0 if not
  /// every block is recorded in the same way. UsualFrees: the profile's header
  /// already has the flag FreesSeen.
  uint32_t Usual;
  static constexpr uint32_t UsualFrees = Mode::All + 1;
  SiteSelection Sites;
};

/// Pauses the recording if it runs, else resumes it.
void togglePause();

/// Takes the selection from the options, while the profile begins.
void startDetail(Process &P, const sys::SignalGuard &Guard);

/// Sets DetailState::Usual anew. Called when its value may have changed. Any
/// thread, async-signal-safe.
void chooseWay(Process &P);

/// Notes that section \p Id has the name \p Name. Selects the section if the
/// user named it.
void selectSection(Process &P, uint32_t Id, const char *Name);

/// Records \p E, which has been counted already. Async-signal-safe, keeps
/// errno. By the lane's own thread.
void noteDetailed(Lane &L, const DetailedEvent &E);

/// Returns the event for \p Block of \p Size bytes, which the heap gave to the
/// site that \p Asking names. The site's unit must be known. \p Frame as for
/// recordAllocation().
DetailedEvent siteEvent(uint64_t Asking, const uint64_t *Frame,
                        const void *Block, size_t Size);

/// Records that the heap gave \p Block of \p Size bytes to the site that
/// \p Asking names. \p Frame is the frame of the interposed function
/// (__builtin_frame_address): first the caller's frame pointer, then the return
/// address. \p Form as in DetailedEvent. Any thread, async-signal-safe, keeps
/// errno. Returns \p Block.
[[clang::not_tail_called]] void *recordAllocation(uint64_t Asking,
                                                  const uint64_t *Frame,
                                                  void *Block, size_t Size,
                                                  uint32_t Form);

/// Records that the program is about to free \p Block. \p Caller is the return
/// address in the code that frees. Threads and signals as for
/// recordAllocation().
ANOMALLOC_PRESERVE_MOST void recordFree(const void *Block, const void *Caller);

/// Makes all our allocation functions call recordAllocation. If \p M records
/// lifetimes or a trace, makes all our functions that free call recordFree.
/// With \p Drawn, they do so only for drawn blocks (sample/Draws.h). A forked
/// child keeps this, until it calls this function itself. If \p M records
/// counts alone, everything becomes as it was without such a call.
__attribute__((weak)) void interposeInDetail(const Mode &M,
                                             Sampling::Unit Drawn);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_COUNT_DETAIL_H
