//===- ReplayTables.cpp - a trace under several allocators, for tools -----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Report/allocators/ReplayViews.h"
#include "Report/csv/CsvRow.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

static void describe(Keys<Median> &K) {
  K.name("median", "of the runs");
  K.add("median", "the middle one, or the mean of two", &Median::Value);
  K.add("least", &Median::Least);
  K.add("most", &Median::Most);
}

static void describe(Keys<ReplayRow::Waste> &K) {
  K.name("waste", "Sizes that the allocator does not tell are left out.");
  K.add("requested", "bytes", &ReplayRow::Waste::Requested);
  K.add("handed_out", "bytes, as malloc_usable_size tells them",
        &ReplayRow::Waste::HandedOut);
}

static void describe(Keys<BlockShape> &K) {
  K.add("size", "asked for", &BlockShape::Size);
  K.add("alignment", "asked for, in bytes; absent: none was",
        [](const BlockShape &S) {
          return ifThere(S.AlignmentBits, S.alignment());
        });
}

static void describe(Keys<ReplayPoint> &K) {
  K.name("point");
  K.add("bytes_allocated", "the allocation clock, of one copy",
        &ReplayPoint::Allocated);
  K.add("live_bytes", "asked for, of all copies", &ReplayPoint::LiveBytes);
  K.add("live_blocks", "of all copies", &ReplayPoint::LiveBlocks);
  K.add("resident",
        "anonymous memory of the replay, in bytes: that of the allocator's "
        "library too, without what the replayer takes by itself",
        &ReplayPoint::Resident);
}

static void describe(Keys<PageUse> &K) {
  K.add("lines", "of 64 bytes that have a live byte", &PageUse::Lines);
  K.add("pages", "of 4 KiB", &PageUse::Pages);
  K.add("huge_pages", "of 2 MiB", &PageUse::HugePages);
  K.add("nearly_empty", "pages of 4 KiB with fewer than 512 live bytes",
        &PageUse::NearlyEmpty);
}

static void describe(Keys<GroupPages> &K) {
  K.add("blocks", "live", &GroupPages::Blocks);
  K.add("bytes", "live", &GroupPages::Bytes);
  K.add("pages", "that have a byte of them", &GroupPages::Pages);
  K.add("nearly_empty", "of these pages", &GroupPages::NearlyEmpty);
  K.add("alone", "nearly empty pages on which nothing else lies",
        &GroupPages::Alone);
}

namespace {

struct PointPages {
  ReplayPoint Point;
  PageUse Pages;
};
void describe(Keys<PointPages> &K) {
  K.name("at_peak");
  K.include(&PointPages::Point);
  K.include(&PointPages::Pages);
}

struct KeptBlocks {
  const ReplayStudy &S;
  size_t Group;
  const GroupPages &Its;
};
void describe(Keys<KeptBlocks> &K) {
  using Shown = const KeptBlocks &;
  K.name("kept", "the blocks of a site, or of dark code");
  K.include([](Shown B) { return B.Its; });
  K.add("size", "of the blocks, where nothing has names",
        [](Shown B) -> IfThere<uint64_t> {
          if (B.S.Model)
            return {};
          return uint64_t(B.S.Summary.Keys[B.Group].Size);
        });
  K.include([](Shown B) -> std::optional<Origin> {
    if (!B.S.Model)
      return std::nullopt;
    const ReplayStudy::Owner &O = B.S.Owners[B.Group];
    return Origin{*B.S.Model, O.Site, O.Dark};
  });
}

struct ReplayedRun {
  const ReplayStudy &S;
  const ReplayResult &Its;
};

struct SparsestPoint {
  ReplayedRun In;
};
void describe(Keys<SparsestPoint> &K) {
  using Shown = const SparsestPoint &;
  K.include([](Shown P) {
    return PointPages{P.In.Its.Sparsest, P.In.Its.PagesAtSparsest};
  });
  K.add("kept", "whose blocks lie on which pages", [](Shown P) {
    return Each<KeptBlocks>{[P](Each<KeptBlocks>::Taker Take) {
      for (auto [Group, Its] : enumerate(P.In.Its.KeptAtSparsest))
        if (Its.Blocks)
          Take({P.In.S, Group, Its});
    }};
  });
}

struct ShapeAllocations {
  BlockShape Shape;
  uint64_t Allocations;
};
void describe(Keys<ShapeAllocations> &K) {
  K.include(&ShapeAllocations::Shape);
  K.add("allocations", &ShapeAllocations::Allocations);
}

struct UsableSize {
  BlockShape Shape;
  uint64_t HandedOut;
};
void describe(Keys<UsableSize> &K) {
  K.include(&UsableSize::Shape);
  K.add("handed_out", "malloc_usable_size", &UsableSize::HandedOut);
}

} // namespace

