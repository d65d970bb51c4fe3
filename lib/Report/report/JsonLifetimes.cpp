//===- JsonLifetimes.cpp - lifetimes as JSON ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/ActivationOwners.h"
#include "Document/Document.h"
#include "Report/report/Fates.h"
#include "Report/report/JsonParts.h"
#include "Report/report/JsonReport.h"
#include "Report/text/EstimateKeys.h"

using namespace llvm;

namespace anomalloc {

/// The blocks of one row.
static void describe(Keys<LifetimeCounts> &K) {
  forEachFate([&](StringRef Key, auto Member, StringRef Help) {
    K.add(Key, Help, Member);
  });
}

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

namespace {

/// What is known of the sums over some rows, beside the sums.
struct IntervalsOfSums {
  LifetimeEstimates Its;
};

void describe(Keys<IntervalsOfSums> &K) {
  using Shown = const IntervalsOfSums &;
  using Sums = LifetimeEstimates;
  K.name("intervals_of_lifetimes");
  auto Add = [&K](const std::string &Key, Sums::BlocksAndBytes Sums::*Member) {
    K.add(Key + "_blocks", [Member](Shown I) {
      return intervalOf((I.Its.*Member).Blocks);
    });
    K.add(Key + "_bytes",
          [Member](Shown I) { return intervalOf((I.Its.*Member).Bytes); });
  };
  Add("freed", &Sums::Freed);
  Add("live", &Sums::Live);
  Add("at_peak", &Sums::AtPeak);
  K.add("temporary", [](Shown I) { return intervalOf(I.Its.Temporary); });
  K.add("freed_by_other_thread",
        [](Shown I) { return intervalOf(I.Its.FreedElsewhere); });
}

constexpr StringLiteral IntervalsHelp =
    "of a sample: of the sums that are estimated; a sum without one is exact";

} // namespace

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

/// Who asked for blocks: a site, or code of a library.
struct AskingCode {
  const Profile &Model;
  std::optional<SiteIndex> Site;
  StringRef Library, Function;
};

void describe(Keys<AskingCode> &K) {
  K.add("site", [](const AskingCode &C) -> std::optional<SiteId> {
    if (!C.Site)
      return std::nullopt;
    return SiteId{C.Model.site(*C.Site).Id};
  });
  K.add("library", &AskingCode::Library);
  K.add("function", "with library: the code that asked, if it is no site",
        [](const AskingCode &C) { return fullFunctionName(C.Function); });
}

struct BlocksOfBucket {
  uint32_t Bucket;
  uint64_t Blocks;
};

void describe(Keys<BlocksOfBucket> &K) {
  using Shown = const BlocksOfBucket &;
  using format::LifetimeBuckets;
  K.name("lifetime_bucket");
  K.add("first", [](Shown B) { return LifetimeBuckets::shortest(B.Bucket); });
  K.add("last", [](Shown B) { return LifetimeBuckets::longest(B.Bucket); });
  K.add("blocks", &BlocksOfBucket::Blocks);
}

/// Freed blocks by lifetime.
struct BlocksByLifetime {
  const std::map<uint32_t, uint64_t> &Buckets;

  /// The buckets of one unit. \p First is the unit's first bucket.
  Each<BlocksOfBucket> from(uint32_t First) const {
    return {[&Buckets = Buckets, First](Each<BlocksOfBucket>::Taker Take) {
      for (auto I = Buckets.lower_bound(First),
                E = Buckets.lower_bound(First +
                                        format::LifetimeBuckets::NumBuckets);
           I != E; ++I)
        Take({I->first - First, I->second});
    }};
  }
};

void describe(Keys<BlocksByLifetime> &K) {
  K.add("lifetimes_bytes",
        "freed blocks by the bytes that the process allocated meanwhile",
        [](const BlocksByLifetime &B) { return B.from(0); });
  K.add("lifetimes_nanoseconds",
        "the same in nanoseconds; empty without the option timed",
        [](const BlocksByLifetime &B) {
          return B.from(format::LifetimeBuckets::NanosecondBuckets);
        });
}

struct BlocksOfSteps {
  uint32_t Steps;
  uint64_t Blocks;
};

void describe(Keys<BlocksOfSteps> &K) {
  K.name("steps");
  K.add("steps", "64: more than 63", &BlocksOfSteps::Steps);
  K.add("blocks", &BlocksOfSteps::Blocks);
}

struct GrowthOfRow {
  const LifetimeCounts &Counts;

