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
/// An allocation is written before its heap block enters the live table, and a
/// free before the real free. So whatever another thread writes about a heap
/// block comes after the block's allocation, too.
///
/// All functions: any thread, async-signal-safe, errno is kept. The structs are
/// valid when zeroed. They stand in memory that a forked child finds zeroed.
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
  format::TraceHeader *Header; ///< Null if no trace is written.
  LiveTable Live;
  sys::Lock GrowLock;
  GrowingFile File;
};

/// What a lane knows of its stream.
struct TraceWriter {
  /// A section number has at most so many bits.
  static constexpr unsigned FormShift = 16;
  /// A place of the lane's keys (TraceFormat.h), and the key that fills it.
  struct Place {
    uint64_t Site;  ///< Unit and slot.
    uint64_t Where; ///< Dark event: return address and epoch. Else 0.
    uint64_t Size;
    /// The section in the bits below FormShift, the form (TraceKey::Form)
    /// above. A usual block has form 0, so the comparison costs no more than
    /// that of the section alone.
    uint32_t SectionAndForm;
    uint16_t Code; ///< traceKeyCode() of its Allocate; 0: it is empty.
  };

  char *At;    ///< Where the next record begins.
  char *Limit; ///< From here on, call makeRoom() before a record.
  format::TraceBlock *Block;
  Place *Places;
  uint64_t Made;
  uint64_t Sequence;
  uint64_t Time;       ///< The last time in the stream.
  const void *Resized; ///< Block by realloc, to be written; or null.
  uint32_t NewThread;  ///< Id of a thread, to be written; 0: none.
  /// Not 0 while the thread changes any member. A signal handler that comes
  /// then must leave all members alone.
  uint32_t Busy;
};

/// Creates the file, while the profile of \p P begins. 0, or a negative errno
/// value.
int beginTrace(Process &P, const sys::SignalGuard &Guard);
/// Writes the last records and the time of the end. Called when the process
/// ends.
void endTrace(Process &P);

/// beginTracing() is called when the calling thread takes the lane,
/// endTracing() when the thread ends.
void beginTracing(Lane &L);
void endTracing(Lane &L);

/// Notes that a heap block was made. \p Selected tells whether the user
/// selected the event.
void traceMade(Lane &L, const DetailedEvent &E, bool Selected);

/// Does the same as traceMade() for a selected event that the site \p Asking
/// leaves to the interposed function (notesWhenAsked). Returns false, and does
/// nothing, if the event's key is not at hand (UsualWay.h).
bool traceMadeAsUsual(Lane &L, uint64_t Asking, const void *Block, size_t Size);
/// Does the same as traceMade() after another mode has noted the block.
ANOMALLOC_PRESERVE_MOST void traceMadeBesides(Lane &L, uint64_t Asking,
                                              const uint64_t *Frame,
                                              const void *Block, size_t Size);
/// Does the same as traceFree() for a block that the calling thread's lane made
/// and that is not large. Returns false, and does nothing, in other cases.
bool traceFreeAsUsual(const void *Block);

/// Notes that the calling thread begins or ends a scope, or a phase.
void traceSection(Process &P, bool Begins, bool IsPhase, uint32_t Section);

/// Called when the block that realloc(3) has just made of a traced one does not
/// come into the trace.
void forgetResizedTrace();

/// Notes that the program is about to free \p Block. Returns whether the trace
/// has the block.
ANOMALLOC_PRESERVE_MOST bool traceFree(const void *Block);

/// Stands around a call of realloc(3), as ReallocWatch (Watcher.h) does for
/// lifetimes.
class TracedRealloc {
public:
  explicit TracedRealloc(const void *Old) {
    if (Old)
      forget(Old);
  }
  void done(const void *New) {
    if (Its.Place)
      tell(New);
  }
  void failed() {
    if (Its.Place)
      Its.putBack();
  }
  /// Whether the trace has the old block.
  bool wasTraced() const { return Its.Place; }

private:
  void forget(const void *Old);
  void tell(const void *New);

  LiveTable::Entry Its;
  uint64_t Untouched = 0; ///< Pages of the old block, never touched.
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_TRACE_TRACE_H