static void describe(Keys<ReplayResult> &K) {
  using R = ReplayResult;
  K.add("operations", "allocations and frees that were done, of all copies",
        &R::Operations);
  K.add("nanoseconds",
        "processor time of all threads without waiting; what the replayer "
        "itself takes is in it",
        &R::Nanoseconds);
  K.add("touch_nanoseconds", "of it, for touching blocks of 64 KiB and more",
        &R::TouchNanoseconds);
  K.add("wall_nanoseconds", "of the whole replay, with all measurements",
        &R::WallNanoseconds);
  K.add("user_nanoseconds", "of the replaying process, with waiting",
        &R::UserNanoseconds);
  K.add("system_nanoseconds", "the same, in the kernel", &R::SystemNanoseconds);
  K.add("driver_nanoseconds",
        "processor time of the thread that reads the trace and feeds the "
        "replay",
        &R::DriverNanoseconds);
  K.add("page_faults", "of the replaying process", &R::PageFaults);
  K.add("waits", "how often a thread waited for another's block", &R::Waits);
  K.add("peak_resident",
        "anonymous memory of the replay, in bytes: that of the allocator's "
        "library too, without what the replayer takes by itself",
        &R::PeakResident);
  K.add("mean_resident", "the same, over the allocation clock",
        &R::MeanResident);
  K.add("points", "evenly over the allocation clock", &R::Points);
  K.add("at_peak", "when the most bytes lived",
        [](const R &Run) { return PointPages{Run.AtPeak, Run.PagesAtPeak}; });
}

namespace {

void describe(Keys<ReplayedRun> &K) {
  using Shown = const ReplayedRun &;
  K.name("run");
  K.include([](Shown R) -> const ReplayResult & { return R.Its; });
  K.add("sparsest", "the point at which the most resident bytes were not live",
        [](Shown R) { return SparsestPoint{R}; });
  K.add("said_at_peak", "the allocator's own numbers, under its own names",
        [](Shown R) -> const auto & { return R.Its.SaidAtPeak; });
  K.add("said_at_end", [](Shown R) -> const auto & { return R.Its.SaidAtEnd; });
  K.add("usable", "sizes above 256 MiB are not asked", [](Shown R) {
    return each(R.Its.Usable, [](const auto &Size) {
      return UsableSize{Size.first, Size.second};
    });
  });
}

struct ReplayedRow {
  const ReplayStudy &S;
  const ReplayRow &Its;
};

/// A number of all runs. A row without a run lacks it.
template <typename T> auto ofRuns(T ReplayRow::*Number) {
  return [Number](const ReplayedRow &R) {
    return ifThere(!R.Its.Runs.empty(), R.Its.*Number);
  };
}

void describe(Keys<ReplayedRow> &K) {
  using Shown = const ReplayedRow &;
  K.name("row");
  K.add("allocator", "none: what the replayer takes by itself", [](Shown R) {
    return ifThere(!R.Its.Allocator.empty(), StringRef(R.Its.Allocator));
  });
  K.add("copies", "of the trace's threads, at once",
        [](Shown R) { return R.Its.Copies; });
  K.add("failure", "why a run did not come to its end; empty: all did",
        [](Shown R) { return StringRef(R.Its.Failure); });
  K.add("nanoseconds",
        "processor time in the allocator: of all threads, less touching blocks "
        "of 64 KiB and more, less what the replayer takes by itself",
        ofRuns(&ReplayRow::Nanoseconds));
  K.add("touch_nanoseconds", ofRuns(&ReplayRow::TouchNanoseconds));
  K.add("wall_nanoseconds", ofRuns(&ReplayRow::WallNanoseconds));
  K.add("peak_resident", ofRuns(&ReplayRow::PeakResident));
  K.add("mean_resident", ofRuns(&ReplayRow::MeanResident));
  K.add("all", "over all allocations", ofRuns(&ReplayRow::OfAll));
  K.add("at_peak", "at the peak of live bytes, in the first run",
        ofRuns(&ReplayRow::AtPeak));
  K.add("runs", [](Shown R) {
    return each(R.Its.Runs, [&S = R.S](const ReplayResult &Its) {
      return ReplayedRun{S, Its};
    });
  });
}

struct TracePeak {
  uint64_t Bytes, Blocks, Clock;
};
void describe(Keys<TracePeak> &K) {
  K.add("bytes", "that were asked for and lived", &TracePeak::Bytes);
  K.add("blocks", &TracePeak::Blocks);
  K.add("bytes_allocated", "up to then", &TracePeak::Clock);
}

} // namespace