  /// The blocks that grew in one way. \p First is the way's first counter.
  Each<BlocksOfSteps> from(uint32_t First) const {
    return {[&C = Counts, First](Each<BlocksOfSteps>::Taker Take) {
      using Counters = format::GrowthCounters;
      for (uint32_t I = 1; I <= Counters::MaxSteps; ++I)
        if (uint64_t Blocks = C.bucket(First + I))
          Take({I, Blocks});
      if (uint64_t Blocks = C.bucket(First + Counters::More))
        Take({Counters::MaxSteps + 1, Blocks});
    }};
  }
};

void describe(Keys<GrowthOfRow> &K) {
  using Shown = const GrowthOfRow &;
  using Counters = format::GrowthCounters;
  K.add("by_realloc",
        "blocks that realloc made of smaller ones, by steps behind them",
        [](Shown G) { return G.from(Counters::Reallocated); });
  K.add("doubled",
        "blocks of twice the size of one that was then freed; findings take "
        "only those of growing functions for growth",
        [](Shown G) { return G.from(Counters::Doubled); });
  auto AddCounter = [&](StringRef Key, uint32_t Counter, StringRef Help) {
    K.add(Key, Help, [Counter](Shown G) { return G.Counts.bucket(Counter); });
  };
  AddCounter("realloc_moved_bytes", Counters::MovedBytes,
             "of the smaller blocks, where the address changed");
  AddCounter("shrunk", Counters::Shrunk, "blocks that realloc made smaller");
  AddCounter("shrunk_bytes", Counters::ShrunkBytes, "what that gave back");
}

/// Code that freed blocks.
struct FreeingCode {
  const DarkOrigin &Its;
  uint64_t Blocks;
};

void describe(Keys<FreeingCode> &K) {
  using Shown = const FreeingCode &;
  K.add("library", [](Shown C) { return C.Its.Library; });
  K.add("function", "as the symbol table has it",
        [](Shown C) { return fullFunctionName(C.Its.Function); });
  K.add("offset", "return address less load bias",
        [](Shown C) { return C.Its.Offset; });
  K.add("user_function",
        "with file and line: the first user frame of what was inlined there; "
        "empty where debug information has none",
        [](Shown C) { return fullFunctionName(C.Its.UserFrame.Function); });
  K.add("file", [](Shown C) { return C.Its.UserFrame.File; });
  K.add("line", "0: unknown", [](Shown C) { return C.Its.UserFrame.Line; });
  K.add("blocks", &FreeingCode::Blocks);
}

/// Blocks of one site or library's function, in one section, of one size.
struct ShownLifetime {
  const Profile &Model;
  const Lifetime &Its;
  const std::vector<std::string> &Owners;
};

void describe(Keys<ShownLifetime> &K) {
  using Shown = const ShownLifetime &;
  K.include([](Shown L) {
    const DarkOrigin D = L.Its.Dark ? L.Model.dark(*L.Its.Dark) : DarkOrigin();
    return AskingCode{L.Model, L.Its.Site, D.Library, D.Function};
  });
  K.add("section", [](Shown L) { return L.Model.section(L.Its.Section); });
  K.add("size", [](Shown L) { return L.Its.Size; });
  K.include([](Shown L) -> const LifetimeCounts & { return L.Its.Counts; });
  K.add("draws",
        "of a sample: the blocks of the row that were drawn; all its numbers "
        "are estimates",
        [](Shown L) {
          return ifThere(L.Model.isEstimated(), L.Its.Drawn.Blocks);
        });
  K.add("intervals", IntervalsHelp, [](Shown L) {
    return ifThere(L.Model.isEstimated(),
                   IntervalsOfSums{estimateRow(L.Model, L.Its)});
  });
  K.add("activation_functions",
        "of whose calls same_activation speaks; none: not known, it may be a "
        "caller further out",
        [](Shown L) { return ArrayRef(L.Owners); });
  K.include([](Shown L) { return BlocksByLifetime{L.Its.Counts.Buckets}; });
  K.add("growth",
        "how blocks grew; all empty if the profile is older than that",
        [](Shown L) { return GrowthOfRow{L.Its.Counts}; });
  K.add("free_sites", "code that freed, most first; at most eight a thread",
        [](Shown L) {
          return each(L.Its.FreeSites, [&P = L.Model](const auto &Freed) {
            return FreeingCode{P.dark(Freed.first), Freed.second};
          });
        });
}

Each<ShownLifetime> lifetimesOf(const Analysis &A) {
  return {[&A](Each<ShownLifetime>::Taker Take) {
    for (const LifetimeTable::Row &R : A.Lifetimes.Rows) {
      std::vector<std::string> Owners;
      if (R.Site)
        Owners = activationOwners(A.Source->site(*R.Site), R.Callers);
      for (const Lifetime *L : R.Parts)
        Take({*A.Source, *L, Owners});
    }
  }};
}

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
  K.add("rows", "by site, section and size",
        [](Shown L) { return lifetimesOf(L.A); });
  K.add("timeline", "of a single process",
        [](Shown L) { return LiveTimeline{L.A.Lifetimes}; });
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
  K.add("places",
        "sites, and functions of libraries; all sections and sizes of each",
        [](Shown D) {
          return each(D.A.Lifetimes.Rows,
                      [&P = *D.A.Source](const LifetimeTable::Row &R) {
                        return LifetimePlace{P, R};
                      });
        });
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
