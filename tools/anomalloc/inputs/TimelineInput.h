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
  /// Who held live memory before and after the peak. None: nobody asked, or
  /// there is no trace.
  std::optional<TraceBands> Bands;
};

/// Whether \p P may have a timeline: it is that of one process with a trace or
/// lifetimes.
bool mayHaveTimeline(const Profile &P);

/// Of the profile at \p Path: of its trace, or else of its lifetimes.
/// Symbolized.
llvm::Expected<ReadTimeline> readTimeline(llvm::StringRef Path, bool WithBands);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_INPUTS_TIMELINEINPUT_H
