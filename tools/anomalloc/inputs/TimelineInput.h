//===- TimelineInput.h - a profile to its timeline --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_INPUTS_TIMELINEINPUT_H
#define ANOMALLOC_ANOMALLOC_INPUTS_TIMELINEINPUT_H

#include "Analysis/lifetimes/TraceBands.h"

namespace anomalloc {

struct ReadTimeline {
  TraceTimeline Timeline;
  /// The holders of live memory before and after the peak. None if they were
  /// not asked for, or if there is no trace.
  std::optional<TraceBands> Bands;
};

/// Whether \p P may have a timeline. This is so if \p P is the profile of one
/// process, with a trace or lifetimes.
bool mayHaveTimeline(const Profile &P);

/// Reads the timeline of the profile at \p Path from its trace. Without a
/// trace, reads it from its lifetimes. The result is symbolized. With
/// \p WithBands, also fills ReadTimeline::Bands.
llvm::Expected<ReadTimeline> readTimeline(llvm::StringRef Path, bool WithBands);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_TIMELINEINPUT_H
