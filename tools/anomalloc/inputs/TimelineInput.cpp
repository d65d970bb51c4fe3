//===- TimelineInput.cpp - a profile to its timeline ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/TimelineInput.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "Analysis/lifetimes/LifetimeTable.h"
#include "Profile/ProfileReader.h"
#include "Profile/RegionNames.h"
#include "Profile/SamplingWords.h"
#include "Profile/Symbolizer.h"
#include "Profile/TracedProfile.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static bool isTraced(const Profile &P) {
  return any_of(P.Processes,
                [](const Process &Its) { return Its.Info.count("trace"); });
}

bool mayHaveTimeline(const Profile &P) {
  return P.Processes.size() == 1 &&
         (isTraced(P) || (P.Processes.front().Lifetimes &&
                          lifetimeStateOf(P) != LifetimeState::NotSeen));
}

Expected<ReadTimeline> readTimeline(StringRef Path, bool WithBands) {
  Expected<std::unique_ptr<Profile>> Recorded = readProfile(Path);
  if (!Recorded)
    return Recorded.takeError();
  nameRegions(**Recorded);
  shortenRegions(**Recorded);
  ReadTimeline Result;
  if (isTraced(**Recorded) && (*Recorded)->sampling())
    return makeError(Path + ": the trace has only the events of drawn blocks, "
                            "so it cannot tell what lived when");
  scaleSamples(**Recorded);
  if (!isTraced(**Recorded)) {
    Expected<TraceTimeline> T = timelineOfLifetimes(std::move(*Recorded));
    if (!T)
      return inContext(Path, T.takeError());
    Result.Timeline = std::move(*T);
    if (const Profile &P = *Result.Timeline.Model; P.isEstimated())
      Result.Timeline.Missing =
          "all numbers are estimated from " + rateInWords(P) +
          "; the largest of many estimates is rather too large "
          "(docs/estimates.md)";
  } else {
    Expected<std::unique_ptr<TracedProfile>> P = TracedProfile::open(Path);
    if (!P)
      return P.takeError();
    Expected<TraceTimeline> T = computeTimeline(**P);
    if (!T)
      return T.takeError();
    Result.Timeline = std::move(*T);
    if (WithBands) {
      Expected<TraceBands> Bands = computeBands(**P, Result.Timeline);
      if (!Bands)
        return Bands.takeError();
      Result.Bands = std::move(*Bands);
    }
  }
  symbolize(*Result.Timeline.Model);
  return std::move(Result);
}

} // namespace anomalloc
