//===- TraceReader.h - the events of a trace, in order ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a trace (TraceFormat.h) from its begin to its end. Memory depends on
/// the number of lanes and keys; of the trace itself, one block of each lane is
/// there, and 32 bytes for each block of the file.
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

/// One event. A block is known by its maker and its number there.
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
  uint64_t Block; ///< From 1 on. Of Thread: the kernel's number of it.
                  ///< Of a section: 1 if it is a phase, or 0.
  uint32_t Lane;  ///< Who did it.
  uint32_t Maker; ///< The lane that made the block.
  /// Of an allocation: TraceReader::key(). Of a free and a kept block:
  /// untouchedPages(). Of a section: its number in the profile.
  uint32_t Key;
  Kind What;
  /// A free by realloc; or the allocation that realloc made of the block whose
  /// free is this lane's event before.
  bool Reallocated;

  /// Pages of 4 KiB of the block that comes to its end, or is kept, that the
  /// program never used. Known of blocks of 64 KiB and more; 0 of others.
  uint32_t untouchedPages() const {
    return What == Free || What == Kept ? Key : 0;
  }
};

/// Not thread-safe. Errors name the file, and say what to do.
class TraceReader {
public:
  static llvm::Expected<std::unique_ptr<TraceReader>>
  open(llvm::StringRef Path);
  /// \p Bytes must outlive it.
  static llvm::Expected<std::unique_ptr<TraceReader>>
  open(llvm::MemoryBufferRef Bytes);
  virtual ~TraceReader() = default;

  virtual const format::TraceHeader &header() const = 0;

  /// The next events: some, or none at the end of the trace. They are valid
  /// until the next call.
  ///
  /// Events of one lane come in their order. Those of several are in the order
  /// of their times, except that a block is made before it is freed.
  virtual llvm::Expected<llvm::ArrayRef<TraceEvent>> next() = 0;

  /// Keys seen so far, each once; TraceEvent::Key is an index.
  virtual llvm::ArrayRef<format::TraceKey> keys() const = 0;
  const format::TraceKey &key(uint32_t Key) const { return keys()[Key]; }

  /// Frees that were left out, because the blocks' allocations are not in the
  /// trace: it is of a process that still runs.
  virtual uint64_t unresolved() const = 0;
};

/// What is not in a trace that was read to its end, as a sentence; "" if
/// everything is.
std::string missingEvents(const TraceReader &Reader);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TRACEREADER_H
