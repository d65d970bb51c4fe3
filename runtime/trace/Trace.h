//===- Trace.h - every event, in order --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mode `trace`: writes the file of TraceFormat.h beside the profile. Each
/// lane has a block of the file mapped and writes there without a lock. A full
/// block is unmapped. The trace has a live table of its own. It leads from an
/// address to the lane that made the heap block there, and to the number of the
/// heap block in that lane.
///
/// An allocation is written before its block is known, and a free before the
/// real free. So everything that is written about a block comes after its
/// allocation, for other threads, too.
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
  /// A section number has at most so many bits.
  static constexpr unsigned FormShift = 16;
  /// A key that the lane's stream has.
  struct Place {
    uint64_t Site;  ///< Unit and slot.
    uint64_t Where; ///< Address of dark code and its epoch; else 0.
    uint64_t Size;
    /// The section in the bits below FormShift, the form (TraceKey::Form)
    /// above. A usual block has form 0, so the comparison costs no more than
    /// that of the section alone.
    uint32_t SectionAndForm;
    uint16_t Code; ///< The code of the key; 0: the place is empty.
  };

  char *At;    ///< Where the next record begins.
  char *Limit; ///< From here on, makeRoom() comes before a record.
  format::TraceBlock *Block;
  Place *Places;
  uint64_t Made;
  uint64_t Sequence;
  uint64_t Time;       ///< The last time in the stream.
  const void *Resized; ///< What realloc gave; its event is to come.
  uint32_t NewThread;  ///< A thread to be written to the stream; or 0.
  /// Not 0 while the thread changes any member. A signal handler that comes
  /// then must leave all members alone.
  uint32_t Busy;
};

/// Creates the file, while the profile of \p P begins. 0, or a negative errno
/// value.
int beginTrace(Process &P, const sys::SignalGuard &Guard);
/// Called when the process ends.
void endTrace(Process &P);

/// Called when the calling thread takes the lane, or ends.
void beginTracing(Lane &L);
void endTracing(Lane &L);

/// Notes that a heap block was made. \p Selected tells whether the user
/// selected the event.
void traceMade(Lane &L, const DetailedEvent &E, bool Selected);

/// Does the same for a selected event of a site that the interposed function
/// notes. Returns false, and does nothing, if the event's key is not at hand
/// (UsualWay.h).
bool traceMadeAsUsual(Lane &L, uint64_t Asking, const void *Block, size_t Size);
/// Does the same as traceMade() after another mode has noted the block.
ANOMALLOC_PRESERVE_MOST void traceMadeBesides(Lane &L, uint64_t Asking,
                                              const uint64_t *Frame,
                                              const void *Block, size_t Size);
/// Does the same as traceFree() for a block that the lane made. Returns false,
/// and does nothing, in other cases.
bool traceFreeAsUsual(const void *Block);

/// Notes that the calling thread begins or ends a scope, or a phase.
void traceSection(Process &P, bool Begins, bool IsPhase, uint32_t Section);

/// Notes that the program is about to free \p Block.
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
  uint64_t Untouched = 0; ///< Pages that nobody touched.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_TRACE_TRACE_H
