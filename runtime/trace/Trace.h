//===- Trace.h - every event, in order --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mode `trace`: writes the file of TraceFormat.h beside the profile. Each
/// lane has a block of the file mapped and writes there without a lock; of a
/// full block, the memory is given back. A live table of its own leads from an
/// address to the lane that made the block, and its number there.
///
/// An allocation is written before its block is known, and a free before the
/// real one. So whatever is written of a block stands behind its allocation,
/// also in the eyes of other threads.
///
/// All functions: any thread, async-signal-safe, errno is kept. Valid when
/// zeroed, in memory that a forked child finds zeroed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_TRACE_TRACE_H
#define ANOMALLOC_RUNTIME_TRACE_TRACE_H

#include "anomalloc/Abi.h"
#include "anomalloc/TraceFormat.h"
#include "lifetime/LiveTable.h"
#include "profile/GrowingFile.h"

namespace anomalloc::runtime {

struct DetailedEvent;
struct Lane;
struct Process;

/// What the process knows of its trace.
struct Trace {
  format::TraceHeader *Header; ///< Null: the mode writes none.
  LiveTable Live;
  sys::Lock GrowLock;
  GrowingFile File;
};

/// What a lane knows of its stream.
struct TraceWriter {
  /// Sections have no more bits.
  static constexpr unsigned FormShift = 16;
  /// A key that the lane's stream has.
  struct Place {
    uint64_t Site;  ///< Unit and slot.
    uint64_t Where; ///< Address of dark code and its epoch; else 0.
    uint64_t Size;
    /// Below FormShift; from there on, the form (TraceKey::Form). So a usual
    /// block, whose form is 0, is compared with no more than without it.
    uint32_t SectionAndForm;
    uint16_t Code; ///< To name it; 0: nothing is there.
  };

  char *At;    ///< Where the next record begins.
  char *Limit; ///< From there on more is needed than to write a record.
  format::TraceBlock *Block;
  Place *Places;
  uint64_t Made;
  uint64_t Sequence;
  uint64_t Time;       ///< That the stream told last.
  const void *Resized; ///< What realloc gave, whose event is to come.
  uint32_t NewThread;  ///< Number of a thread to be told of; or 0.
  /// Not 0 while the thread changes any of this. A signal handler that comes
  /// then must leave it alone.
  uint32_t Busy;
};

/// Creates the file, while the profile of \p P begins. 0, or a negative errno
/// value.
int beginTrace(Process &P, const sys::SignalGuard &Guard);
/// The process ends.
void endTrace(Process &P);

/// The calling thread takes the lane, or ends.
void beginTracing(Lane &L);
void endTracing(Lane &L);

/// A heap block was made. \p Selected: the user wants to know.
void traceMade(Lane &L, const DetailedEvent &E, bool Selected);

/// The same of a site that the interposed function notes, selected, in the mode
/// `trace` alone; false, and nothing done, if its key is not at hand
/// (UsualWay.h).
bool traceMadeAsUsual(Lane &L, uint64_t Asking, const void *Block, size_t Size);
/// The same as traceMade where another mode has noted the block already.
ANOMALLOC_PRESERVE_MOST void traceMadeBesides(Lane &L, uint64_t Asking,
                                              const uint64_t *Frame,
                                              const void *Block, size_t Size);
/// The same as traceFree, of a block that the lane made.
bool traceFreeAsUsual(const void *Block);

/// The calling thread begins or ends a scope, or a phase.
void traceSection(Process &P, bool Begins, bool IsPhase, uint32_t Section);

/// The program is about to free \p Block.
ANOMALLOC_PRESERVE_MOST void traceFree(const void *Block);

/// Stands around a call of realloc(3), as ReallocWatch.
class TracedRealloc {
public:
  explicit TracedRealloc(const void *Old);
  void done(const void *New);
  void failed() {
    if (Its.Place)
      Its.putBack();
  }

private:
  LiveTable::Entry Its;
  uint64_t Untouched = 0; ///< Pages.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_TRACE_TRACE_H
