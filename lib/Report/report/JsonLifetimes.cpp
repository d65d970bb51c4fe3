//===- JsonLifetimes.cpp - lifetimes as JSON ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Report/report/Fates.h"
#include "Report/report/JsonLifetimeParts.h"
#include "Report/report/JsonParts.h"
#include "Report/report/JsonReport.h"
#include "Report/text/EstimateKeys.h"

using namespace llvm;

namespace anomalloc {

/// The sums of all blocks.
static void describe(Keys<LifetimeSum> &K) {
  using Shown = const LifetimeSum &;
  K.add("allocated", [](Shown S) { return BlockAmount{S.Allocated}; });
  K.add("freed", [](Shown S) { return BlockAmount{S.Freed}; });
  K.add("live", "at the end of the record",
        [](Shown S) { return BlockAmount{S.Live}; });
  K.add("at_peak", "when live bytes were the most; processes added up",
        [](Shown S) { return BlockAmount{S.AtPeak}; });
  forEachCounter<LifetimeSum>([&](StringRef Key, auto Member, StringRef Help) {
    K.add(Key, Help, Member);
  });
  auto AddExtra = [&](StringRef Key, uint64_t LifetimeSum::*Member,
                      StringRef Help) {
    K.add(Key, Help,
          [Member](Shown S) { return orNull(!S.UnknownAtPeak, S.*Member); });
  };
  AddExtra("header_bytes_at_peak", &LifetimeSum::HeaderAtPeak,
           "of the allocator, before blocks; null if block sizes are not "
           "known");
  AddExtra("rounding_bytes_at_peak", &LifetimeSum::RoundingAtPeak,
           "handed out beyond what was asked for");
  AddExtra("minimum_bytes_at_peak", &LifetimeSum::MinimumAtPeak,
           "the part of rounding that is for the smallest block there is");
}

/// All that is not of one row.
static void describe(Keys<LifetimeTable> &K) {
  using Table = LifetimeTable;
  K.addWord("state", {"not recorded", "not seen", "partly", "seen"},
            &Table::State);
  K.add("temporary_limit", &Table::TemporaryLimit);
  K.add("clock_step",
        "bytes by which each other thread may be ahead of the clock of a "
        "thread (option --clock-step)",
        &Table::ClockStep);
  K.add("peak_bytes",
        "most live bytes, as asked for; processes added up; no filter applies",
        &Table::PeakBytes);
  K.add("unknown_frees", "frees of blocks that were not watched",
        &Table::UnknownFrees);
  K.add("unwatched", "counted, but not watched",
        [](const Table &T) { return BlockAmount{T.Unwatched}; });
  K.add("totals", &Table::All);
}

namespace {

/// The live blocks of a single process.
struct LiveTimeline {
  const LifetimeTable &Its;

