//===- LiveRates.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/LiveRates.h"
#include "Analysis/sites/EventKind.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// Gives all dark code of one function one row. Names and numbers of code never
/// change once they are there, so the row is the same at each look.
class DarkRows {
public:
  explicit DarkRows(const Profile &P) {
    for (auto [I, D] : enumerate(P.Dark))
      RowOf.push_back(
          First.try_emplace({D.Library, D.Function}, I).first->second);
  }
  LiveKey of(const Count &C) const {
    return DarkRow | (C.Dark ? RowOf[uint32_t(*C.Dark)] : UINT32_MAX);
  }

private:
  std::map<std::pair<StringRef, StringRef>, uint32_t> First;
  std::vector<uint32_t> RowOf;
};

HeapTotals difference(HeapTotals After, const HeapTotals &Before) {
  subtract(After.All, Before.All);
  subtract(After.AtSites, Before.AtSites);
  subtract(After.Leading, Before.Leading);
  subtract(After.Dark, Before.Dark);
  subtract(After.Pool, Before.Pool);
  return After;
}

auto weightOf(const LiveRow &R, LiveSort Sort) {
  switch (Sort) {
  case LiveSort::Rate:
    return std::make_tuple(R.Now.Allocations, R.Now.Bytes, R.Whole.Allocations);
  case LiveSort::ByteRate:
    return std::make_tuple(R.Now.Bytes, R.Now.Allocations, R.Whole.Bytes);
  case LiveSort::Count:
    return std::make_tuple(R.Whole.Allocations, R.Whole.Bytes,
                           R.Now.Allocations);
  case LiveSort::Bytes:
    break;
  }
  return std::make_tuple(R.Whole.Bytes, R.Whole.Allocations, R.Now.Bytes);
}

void push(std::deque<uint64_t> &To, uint64_t Rate) {
  To.push_back(Rate);
  if (To.size() > RateHistory::Most)
    To.pop_front();
}

} // namespace

LiveSums sumLiveCounts(const Profile &P) {
  LiveSums S;
  S.Totals = computeHeapTotals(P, P.Counts);
  DarkRows Dark(P);
  auto Row = [&S](LiveView V, LiveKey Key) -> Amount & {
    return S.Rows[size_t(V)][Key];
  };
  for (const Count &C : P.Counts) {
    Row(LiveView::Sites, C.Site ? LiveKey(*C.Site) : Dark.of(C)).add(C);
    if (kindOf(P, C) == EventKind::Pool)
      continue;
    Row(LiveView::Sections, LiveKey(C.Section)).add(C);
    Row(LiveView::Sizes, C.Size).add(C);
    Row(LiveView::Threads, LiveKey(C.Lane)).add(C);
  }
  return S;
}

LiveRates compareLive(const LiveSums &Before, const LiveSums &After,
                      double Seconds) {
  LiveRates R;
  R.Seconds = Seconds;
  R.Whole = After.Totals;
  R.Now = difference(After.Totals, Before.Totals);
  for (size_t View = 0; View != NumLiveViews; ++View) {
    std::vector<LiveRow> &Rows = R.Rows[View];
    for (const auto &[Key, Whole] : After.Rows[View]) {
      LiveRow &New = Rows.emplace_back(LiveRow{Key, Whole, Whole});
      auto Old = Before.Rows[View].find(Key);
      if (Old != Before.Rows[View].end())
        subtract(New.Now, Old->second);
    }
  }
  return R;
}

void addStacks(LiveRates &R, const LiveStacks &Stacks) {
  R.Stacks = Stacks.rows();
  R.NewStacksUnknown = !R.OfWholeRun && !Stacks.hasBefore();
  std::vector<LiveRow> &Rows = R.Rows[size_t(LiveView::Stacks)];
  for (auto [I, S] : enumerate(R.Stacks)) {
    if (R.OfWholeRun)
      S.NewAllocations = S.Allocations, S.NewBytes = S.Bytes;
    LiveRow &New = Rows.emplace_back();
    New.Key = I;
    New.Whole = {S.Allocations.Value, S.Bytes.Value};
    if (!R.NewStacksUnknown)
      New.Now = {S.NewAllocations.Value, S.NewBytes.Value};
  }
}

void sortRows(LiveRates &R, LiveSort Sort) {
  for (std::vector<LiveRow> &Rows : R.Rows)
    sort(Rows, [Sort](const LiveRow &A, const LiveRow &B) {
      return std::make_tuple(weightOf(B, Sort), A.Key) <
             std::make_tuple(weightOf(A, Sort), B.Key);
    });
}

void RateHistory::add(const LiveRates &R) {
  push(Allocations, R.perSecond(R.Now.All.Allocations));
  push(Bytes, R.perSecond(R.Now.All.Bytes));
}

} // namespace anomalloc
