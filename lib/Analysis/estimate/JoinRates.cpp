//===- JoinRates.cpp - sections of all rates ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/estimate/JoinRates.h"
#include "Profile/RowOrder.h"
#include "Support/Saturated.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

/// Adds up neighbours in \p Rows of which \p IsSame holds.
template <typename Row, typename Same, typename Sum>
static void joinEqual(std::vector<Row> &Rows, Same IsSame, Sum Add) {
  size_t Kept = 0;
  for (size_t I = 1; I < Rows.size(); ++I)
    if (IsSame(Rows[Kept], Rows[I]))
      Add(Rows[Kept], Rows[I]);
    else
      Rows[++Kept] = Rows[I];
  if (!Rows.empty())
    Rows.resize(Kept + 1);
}

void joinRates(Profile &P) {
  if (P.Doublings.empty())
    return;
  std::map<std::string, SectionIndex> Known;
  std::vector<SectionIndex> NewOnes;
  std::vector<std::string> Names;
  for (std::string &Name : P.Sections) {
    auto [I, New] = Known.try_emplace(Name, SectionIndex(Names.size()));
    NewOnes.push_back(I->second);
    if (New)
      Names.push_back(Name);
  }
  auto Renumber = [&](auto &Rows) {
    stable_sort(Rows, [&P](const auto &A, const auto &B) {
      return P.doublings(A.Section) < P.doublings(B.Section);
    });
    for (auto &R : Rows)
      R.Section = NewOnes[uint32_t(R.Section)];
  };
  Renumber(P.Counts);
  Renumber(P.MakerCounts);
  Renumber(P.Lifetimes);
  Renumber(P.StackCounts);
  Renumber(P.StackLifetimes);
  Renumber(P.NotDrawn);
  Renumber(P.WithoutStacks);
  for (RankCount &C : P.RankCounts)
    if (C.Section)
      C.Section = NewOnes[uint32_t(*C.Section)];
  std::vector<uint32_t> Places(Names.size(), UINT32_MAX);
  for (uint32_t I = 0; I != NewOnes.size(); ++I) {
    uint32_t &Least = Places[uint32_t(NewOnes[I])];
    Least = std::min(Least, P.sectionPlace(SectionIndex(I)));
  }
  P.SectionPlaces = std::move(Places);
  P.Sections = std::move(Names);
  P.Doublings.clear();
  sortRows(P);
  joinEqual(
      P.Counts,
      [](const Count &A, const Count &B) {
        return std::tie(A.Site, A.Dark, A.Section, A.Lane, A.Size) ==
               std::tie(B.Site, B.Dark, B.Section, B.Lane, B.Size);
      },
      [](Count &To, const Count &C) {
        addSaturated(To.Allocations, C.Allocations);
      });
  joinEqual(
      P.MakerCounts,
      [](const MakerCount &A, const MakerCount &B) {
        return std::tie(A.Call, A.Section, A.Lane) ==
               std::tie(B.Call, B.Section, B.Lane);
      },
      [](MakerCount &To, const MakerCount &C) {
        addSaturated(To.Blocks, C.Blocks);
        addSaturated(To.Bytes, C.Bytes);
      });
}

} // namespace anomalloc
