//===- TraceReader.h - the events of a trace, in order ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a trace (TraceFormat.h) from its begin to its end. The memory for this
/// grows with the number of lanes and of keys. Of the trace itself, memory
/// holds one block (TraceBlock) of each lane, and 32 bytes for each TraceBlock
/// of the file.
///
/// Nothing in a file is trusted: any bytes give events or an error.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TRACEREADER_H
#define ANOMALLOC_PROFILE_TRACEREADER_H

#include "anomalloc/TraceFormat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>

namespace anomalloc {

/// One event. A block of the heap is known by the lane that made it and by its
/// number in that lane.
struct TraceEvent {
  enum Kind : uint8_t {
    Allocation,
    Free,
    Thread, ///< From now on the lane is that of another thread.
    /// The lane's thread begins or ends a section: a scope of its own, or a
    /// phase of all.
    SectionBegin,
    SectionEnd,
    Kept, ///< The block lives when the process ends.
  };
  /// Nanoseconds of CLOCK_MONOTONIC, as TraceHeader::StartTime. Between two
  /// times that the trace tells, events are spread evenly.
  uint64_t Time;
  uint64_t Block; ///< The block's number in its lane, from 1 on. Of Thread: the
                  ///< thread id. Of a section: 1 if it is a phase, or else 0.
  uint32_t Lane;  ///< The lane whose event this is.
  uint32_t Maker; ///< The lane that made the block.
  /// Of an allocation: an index for TraceReader::key(). Of a free and a kept
  /// block: untouchedPages(). Of a section: its number in the profile.
  uint32_t Key;
  Kind What;
  /// Set for a free by realloc, and for the allocation by which realloc
  /// replaces the freed block. The free is then the event before the allocation
  /// in the same lane.
  bool Reallocated;

  /// How many pages of 4 KiB the program never used of the block that is freed
  /// or kept. Known for blocks of 64 KiB and more; 0 for others.
  uint32_t untouchedPages() const {
    return What == Free || What == Kept ? Key : 0;
  }
};

/// Not thread-safe. Errors name the file, and say what to do.
class TraceReader {
public:
  static llvm::Expected<std::unique_ptr<TraceReader>>
  open(llvm::StringRef Path);
  /// \p Bytes must outlive the reader.
  static llvm::Expected<std::unique_ptr<TraceReader>>
  open(llvm::MemoryBufferRef Bytes);
  virtual ~TraceReader() = default;

  virtual const format::TraceHeader &header() const = 0;

  /// The next events: some, or none at the end of the trace. They are valid
  /// until the next call.
  ///
  /// Events of one lane come in their order. Events of different lanes are in
  /// the order of their times, except that a block is made before it is freed.
  virtual llvm::Expected<llvm::ArrayRef<TraceEvent>> next() = 0;

  /// The keys seen so far, each once. TraceEvent::Key is an index into them.
  virtual llvm::ArrayRef<format::TraceKey> keys() const = 0;
  const format::TraceKey &key(uint32_t Key) const { return keys()[Key]; }

  /// The number of frees that were left out, because the allocations of their
  /// blocks are not in the trace. This happens if the process still runs.
  virtual uint64_t unresolved() const = 0;
};

/// Calls \p Use with each event of the trace from here on.
template <typename UseT>
llvm::Error forEachEvent(TraceReader &Reader, UseT Use) {
  while (true) {
    llvm::Expected<llvm::ArrayRef<TraceEvent>> Events = Reader.next();
    if (!Events)
      return Events.takeError();
    if (Events->empty())
      return llvm::Error::success();
    for (const TraceEvent &E : *Events)
      Use(E);
  }
}

/// A sentence about the events that are missing in a trace; "" if none is
/// missing. \p Reader has read the trace to its end.
std::string missingEvents(const TraceReader &Reader);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TRACEREADER_H
