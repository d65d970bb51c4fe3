//===- TableOrder.cpp - the order of a model's tables ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TableOrder.h"
#include "Profile/Renumbering.h"
#include "Profile/RowOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace llvm;

namespace anomalloc {
namespace {

/// Sorts \p Rows. Returns, by the old index of a row, its new one.
template <typename Index, typename Row, typename Less>
std::vector<Index> reorder(std::vector<Row> &Rows, Less IsBefore) {
  std::vector<uint32_t> Order(Rows.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return IsBefore(Rows[A], Rows[B]);
  });
  std::vector<Index> NewOnes(Rows.size());
  std::vector<Row> Sorted;
  Sorted.reserve(Rows.size());
  for (uint32_t Old : Order) {
    NewOnes[Old] = Index(Sorted.size());
    Sorted.push_back(std::move(Rows[Old]));
  }
  Rows = std::move(Sorted);
  return NewOnes;
}

std::vector<SectionIndex> orderSections(Profile &P) {
  struct Named {
    std::string Name;
    uint32_t Place, Doublings;
    auto key() const { return std::tie(Place, Name, Doublings); }
  };
  std::vector<Named> Rows;
  for (uint32_t I = 0; I != P.Sections.size(); ++I)
    Rows.push_back({std::move(P.Sections[I]), P.sectionPlace(SectionIndex(I)),
                    P.doublings(SectionIndex(I))});
  auto NewOnes = reorder<SectionIndex>(
      Rows, [](const Named &A, const Named &B) { return A.key() < B.key(); });
  P.Sections.clear();
  P.SectionPlaces.clear();
  P.Doublings.clear();
  for (Named &S : Rows) {
    if (S.Doublings)
      P.Doublings[P.Sections.size()] = S.Doublings;
    P.Sections.push_back(std::move(S.Name));
    P.SectionPlaces.push_back(S.Place);
  }
  return NewOnes;
}

void orderProcesses(Profile &P) {
  auto KeyOf = [](const Process &One) {
    // Processes without a rank come last.
    return std::make_tuple(One.rank() ? uint64_t(*One.rank()) : UINT64_MAX,
                           One.StartTime, One.info("host").value_or(""),
                           One.info("pid").value_or(""), StringRef(One.File));
  };
  std::vector<uint32_t> NewOnes =
      reorder<uint32_t>(P.Processes, [&](const Process &A, const Process &B) {
        return KeyOf(A) < KeyOf(B);
      });
  // A single lane is that of all processes; it stands at the first one.
  if (P.Lanes.size() > 1)
    for (Lane &L : P.Lanes)
      L.Process = NewOnes[L.Process];
}

bool isChainBefore(ArrayRef<Frame> A, ArrayRef<Frame> B) {
  auto KeyOf = [](const Frame &F) {
    return std::tie(F.Line, F.Column, F.Function, F.File, F.Use);
  };
  return std::lexicographical_compare(
      A.begin(), A.end(), B.begin(), B.end(),
      [&](const Frame &X, const Frame &Y) { return KeyOf(X) < KeyOf(Y); });
}

/// Callers come first, so the levels are sorted by depth.
std::vector<StackIndex> orderStacks(Profile &P, const Renumbering &Numbers) {
  std::vector<std::vector<uint32_t>> ByDepth;
  std::vector<uint32_t> Depth(P.Stacks.size());
  for (uint32_t I = 0; I != P.Stacks.size(); ++I) {
    if (auto Caller = P.Stacks[I].Caller)
      Depth[I] = Depth[uint32_t(*Caller)] + 1;
    if (ByDepth.size() <= Depth[I])
      ByDepth.resize(Depth[I] + 1);
    ByDepth[Depth[I]].push_back(I);
  }
  std::vector<StackIndex> NewOnes(P.Stacks.size());
  std::vector<StackLevel> Sorted;
  for (std::vector<uint32_t> &Levels : ByDepth) {
    auto KeyOf = [&](uint32_t I) {
      const StackLevel &L = P.Stacks[I];
      return std::make_tuple(
          L.Caller ? uint32_t(NewOnes[uint32_t(*L.Caller)]) : 0,
          uint32_t(Numbers.Places[uint32_t(L.Place)]), L.ByFramePointer, L.Cut);
    };
    llvm::sort(Levels,
               [&](uint32_t A, uint32_t B) { return KeyOf(A) < KeyOf(B); });
    for (uint32_t I : Levels) {
      NewOnes[I] = StackIndex(Sorted.size());
      Sorted.push_back(P.Stacks[I]);
    }
  }
  P.Stacks = std::move(Sorted);
  return NewOnes;
}

} // namespace

