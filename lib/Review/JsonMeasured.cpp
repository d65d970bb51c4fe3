//===- JsonMeasured.cpp - what was measured, as JSON ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Outcome.h"

using namespace llvm;

namespace anomalloc::lint {

void describe(Keys<ShownPlace> &K) {
  using Shown = const ShownPlace &;
  K.add("file", [](Shown P) { return P.R.Where->relative(P.Its.File); });
  K.add("line", [](Shown P) { return P.Its.Line; });
  K.add("column", [](Shown P) { return P.Its.Column; });
}

/// What the report says of the same blocks.
static void describe(Keys<ReportEntry> &K) {
  using Shown = const ReportEntry &;
  K.name("entry");
  K.add("rank", "as 'anomalloc report' numbers its entries",
        [](Shown E) { return StringRef(E.Its->Rank); });
  K.add("anomaly", [](Shown E) { return StringRef(E.Its->Anomaly); });
  K.add("allocations", "of these blocks, how many the entry has",
        &ReportEntry::Allocations);
  K.add("evidence", [](Shown E) { return StringRef(E.Its->Evidence); });
  K.add("remedy", [](Shown E) { return StringRef(E.Its->Remedy); });
  K.add("saved_allocations", [](Shown E) { return E.Its->Blocks; });
  K.add("saved_nanoseconds", "the allocator's time alone",
        [](Shown E) { return E.Its->SavedLeast; });
  K.add("saved_nanoseconds_most", "with the work around it",
        [](Shown E) { return E.Its->SavedMost; });
  K.add("saved_bytes", [](Shown E) { return E.Its->SavedBytes; });
  K.add("saved_traffic_bytes", "written or read for nothing",
        [](Shown E) { return E.Its->SavedTraffic; });
}

namespace {

constexpr char EntriesHelp[] =
    "what the report says of the same blocks, most first";

struct ShownLevel {
  const Review &R;
  const SourceLevel &Its;
};
void describe(Keys<ShownLevel> &K) {
  using Shown = const ShownLevel &;
  K.name("level");
  K.add("file", [](Shown L) { return L.R.Where->relative(L.Its.File); });
  K.add("line", [](Shown L) { return L.Its.Line; });
  K.add("column", [](Shown L) { return L.Its.Column; });
  K.add("function", [](Shown L) { return StringRef(L.Its.Function); });
}

auto shownLevels(const Review &R, const std::vector<SourceLevel> &Levels) {
  return each(Levels,
              [&R](const SourceLevel &Its) { return ShownLevel{R, Its}; });
}

struct MeasuredLine {
  ShownLevel At;
  uint64_t Allocations;
};
void describe(Keys<MeasuredLine> &K) {
  using Shown = const MeasuredLine &;
  K.name("measured_line");
  K.add("file", [](Shown L) { return L.At.R.Where->relative(L.At.Its.File); });
  K.add("line", [](Shown L) { return L.At.Its.Line; });
  K.add("function", [](Shown L) { return StringRef(L.At.Its.Function); });
  K.add("allocations", &MeasuredLine::Allocations);
}

struct MeasuredNumbers {
  const Measured &Sum;
  std::optional<double> Share;
};
void describe(Keys<MeasuredNumbers> &K) {
  using Shown = const MeasuredNumbers &;
  K.name("numbers");
  K.add("allocations", [](Shown N) { return N.Sum.Allocations; });
  K.add("at_least",
        "others may have come the same way: nobody counted which of several "
        "lines made how many",
        [](Shown N) { return !N.Sum.Unsure.empty(); });
  K.add("bytes", "requested", [](Shown N) { return N.Sum.Bytes; });
  K.add("smallest_size", "bytes of one block; 0: unknown",
        [](Shown N) { return N.Sum.Smallest; });
  K.add("largest_size", [](Shown N) { return N.Sum.Largest; });
  K.add("common_size", "of most blocks; 0: unknown",
        [](Shown N) { return N.Sum.CommonSize; });
  K.add("depth",
        "loops around the deepest site along the deepest chain of calls",
        [](Shown N) { return N.Sum.Depth; });
  K.add("share",
        "of all allocations of the run, in percent; null: these are not known",
        &MeasuredNumbers::Share);
}

} // namespace

void describe(Keys<ShownWeight> &K) {
  using Shown = const ShownWeight &;
  K.include([](Shown W) { return MeasuredNumbers{W.Its.Sum, W.Its.Share}; });
  K.add("alone", "allocations that no finding before this one has",
        [](Shown W) { return W.Its.Alone; });
  K.add("sites", [](Shown W) {
    return each(W.Its.Sites, [](uint64_t Id) { return SiteId{Id}; });
  });
  K.add("place", "what was measured: a line, or a function",
        [](Shown W) { return ShownPlace{W.R, W.Its.At}; });
  K.add("hottest_allocations", "of the line that made most of them",
        [](Shown W) { return W.Its.OfHottest; });
  K.add("hottest", "that line, and who called it",
        [](Shown W) { return shownLevels(W.R, W.Its.Hottest); });
  K.add("lines", "all lines to change, most allocations first", [](Shown W) {
    return each(W.Its.Lines, [&R = W.R](const auto &Line) {
      return MeasuredLine{{R, Line.first}, Line.second};
    });
  });
  K.add("report", EntriesHelp, [](Shown W) { return ArrayRef(W.Its.Entries); });
}

void describe(Keys<ShownRest> &K) {
  using Shown = const ShownRest &;
  K.name("rest");
  K.include([](Shown L) { return MeasuredNumbers{L.Its.Sum, L.Its.Share}; });
  K.add("levels",
        "the line to change, and who called it; line 0: code without lines, of "
        "the library in file",
        [](Shown L) { return shownLevels(L.R, L.Its.Levels); });
  K.add("report", EntriesHelp, [](Shown L) { return ArrayRef(L.Its.Entries); });
}

} // namespace anomalloc::lint
