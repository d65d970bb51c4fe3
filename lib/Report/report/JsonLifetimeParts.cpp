//===- JsonLifetimeParts.cpp - parts of lifetimes in JSON -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonLifetimeParts.h"
#include "Analysis/lifetimes/ActivationOwners.h"
#include "Report/report/Fates.h"
#include "Report/report/JsonParts.h"
#include "Report/text/EstimateKeys.h"

using namespace llvm;

namespace anomalloc {

/// The blocks of one row.
static void describe(Keys<LifetimeCounts> &K) {
  forEachFate([&](StringRef Key, auto Member, StringRef Help) {
    K.add(Key, Help, Member);
  });
}

void describe(Keys<IntervalsOfSums> &K) {
  using Shown = const IntervalsOfSums &;
  using Sums = LifetimeEstimates;
  K.name("intervals_of_lifetimes");
  auto Add = [&K](const std::string &Key, Sums::BlocksAndBytes Sums::*Member) {
    K.add(Key + "_blocks",
          [Member](Shown I) { return intervalOf((I.Its.*Member).Blocks); });
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

namespace {

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

/// The buckets of one unit. \p First is the unit's first bucket.
Each<BlocksOfBucket> bucketsFrom(const BlocksByLifetime &B, uint32_t First) {
  return {[&Buckets = B.Buckets, First](Each<BlocksOfBucket>::Taker Take) {
    for (auto I = Buckets.lower_bound(First),
              E = Buckets.lower_bound(First +
                                      format::LifetimeBuckets::NumBuckets);
         I != E; ++I)
      Take({I->first - First, I->second});
  }};
}

} // namespace

void describe(Keys<BlocksByLifetime> &K) {
  K.add("lifetimes_bytes",
        "freed blocks by the bytes that the process allocated meanwhile",
        [](const BlocksByLifetime &B) { return bucketsFrom(B, 0); });
  K.add("lifetimes_nanoseconds",
        "the same in nanoseconds; empty without the option timed",
        [](const BlocksByLifetime &B) {
          return bucketsFrom(B, format::LifetimeBuckets::NanosecondBuckets);
        });
}

namespace {

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

} // namespace

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
  K.add("peak_interval", "absent: peak is exact", [](Shown L) {
    return intervalOf(estimateOfRow(L.Model, L.Its.Drawn, L.Its.Counts.Peak));
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

} // namespace anomalloc
