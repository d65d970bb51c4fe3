//===- LiveRecords.h - records of a profile that still grows ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIVERECORDS_H
#define ANOMALLOC_PROFILE_LIVERECORDS_H

#include "Profile/LiveFile.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace anomalloc {

/// Finds the records of one profile, again and again, while its process writes
/// it.
class LiveRecords {
public:
  /// Calls \p OnNew with each record that is new since the last call, and with
  /// its offset. Its payload is complete by then. An error of OnNew ends the
  /// search; it is returned with the offset.
  llvm::Error
  find(LiveFile &File,
       llvm::function_ref<llvm::Error(const format::RecordHeader &, uint64_t)>
           OnNew);

private:
  /// The part of a segment that had no records yet when it was read last.
  struct Segment {
    uint64_t At, End;
  };
  llvm::Error findSegments(LiveFile &File);

  uint64_t NextSegment = format::FileHeaderSize;
  std::vector<Segment> Segments; ///< Those that have room left.
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIVERECORDS_H
