//===- ThreadTable.cpp - what each thread and process made ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/totals/ThreadTable.h"
#include "Profile/Totals.h"

using namespace llvm;

namespace anomalloc {
namespace {

using BySection = std::map<SectionIndex, Amount>;

/// Adds up what one process, or one lane, did in each section.
std::vector<ThreadTable::Row> rowsOf(ArrayRef<BySection> Parts) {
  std::vector<ThreadTable::Row> Rows;
  for (const BySection &Its : Parts) {
    ThreadTable::Row &Row = Rows.emplace_back();
    for (const auto &[Section, Heap] : Its) {
      Row.Heap += Heap;
      Row.Sections.push_back({Section, Heap});
    }
  }
  return Rows;
}

/// \p Section: none for the whole run.
ThreadTable::Spread spreadOf(ArrayRef<BySection> Parts,
                             std::optional<SectionIndex> Section) {
  ThreadTable::Spread Result;
  Result.Number = Parts.size();
  for (const BySection &Its : Parts) {
    uint64_t Allocations = 0;
    for (const auto &[Where, Heap] : Its)
      if (!Section || Where == *Section)
        Allocations = SaturatingAdd(Allocations, Heap.Allocations);
    Result.Sum = SaturatingAdd(Result.Sum, Allocations);
    Result.Most = std::max(Result.Most, Allocations);
  }
  return Result;
}

std::vector<ThreadTable::SiteShare> sharesOfSites(const Profile &P) {
  std::map<std::pair<SiteIndex, LaneIndex>, Amount> Shares;
  for (const Count &C : P.Counts)
    if (C.Site && C.Allocations)
      Shares[{*C.Site, C.Lane}].add(C);
  std::vector<ThreadTable::SiteShare> Result;
  for (const auto &[Key, Sum] : Shares)
    Result.push_back({Key.first, Key.second, Sum});
  return Result;
}

} // namespace

ThreadTable computeThreads(const Profile &P) {
  std::vector<BySection> Processes(P.Processes.size()), Lanes(P.Lanes.size());
  BySection Sections;
  Amount All;
  for (const Count &C : P.Counts) {
    if (!isHeap(P, C))
      continue;
    Lanes[uint32_t(C.Lane)][C.Section].add(C);
    Processes[P.lane(C.Lane).Process][C.Section].add(C);
    Sections[C.Section].add(C);
    All.add(C);
  }
  ThreadTable T;
  T.Processes = rowsOf(Processes);
  T.Lanes = rowsOf(Lanes);
  auto AddSection = [&](std::optional<SectionIndex> Its, const Amount &Heap) {
    T.Sections.push_back(
        {Its, Heap, spreadOf(Processes, Its), spreadOf(Lanes, Its)});
  };
  AddSection(std::nullopt, All);
  for (const auto &[Section, Heap] : Sections)
    AddSection(Section, Heap);
  if (P.Lanes.size() > 1)
    T.Sites = sharesOfSites(P);
  return T;
}

} // namespace anomalloc