  Each<uint64_t> points(uint64_t LifetimeTable::Point::*Member) const {
    return each(Its.Timeline, [Member](const LifetimeTable::Point &Point) {
      return Point.*Member;
    });
  }
};

void describe(Keys<LiveTimeline> &K) {
  using Shown = const LiveTimeline &;
  using Point = LifetimeTable::Point;
  K.add("step", "bytes allocated between points",
        [](Shown T) { return uint64_t(1) << T.Its.TimelineShift; });
  K.add("live_bytes", "the most in each step; 0: a large block jumped over it",
        [](Shown T) { return T.points(&Point::Bytes); });
  K.add("live_blocks", "at that time",
        [](Shown T) { return T.points(&Point::Blocks); });
  K.add("header_bytes",
        "what the allocator kept before these blocks, at least; absent if it "
        "could not be asked",
        [](Shown T) {
          return ifThere(T.Its.ExtraKnown, T.points(&Point::Header));
        });
  K.add("rounding_bytes",
        "what the allocator gave beyond live_bytes; absent if it could not be "
        "asked",
        [](Shown T) {
          return ifThere(T.Its.ExtraKnown, T.points(&Point::Rounding));
        });
}

/// All blocks of a site, or of a function of a library.
struct LifetimePlace {
  const Profile &Model;
  const LifetimeTable::Row &Row;
};

void describe(Keys<LifetimePlace> &K) {
  using Shown = const LifetimePlace &;
  K.include([](Shown P) {
    return AskingCode{P.Model, P.Row.Site, P.Row.Library, P.Row.Function};
  });
  K.add("allocated", [](Shown P) { return BlockAmount{P.Row.Sum.Allocated}; });
  K.add("live", "at the end of the record",
        [](Shown P) { return BlockAmount{P.Row.Sum.Live}; });
  K.add("at_peak", [](Shown P) { return BlockAmount{P.Row.Sum.AtPeak}; });
  K.add("temporary", [](Shown P) { return P.Row.Sum.Temporary; });
  K.add("intervals", IntervalsHelp, [](Shown P) {
    return ifThere(P.Model.isEstimated(),
                   IntervalsOfSums{estimateLifetimes(P.Model, P.Row.Parts)});
  });
  K.add("not_drawn", "of a sample: blocks of sizes of which none was drawn",
        [](Shown P) {
          return ifThere(P.Model.isEstimated(), BlockAmount{P.Row.NotDrawn});
        });
}

Each<LifetimePlace> placesOf(const Analysis &A) {
  return each(A.Lifetimes.Rows, [&P = *A.Source](const LifetimeTable::Row &R) {
    return LifetimePlace{P, R};
  });
}

constexpr StringLiteral PlacesHelp =
    "sites, and functions of libraries; all sections and sizes of each";

struct LifetimesOfReport {
  const Analysis &A;
};

void describe(Keys<LifetimesOfReport> &K) {
  using Shown = const LifetimesOfReport &;
  describeSample(K, [](Shown L) -> const Profile & { return *L.A.Source; });
  K.include([](Shown L) -> const LifetimeTable & { return L.A.Lifetimes; });
  K.add("intervals", IntervalsHelp, [](Shown L) {
    return ifThere(L.A.Source->isEstimated(),
                   IntervalsOfSums{L.A.Lifetimes.estimateAll(*L.A.Source)});
  });
  K.add("not_drawn",
        "of a sample: blocks of code of which no block was drawn; in no sum",
        [](Shown L) {
          return ifThere(L.A.Source->isEstimated(),
                         BlockAmount{L.A.Lifetimes.NotDrawn});
        });
  K.add("places", PlacesHelp, [](Shown L) { return placesOf(L.A); });
  K.add("rows", "by site, section and size",
        [](Shown L) { return lifetimesOf(L.A); });
  K.add("timeline", "of a single process",
        [](Shown L) { return LiveTimeline{L.A.Lifetimes}; });
}

struct LifetimesDocument {
  const Analysis &A;
};

void describe(Keys<LifetimesDocument> &K) {
  using Shown = const LifetimesDocument &;
  K.constant("schema", "anomalloc-lifetimes");
  K.constant("version", 1, "within a version keys may be added");
  describeSample(K, [](Shown D) -> const Profile & { return *D.A.Source; });
  K.include([](Shown D) -> const LifetimeTable & { return D.A.Lifetimes; });
  K.add("intervals", IntervalsHelp, [](Shown D) {
    return ifThere(D.A.Source->isEstimated(),
                   IntervalsOfSums{D.A.Lifetimes.estimateAll(*D.A.Source)});
  });
  K.include(
      [](Shown D) { return BlocksByLifetime{D.A.Lifetimes.All.Buckets}; });
  K.add("places", PlacesHelp, [](Shown D) { return placesOf(D.A); });
}

} // namespace

void describeLifetimes(Keys<Analysis> &K) {
  K.add("lifetimes", "of a run in a lifetime mode",
        [](const Analysis &A) { return LifetimesOfReport{A}; });
}

void writeJsonPlacesOfLifetimes(raw_ostream &To, const Analysis &A) {
  writeDocument(To, LifetimesDocument{A}, 0);
}

const JsonObject &lifetimesObject() {
  return keysOf<LifetimesDocument>().object();
}

} // namespace anomalloc