static void describe(Keys<TraceSummary> &K) {
  using T = TraceSummary;
  K.add("events", "allocations and frees", &T::Events);
  K.add("allocations", &T::Allocations);
  K.add("frees", "of blocks that the trace has", &T::Frees);
  K.add("reallocations", "each is among the allocations and among the frees",
        &T::Reallocations);
  K.add("zeroed", "allocations by calloc", &T::Zeroed);
  K.add("aligned", "allocations with an alignment", &T::Aligned);
  K.add("cross_thread_frees", "frees by another lane than the block's",
        &T::CrossFrees);
  K.add("bytes_allocated", &T::AllocatedBytes);
  K.add("threads", &T::Threads);
  K.add("lanes", "threads that run at once, at most",
        [](const T &S) { return S.LaneNumbers.size(); });
  K.add("missing", "what the trace does not tell", &T::Missing);
  K.add("peak", [](const T &S) {
    return TracePeak{S.PeakBytes, S.PeakBlocks, S.PeakClock};
  });
  K.add("sizes", [](const T &S) {
    return each(S.AllocationsByShape, [](const auto &Size) {
      return ShapeAllocations{Size.first, Size.second};
    });
  });
}

static void describe(Keys<ReplayStudy> &K) {
  using Shown = const ReplayStudy &;
  K.add("trace", "as it was named", &ReplayStudy::Path);
  K.include(&ReplayStudy::Summary);
  K.add("own",
        "what the replayer takes by itself, with an allocator that keeps "
        "nothing",
        [](Shown S) {
          return each(S.Own, [&S](const auto &Copies) {
            return ReplayedRow{S, Copies.second};
          });
        });
  K.add("allocators", [](Shown S) {
    return each(S.Rows, [&S](const ReplayRow &R) { return ReplayedRow{S, R}; });
  });
}

namespace {

struct ReplayDocument {
  ArrayRef<ReplayStudy> Traces;
};
void describe(Keys<ReplayDocument> &K) {
  K.constant("schema", "anomalloc-replay");
  K.constant("version", 1, "Raised when a key goes or changes its meaning.");
  K.add("traces", &ReplayDocument::Traces);
}

void writeCsvRow(raw_ostream &OS, CsvForm Form, const ReplayStudy &S,
                 const ReplayRow &Row, uint64_t Number, const ReplayResult &R) {
  CsvRow(OS, Form)
      .add("trace", S.Path)
      .add("allocator", Row.Allocator)
      .add("copies", Row.Copies)
      .add("run", Number)
      .add("events", S.Summary.Events * Row.Copies)
      .add("threads", S.Summary.Threads * Row.Copies)
      .add("peak_live_bytes", S.Summary.PeakBytes * Row.Copies)
      .add("nanoseconds", R.Nanoseconds)
      .add("touch_nanoseconds", R.TouchNanoseconds)
      .add("wall_nanoseconds", R.WallNanoseconds)
      .add("page_faults", R.PageFaults)
      .add("waits", R.Waits)
      .add("peak_resident", R.PeakResident)
      .add("mean_resident", R.MeanResident)
      .add("pages_at_peak", R.PagesAtPeak.Pages)
      .add("huge_pages_at_peak", R.PagesAtPeak.HugePages)
      .add("lines_at_peak", R.PagesAtPeak.Lines)
      .add("failure", R.Failure);
}

} // namespace

const JsonObject &replayObject() { return keysOf<ReplayDocument>().object(); }

void writeJsonReplays(raw_ostream &To, ArrayRef<ReplayStudy> Studies) {
  writeDocument(To, ReplayDocument{Studies});
}

void writeCsvReplays(raw_ostream &OS, ArrayRef<ReplayStudy> Studies) {
  writeCsvRow(OS, CsvForm::Names, {}, {}, 0, {});
  for (const ReplayStudy &S : Studies) {
    auto Write = [&](const ReplayRow &Row) {
      for (size_t I = 0; I != Row.Runs.size(); ++I)
        writeCsvRow(OS, CsvForm::Values, S, Row, I + 1, Row.Runs[I]);
      if (!Row.Failure.empty()) {
        ReplayResult Failed;
        Failed.Failure = Row.Failure;
        writeCsvRow(OS, CsvForm::Values, S, Row, Row.Runs.size() + 1, Failed);
      }
    };
    for (ReplayRow Own : make_second_range(S.Own)) {
      Own.Allocator = "null";
      Write(Own);
    }
    for (const ReplayRow &Row : S.Rows)
      Write(Row);
  }
}

} // namespace anomalloc
