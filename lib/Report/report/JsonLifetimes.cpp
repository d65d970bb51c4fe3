//===- JsonLifetimes.cpp - lifetimes as JSON ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/ActivationOwners.h"
#include "Report/report/Fates.h"
#include "Report/report/JsonParts.h"
#include "Report/report/JsonReport.h"
#include "Report/text/Names.h"
#include "Support/PrintableStream.h"

using namespace llvm;

namespace anomalloc {
namespace {

using format::LifetimeBuckets;

const char *nameOf(LifetimeState State) {
  switch (State) {
  case LifetimeState::NotRecorded:
    return "not recorded";
  case LifetimeState::NotSeen:
    return "not seen";
  case LifetimeState::Partly:
    return "partly";
  case LifetimeState::Seen:
    break;
  }
  return "seen";
}

void writeAmount(json::OStream &J, StringRef Key, const Amount &A) {
  J.attributeObject(Key, [&] {
    J.attribute("blocks", A.Allocations);
    J.attribute("bytes", A.Bytes);
  });
}

void writeSum(json::OStream &J, const LifetimeSum &S) {
  writeAmount(J, "allocated", S.Allocated);
  writeAmount(J, "freed", S.Freed);
  writeAmount(J, "live", S.Live);
  writeAmount(J, "at_peak", S.AtPeak);
  forEachCounter(
      S, [&](StringRef Key, uint64_t Blocks) { J.attribute(Key, Blocks); });
  bool Known = !S.UnknownAtPeak;
  J.attribute("header_bytes_at_peak", numberOrNull(Known, S.HeaderAtPeak));
  J.attribute("rounding_bytes_at_peak", numberOrNull(Known, S.RoundingAtPeak));
  J.attribute("minimum_bytes_at_peak", numberOrNull(Known, S.MinimumAtPeak));
}

using BucketMap = std::map<uint32_t, uint64_t>;

/// Of LifetimeBuckets: those on the allocation clock, or those in nanoseconds.
void writeBuckets(json::OStream &J, StringRef Key, const BucketMap &Buckets,
                  uint32_t First) {
  J.attributeArray(Key, [&] {
    for (const auto &Pair : Buckets)
      if (Pair.first >= First &&
          Pair.first < First + LifetimeBuckets::NumBuckets)
        J.object([&] {
          uint32_t B = Pair.first - First;
          J.attribute("first", LifetimeBuckets::shortest(B));
          J.attribute("last", LifetimeBuckets::longest(B));
          J.attribute("blocks", Pair.second);
        });
  });
}

void writeLifetimes(json::OStream &J, const BucketMap &Buckets) {
  writeBuckets(J, "lifetimes_bytes", Buckets, 0);
  writeBuckets(J, "lifetimes_nanoseconds", Buckets,
               LifetimeBuckets::NanosecondBuckets);
}

void writeSteps(json::OStream &J, StringRef Key, const LifetimeCounts &C,
                uint32_t First) {
  using Counters = format::GrowthCounters;
  J.attributeArray(Key, [&] {
    auto Write = [&](uint32_t Steps, uint32_t Counter) {
      if (uint64_t Blocks = C.bucket(First + Counter))
        J.object([&] {
          J.attribute("steps", Steps);
          J.attribute("blocks", Blocks);
        });
    };
    for (uint32_t I = 1; I <= Counters::MaxSteps; ++I)
      Write(I, I);
    Write(Counters::MaxSteps + 1, Counters::More);
  });
}

void writeGrowth(json::OStream &J, const LifetimeCounts &C) {
  using Counters = format::GrowthCounters;
  J.attributeObject("growth", [&] {
    writeSteps(J, "by_realloc", C, Counters::Reallocated);
    writeSteps(J, "doubled", C, Counters::Doubled);
    J.attribute("realloc_moved_bytes", C.bucket(Counters::MovedBytes));
    J.attribute("shrunk", C.bucket(Counters::Shrunk));
    J.attribute("shrunk_bytes", C.bucket(Counters::ShrunkBytes));
  });
}

void writeRow(json::OStream &J, const Profile &P, const Lifetime &L,
              ArrayRef<std::string> Owners) {
  const LifetimeCounts &C = L.Counts;
  J.object([&] {
    J.attribute("site", L.Site ? json::Value(hexId(P.site(*L.Site).Id))
                               : json::Value(nullptr));
    const DarkOrigin None, &D = L.Dark ? P.dark(*L.Dark) : None;
    writeJsonString(J, "library", D.Library);
    writeJsonString(J, "function", fullFunctionName(D.Function));
    writeJsonString(J, "section", P.section(L.Section));
    J.attribute("size", L.Size);
    forEachFate(C, [&](StringRef Key, auto Value) { J.attribute(Key, Value); });
    J.attributeArray("activation_functions", [&] {
      for (const std::string &Name : Owners)
        J.value(json::fixUTF8(Name));
    });
    writeLifetimes(J, C.Buckets);
    writeGrowth(J, C);
    J.attributeArray("free_sites", [&] {
      for (const auto &Pair : L.FreeSites)
        J.object([&] {
          const DarkOrigin &F = P.dark(Pair.first);
          writeJsonString(J, "library", F.Library);
          writeJsonString(J, "function", fullFunctionName(F.Function));
          J.attribute("offset", F.Offset);
          writeJsonString(J, "user_function",
                          fullFunctionName(F.UserFrame.Function));
          writeJsonString(J, "file", F.UserFrame.File);
          J.attribute("line", F.UserFrame.Line);
          J.attribute("blocks", Pair.second);
        });
    });
  });
}

/// All that is not of one row.
void writeSums(json::OStream &J, const LifetimeTable &T) {
  J.attribute("state", nameOf(T.State));
  J.attribute("temporary_limit", T.TemporaryLimit);
  J.attribute("clock_step", T.ClockStep);
  J.attribute("peak_bytes", T.PeakBytes);
  J.attribute("unknown_frees", T.UnknownFrees);
  writeAmount(J, "unwatched", T.Unwatched);
  J.attributeObject("totals", [&] { writeSum(J, T.All); });
}

/// All blocks of a site, or of a function of a library.
void writePlace(json::OStream &J, const Profile &P,
                const LifetimeTable::Row &R) {
  J.object([&] {
    J.attribute("site", R.Site ? json::Value(hexId(P.site(*R.Site).Id))
                               : json::Value(nullptr));
    writeJsonString(J, "library", R.Library);
    writeJsonString(J, "function", fullFunctionName(R.Function));
    writeAmount(J, "allocated", R.Sum.Allocated);
    writeAmount(J, "live", R.Sum.Live);
    writeAmount(J, "at_peak", R.Sum.AtPeak);
    J.attribute("temporary", R.Sum.Temporary);
  });
}

} // namespace

void writeJsonLifetimes(json::OStream &J, const Analysis &A) {
  const LifetimeTable &T = A.Lifetimes;
  J.attributeObject("lifetimes", [&] {
    writeSums(J, T);
    J.attributeArray("rows", [&] {
      for (const LifetimeTable::Row &R : T.Rows) {
        std::vector<std::string> Owners;
        if (R.Site)
          Owners = activationOwners(A.Source->site(*R.Site), R.Callers);
        for (const Lifetime *L : R.Parts)
          writeRow(J, *A.Source, *L, Owners);
      }
    });
    J.attributeObject("timeline", [&] {
      J.attribute("step", uint64_t(1) << T.TimelineShift);
      auto Draw = [&](const char *Name,
                      uint64_t LifetimeTable::Point::*Member) {
        J.attributeArray(Name, [&] {
          for (const LifetimeTable::Point &Point : T.Timeline)
            J.value(Point.*Member);
        });
      };
      Draw("live_bytes", &LifetimeTable::Point::Bytes);
      Draw("live_blocks", &LifetimeTable::Point::Blocks);
      if (T.ExtraKnown) {
        Draw("header_bytes", &LifetimeTable::Point::Header);
        Draw("rounding_bytes", &LifetimeTable::Point::Rounding);
      }
    });
  });
}

void writeJsonPlacesOfLifetimes(raw_ostream &To, const Analysis &A) {
  const LifetimeTable &T = A.Lifetimes;
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS);
  J.object([&] {
    J.attribute("schema", "anomalloc-lifetimes");
    J.attribute("version", 1);
    writeSums(J, T);
    writeLifetimes(J, T.All.Buckets);
    J.attributeArray("places", [&] {
      for (const LifetimeTable::Row &R : T.Rows)
        writePlace(J, *A.Source, R);
    });
  });
  OS << '\n';
}

} // namespace anomalloc