static bool isRank(const Process &One) { return One.rank().has_value(); }

void trimRanks(Profile &P) {
  const bool AreSeveral = count_if(P.Processes, isRank) > 1;
  for (Process &One : P.Processes) {
    if (!isRank(One))
      continue;
    if (AreSeveral)
      One.File = "rank " + utostr(*One.rank());
    if (AreSeveral && One.Lifetimes)
      One.Lifetimes->Timeline.clear();
  }
}

void orderRanks(Profile &P) {
  if (none_of(P.Processes, isRank))
    return;
  orderProcesses(P);
  Renumbering Numbers(P);
  auto Describe = [&Numbers](auto &Rows) {
    for (auto &Row : Rows)
      describe(Numbers, Row);
  };
  Numbers.Sections = orderSections(P);
  Numbers.Lanes = reorder<LaneIndex>(P.Lanes, [](const Lane &A, const Lane &B) {
    return std::tie(A.Process, A.Number) < std::tie(B.Process, B.Number);
  });
  llvm::sort(P.Modules, [](const Module &A, const Module &B) {
    return std::tie(A.Path, A.BuildId) < std::tie(B.Path, B.BuildId);
  });
  // A parent loop comes first.
  Numbers.Loops = reorder<LoopIndex>(P.Loops, [](const Loop &A, const Loop &B) {
    return std::tie(A.Depth, A.Id) < std::tie(B.Depth, B.Id);
  });
  Describe(P.Loops);
  Numbers.Sites = reorder<SiteIndex>(P.Sites, [](const Site &A, const Site &B) {
    return std::tie(A.Id, A.Family) < std::tie(B.Id, B.Family);
  });
  Describe(P.Sites);
  for (CallEdge &Edge : P.Edges)
    Numbers.index("loop", Edge.Loop);
  llvm::sort(P.Edges, [](const CallEdge &A, const CallEdge &B) {
    return std::tie(A.Caller, A.Callee, A.Loop) <
           std::tie(B.Caller, B.Callee, B.Loop);
  });
  Numbers.Calls = reorder<MakerCallIndex>(
      P.MakerCalls, [](const MakerCall &A, const MakerCall &B) {
        auto KeyOf = [](const MakerCall &C) {
          return std::tie(C.Callee, C.Caller);
        };
        return KeyOf(A) != KeyOf(B) ? KeyOf(A) < KeyOf(B)
                                    : isChainBefore(A.Chain, B.Chain);
      });
  Numbers.Dark =
      reorder<DarkIndex>(P.Dark, [](const DarkOrigin &A, const DarkOrigin &B) {
        return std::tie(A.Library, A.BuildId, A.Offset) <
               std::tie(B.Library, B.BuildId, B.Offset);
      });
  Numbers.Places =
      reorder<PlaceIndex>(P.Places, [](const CodePlace &A, const CodePlace &B) {
        return std::tie(A.Library, A.BuildId, A.Offset) <
               std::tie(B.Library, B.BuildId, B.Offset);
      });
  Numbers.Stacks = orderStacks(P, Numbers);
  Describe(P.Stacks);
  Describe(P.MakerCounts);
  Describe(P.Counts);
  Describe(P.RankCounts);
  Describe(P.StackCounts);
  Describe(P.Lifetimes);
  Describe(P.StackLifetimes);
  sortRows(P);
}

} // namespace anomalloc
