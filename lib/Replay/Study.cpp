//===- Study.cpp ----------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay/Study.h"
#include "Replay/ServedPlan.h"
#include "Replay/TraceNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

Median medianOf(std::vector<uint64_t> Values) {
  llvm::sort(Values);
  const size_t N = Values.size();
  // Of two in the middle, the mean.
  const uint64_t Low = Values[(N - 1) / 2], High = Values[N / 2];
  return {Low + (High - Low) / 2, Values.front(), Values.back()};
}

namespace {

Median medianOf(const ReplayRow &Row,
                function_ref<uint64_t(const ReplayResult &)> Get) {
  std::vector<uint64_t> Values;
  for (const ReplayResult &R : Row.Runs)
    Values.push_back(Get(R));
  return anomalloc::medianOf(std::move(Values));
}

uint64_t withoutTouching(const ReplayResult &R) {
  return R.Nanoseconds - std::min(R.TouchNanoseconds, R.Nanoseconds);
}

/// \p Own: what the replayer takes by itself.
void summarizeRow(ReplayRow &Row, uint64_t Own, const TraceSummary &S) {
  if (Row.Runs.empty())
    return;
  Row.Nanoseconds = medianOf(Row, [&](const ReplayResult &R) {
    const uint64_t All = withoutTouching(R);
    return All - std::min(All, Own);
  });
  Row.TouchNanoseconds =
      medianOf(Row, [](const ReplayResult &R) { return R.TouchNanoseconds; });
  Row.WallNanoseconds =
      medianOf(Row, [](const ReplayResult &R) { return R.WallNanoseconds; });
  Row.PeakResident =
      medianOf(Row, [](const ReplayResult &R) { return R.PeakResident; });
  Row.MeanResident =
      medianOf(Row, [](const ReplayResult &R) { return R.MeanResident; });
  const ReplayResult &First = Row.Runs.front();
  auto Add = [&](ReplayRow::Waste &To, BlockShape Shape, uint64_t Blocks) {
    auto It = First.Usable.find(Shape);
    if (It == First.Usable.end())
      return;
    To.Requested += Shape.Size * Blocks;
    To.HandedOut += It->second * Blocks;
  };
  for (auto [Shape, Blocks] : S.AllocationsByShape) {
    auto Served = First.Served.find(Shape);
    Add(Row.OfAll, Shape,
        Blocks - (Served == First.Served.end() ? 0 : Served->second));
  }
  for (auto [Shape, Blocks] : First.BlocksAtPeak)
    Add(Row.AtPeak, Shape, Blocks);
}

/// Who asked; and by calloc, where the trace does not tell that.
Error addNames(const ReplayInput &Input, ReplayStudy &S) {
  if (!Input.profile())
    return Error::success();
  Expected<TracedProfile::Names> Names =
      Input.profile()->resolve(S.Summary.Keys);
  if (!Names)
    return Names.takeError();
  nameSections(S.Summary, *Names);
  S.Model = std::move(Names->Model);
  auto NumberOf = [](auto Index) { return Index ? uint64_t(*Index) + 1 : 0; };
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> Groups;
  for (size_t I = 0; I != Names->Keys.size(); ++I) {
    const Count &K = Names->Keys[I];
    auto [It, New] = Groups.try_emplace({NumberOf(K.Site), NumberOf(K.Dark)},
                                        uint32_t(S.Owners.size()));
    if (New)
      S.Owners.push_back({K.Site, K.Dark});
    S.Summary.GroupOf.push_back(It->second);
    format::TraceKey &Its = S.Summary.Keys[I];
    if (!Its.Form && K.Site && S.Model->site(*K.Site).Callee == "calloc") {
      Its.Form = format::TraceZeroed;
      S.Summary.Zeroed += S.Summary.AllocationsOfKey[I];
    }
  }
  return Error::success();
}

/// A run more. Returns whether it came to its end.
Expected<bool> addRun(const ReplayInput &Input, const TraceSummary &Summary,
                      const ReplayRequest &Request, ReplayRow &To) {
  Expected<ReplayResult> R = replayTrace(Input, Summary, Request);
  if (!R)
    return R.takeError();
  To.Failure = R->Failure;
  if (To.Failure.empty())
    To.Runs.push_back(std::move(*R));
  return To.Failure.empty();
}

} // namespace

Expected<ReplayStudy> study(const ReplayInput &Input,
                            const StudyRequest &Request) {
  Expected<TraceSummary> Summary = summarize(Input);
  if (!Summary)
    return Summary.takeError();
  ReplayStudy S;
  S.Path = Input.path();
  S.Summary = std::move(*Summary);
  if (Error E = addNames(Input, S))
    return std::move(E);
  for (const auto &Each : Request.Allocators)
    if (Error E = planServed(Input, S.Summary, Each.second).takeError())
      return std::move(E);
  for (unsigned Copies : Request.Copies)
    for (const auto &[Name, Each] : Request.Allocators) {
      ReplayRow Row;
      Row.Allocator = Name;
      Row.Copies = Copies;
      S.Rows.push_back(std::move(Row));
    }
  for (unsigned Round = 0; Round != Request.Repeat; ++Round)
    for (size_t C = 0; C != Request.Copies.size(); ++C) {
      const unsigned Copies = Request.Copies[C];
      ReplayRow &Own = S.Own[Copies];
      Own.Copies = Copies;
      ReplayRequest Null = Request.Allocators.front().second;
      Null.Copies = Copies;
      Null.Library.clear();
      Null.PoolSizes.clear();
      Null.ArenaSections.clear();
      Null.IsNull = true;
      if (Expected<bool> Done = addRun(Input, S.Summary, Null, Own); !Done)
        return Done.takeError();
      for (size_t I = 0; I != Request.Allocators.size(); ++I) {
        ReplayRow &Row = S.Rows[C * Request.Allocators.size() + I];
        if (!Row.Failure.empty())
          continue;
        ReplayRequest Its = Request.Allocators[I].second;
        Its.Copies = Copies;
        if (Expected<bool> Done = addRun(Input, S.Summary, Its, Row); !Done)
          return Done.takeError();
      }
    }
  for (auto &[Copies, Own] : S.Own)
    summarizeRow(Own, 0, S.Summary);
  for (ReplayRow &Row : S.Rows)
    summarizeRow(Row, S.Own[Row.Copies].Nanoseconds.Value, S.Summary);
  return std::move(S);
}

} // namespace anomalloc
