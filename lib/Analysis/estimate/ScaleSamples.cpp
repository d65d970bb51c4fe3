//===- ScaleSamples.cpp - from drawn blocks to estimates ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/estimate/ScaleSamples.h"
#include "Analysis/estimate/Chance.h"
#include "Analysis/estimate/JoinRates.h"
#include "Support/Saturated.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

/// Whose blocks: a site's, or without one a dark origin's, or nobody's.
using Owner = std::pair<uint32_t, uint32_t>;
constexpr Owner NoOwner = {2, 0};

Owner ownerOf(std::optional<SiteIndex> Site, std::optional<DarkIndex> Dark) {
  if (Site)
    return {0, uint32_t(*Site)};
  return Dark ? Owner{1, uint32_t(*Dark)} : NoOwner;
}

/// Blocks of one size and section. Several cells may share a stratum.
using CellKey = std::tuple<Owner, SectionIndex, uint64_t>;

/// The strata of one table of rows.
class Sample {
public:
  Sample(Profile &P, const Sampling &First);

  void draw(const CellKey &Key, uint64_t Blocks);
  /// After all draws: the weights, and what has none.
  void weigh(std::vector<Count> &NotDrawn);
  /// What \p Blocks drawn ones of the cell \p Key stand for.
  Draws weightOf(const CellKey &Key, uint64_t Blocks) const;

private:
  struct Group {
    uint64_t Blocks = 0, Bytes = 0;
    double Expected = 0; ///< Draws; more than blocks where blocks are large.
    uint64_t Drawn = 0;
    double Raw = 0;      ///< The sum of 1/chance over the drawn blocks.
  };
  /// The power of two of the size, if the stratum is shared by all small cells
  /// of an owner that were drawn at one rate; else NotShared.
  struct Power {
    uint32_t Of, Doublings;
    bool operator<(const Power &Other) const {
      return std::tie(Of, Doublings) < std::tie(Other.Of, Other.Doublings);
    }
  };
  static constexpr uint32_t NotShared = UINT32_MAX;
  /// With section and size, if it is not shared.
  using GroupKey = std::tuple<Owner, Power, SectionIndex, uint64_t>;

  GroupKey groupOf(const CellKey &Key) const;
  Sampling rateOf(const CellKey &Key) const {
    return First.doubled(P.doublings(std::get<SectionIndex>(Key)));
  }
  double hitsOf(const CellKey &Key) const {
    return anomalloc::hitsOf(rateOf(Key), std::get<uint64_t>(Key));
  }
  /// Never 0, whatever a file says was drawn.
  double chanceOf(const CellKey &Key) const {
    return anomalloc::chanceOf(rateOf(Key),
                               std::max<uint64_t>(std::get<uint64_t>(Key), 1));
  }
  static uint32_t powerOf(uint64_t Size) {
    return Size ? 64 - countl_zero(Size) : 0;
  }

  Profile &P;
  const Sampling First; ///< The rate, before it was doubled.
  const bool SharesAll; ///< Not all counts have their own size.
  std::map<CellKey, uint64_t> Cells; ///< Exact numbers of blocks.
  std::map<GroupKey, Group> Groups;
  std::map<GroupKey, uint32_t> StratumOf;
};

Sample::Sample(Profile &P, const Sampling &First)
    : P(P), First(First), SharesAll(P.hasSizeClasses()) {
  for (const Count &C : P.Counts)
    addSaturated(Cells[{ownerOf(C.Site, C.Dark), C.Section, C.Size}],
                 C.Allocations);
  for (const auto &[Key, Blocks] : Cells) {
    Group &G = Groups[groupOf(Key)];
    addSaturated(G.Blocks, Blocks);
    G.Bytes = SaturatingMultiplyAdd(Blocks, std::get<uint64_t>(Key), G.Bytes);
    G.Expected += double(Blocks) * hitsOf(Key);
  }
}

Sample::GroupKey Sample::groupOf(const CellKey &Key) const {
  auto [Its, Section, Size] = Key;
  if (SharesAll)
    return {Its, {powerOf(Size), P.doublings(Section)}, SectionIndex(), 0};
  auto Known = Cells.find(Key);
  // Without a count there is nothing to share.
  if (Known == Cells.end() ||
      double(Known->second) * hitsOf(Key) >= EnoughDraws)
    return {Its, {NotShared, 0}, Section, Size};
  return {Its, {powerOf(Size), P.doublings(Section)}, SectionIndex(), 0};
}

void Sample::draw(const CellKey &Key, uint64_t Blocks) {
  Group &G = Groups[groupOf(Key)];
  addSaturated(G.Drawn, Blocks);
  G.Raw += double(Blocks) / chanceOf(Key);
}

void Sample::weigh(std::vector<Count> &NotDrawn) {
  // Over all code, small strata are parts of one for each power of two and
  // rate.
  struct Joined {
    Group Sum;
    uint32_t Number;
  };
  std::map<Power, Joined> Rest;
  auto IsSmall = [](const GroupKey &Key, const Group &G) {
    return std::get<Power>(Key).Of != NotShared && G.Expected < EnoughDraws;
  };
  const uint32_t TableFirst = P.Strata.size();
  auto Add = [this](const Group &G) {
    uint32_t Number = P.Strata.size();
    Stratum &S = P.Strata.emplace_back();
    // More may be drawn than counted if the process died in between.
    S.Blocks = std::max(G.Blocks, G.Drawn);
    S.Bytes = G.Bytes;
    S.Drawn = G.Drawn;
    S.Chance = G.Raw > 0 ? double(G.Drawn) / G.Raw : 0;
    S.InTotals = Number;
    S.First = Number;
    S.End = Number + 1;
    return Number;
  };
  for (const auto &[Key, G] : Groups)
    if (IsSmall(Key, G)) {
      Group &Sum = Rest[std::get<Power>(Key)].Sum;
      addSaturated(Sum.Blocks, G.Blocks);
      addSaturated(Sum.Bytes, G.Bytes);
      addSaturated(Sum.Drawn, G.Drawn);
      Sum.Raw += G.Raw;
    }
  for (auto &Pair : Rest)
    Pair.second.Number = Add(Pair.second.Sum);
  Owner Last = NoOwner;
  uint32_t First = 0;
  for (const auto &[Key, G] : Groups) {
    uint32_t Number = StratumOf[Key] = Add(G);
    if (std::get<Owner>(Key) != Last || Last == NoOwner)
      First = Number;
    Last = std::get<Owner>(Key);
    Stratum &S = P.Strata[Number];
    S.First = First;
    if (!IsSmall(Key, G))
      continue;
    const Joined &In = Rest[std::get<Power>(Key)];
    S.InTotals = In.Number;
    if (G.Drawn)
      S.WeightInTotals = double(P.Strata[In.Number].Blocks) / In.Sum.Raw /
                         (double(S.Blocks) / G.Raw);
  }
  for (uint32_t I = P.Strata.size(); I-- != TableFirst;) {
    // The last one of an owner knows where they end.
    if (I + 1 != P.Strata.size() && P.Strata[I + 1].First == P.Strata[I].First)
      P.Strata[I].End = P.Strata[I + 1].End;
    P.Strata[I].TableFirst = TableFirst;
    P.Strata[I].TableEnd = P.Strata.size();
  }
  for (const Count &C : P.Counts) {
    const Group &G =
        Groups[groupOf({ownerOf(C.Site, C.Dark), C.Section, C.Size})];
    if (!G.Drawn)
      NotDrawn.push_back(C);
  }
}

Draws Sample::weightOf(const CellKey &Key, uint64_t Blocks) const {
  GroupKey In = groupOf(Key);
  const Group &G = Groups.at(In);
  Draws D;
  D.Blocks = Blocks;
  D.Stratum = StratumOf.at(In);
  // Code without a count, as of a row that could not be stored.
  double All = G.Blocks ? double(P.Strata[D.Stratum].Blocks) : G.Raw;
  D.Weight = std::max(1.0, All / G.Raw / chanceOf(Key));
  return D;
}

uint64_t wholeNumber(double Number, double Up = 0.5) {
  return Number >= double(UINT64_MAX) ? UINT64_MAX : uint64_t(Number + Up);
}

/// Makes parts of drawn blocks parts of all blocks of a row.
class RowScale {
public:
  /// Of \p Drawn blocks, which become \p All. Where these are few, roundings
  /// of many rows in one direction would add up. So each row rounds at another
  /// point, but all of its own parts at the same one: their order stays.
  RowScale(uint64_t Drawn, uint64_t All, size_t Row) : Drawn(Drawn), All(All) {
    double Whole;
    Up = std::modf(double(Row + 1) * 0.6180339887498949, &Whole);
  }
  void operator()(uint64_t &Part) const {
    if (Part == Drawn)
      Part = All;
    else if (Part)
      Part = wholeNumber(double(Part) / double(Drawn) * double(All), Up);
  }

private:
  uint64_t Drawn, All;
  double Up;
};

void scale(LifetimeCounts &C, const RowScale &Its) {
  Its(C.Allocated);
  Its(C.Freed);
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) Its(C.Member);
#include "anomalloc/LifetimeCounters.def"
  Its(C.Peak);
  Its(C.AtPeak);
  for (auto &BucketAndBlocks : C.Buckets)
    Its(BucketAndBlocks.second);
  // The most drawn blocks at one time may be more than their share.
  C.PeakIsBound = true;
}

/// Scales \p Rows. \p KeyOf says whose cell a row is, \p Drawn how many blocks
/// it has, and \p Set gives it its estimate.
template <typename Row, typename KeyOf, typename Drawn, typename Set>
void scaleRows(Profile &P, const Sampling &Draw, std::vector<Row> &Rows,
               std::vector<Count> &NotDrawn, KeyOf Key, Drawn Of, Set To) {
  if (Rows.empty())
    return;
  Sample S(P, Draw);
  for (const Row &R : Rows)
    S.draw(Key(R), Of(R));
  S.weigh(NotDrawn);
  // Roundings shall cancel out over the rows of a stratum.
  std::map<uint32_t, double> Handed;
  for (size_t I = 0; I != Rows.size(); ++I) {
    Row &R = Rows[I];
    if (!Of(R))
      continue;
    R.Drawn = S.weightOf(Key(R), Of(R));
    double &Sum = Handed[R.Drawn.Stratum];
    uint64_t Before = wholeNumber(Sum);
    Sum += R.Drawn.Weight * double(R.Drawn.Blocks);
    uint64_t All = std::max(R.Drawn.Blocks, wholeNumber(Sum) - Before);
    To(R, RowScale(R.Drawn.Blocks, All, I));
    R.Drawn.Weight = double(All) / double(R.Drawn.Blocks);
  }
}

/// Whose blocks the rows of stacks have.
class StackOwners {
public:
  explicit StackOwners(const Profile &P) : P(P) {
    for (auto [I, D] : enumerate(P.Dark))
      OfPlace.try_emplace({D.Library, D.BuildId, D.Offset}, I);
  }
  template <typename Row> CellKey operator()(const Row &R) const {
    const CodePlace &At = P.place(P.stack(R.Stack).Place);
    auto Dark = OfPlace.find({At.Library, At.BuildId, At.Offset});
    return {ownerOf(R.Site, Dark == OfPlace.end()
                                ? std::nullopt
                                : std::optional(DarkIndex(Dark->second))),
            R.Section, R.Size};
  }

private:
  const Profile &P;
  std::map<std::tuple<StringRef, StringRef, uint64_t>, uint32_t> OfPlace;
};

/// The runtime estimated the peak and the timeline by chances alone. What lived
/// at the peak is known better here. The timeline keeps its form.
void scalePeaks(Profile &P) {
  uint64_t ByChance = 0, Estimated = 0;
  for (const Process &One : P.Processes)
    if (One.Lifetimes)
      addSaturated(ByChance, One.Lifetimes->PeakBytes);
  for (const Lifetime &L : P.Lifetimes)
    Estimated = SaturatingMultiplyAdd(inTotals(P, L).Counts.AtPeak, L.Size,
                                      Estimated);
  if (!ByChance || !Estimated)
    return;
  RowScale Scale(ByChance, Estimated, 0);
  for (Process &One : P.Processes) {
    if (!One.Lifetimes)
      continue;
    Scale(One.Lifetimes->PeakBytes);
    for (TimelinePoint &At : One.Lifetimes->Timeline) {
      Scale(At.Bytes);
      Scale(At.Blocks);
      Scale(At.UsableBytes);
    }
  }
}

} // namespace

Lifetime inTotals(const Profile &P, const Lifetime &L) {
  Lifetime Its = L;
  if (!P.isEstimated() || !L.Drawn.Blocks)
    return Its;
  const double Factor = P.Strata[L.Drawn.Stratum].WeightInTotals;
  if (Factor != 1)
    scale(Its.Counts, RowScale(L.Counts.Allocated,
                               wholeNumber(double(L.Counts.Allocated) * Factor),
                               L.Drawn.Stratum));
  return Its;
}

static void estimateRows(Profile &P, const Sampling &Draw) {
  // A profile of counts alone is exact. So that a stratum has no number 0 that
  // would be nobody's, there is one in each sampled profile.
  P.Strata.emplace_back();
  scaleRows(
      P, Draw, P.Lifetimes, P.NotDrawn,
      [](const Lifetime &L) {
        return CellKey{ownerOf(L.Site, L.Dark), L.Section, L.Size};
      },
      [](const Lifetime &L) { return L.Counts.Allocated; },
      [](Lifetime &L, const RowScale &Its) {
        for (auto &FreeSite : L.FreeSites)
          Its(FreeSite.second);
        scale(L.Counts, Its);
      });
  StackOwners Owners(P);
  scaleRows(
      P, Draw, P.StackCounts, P.WithoutStacks, Owners,
      [](const StackCount &C) { return C.Allocations; },
      [](StackCount &C, const RowScale &Its) { Its(C.Allocations); });
  std::vector<Count> SameAgain;
  scaleRows(
      P, Draw, P.StackLifetimes, SameAgain, Owners,
      [](const StackLifetime &L) { return L.Counts.Allocated; },
      [](StackLifetime &L, const RowScale &Its) { scale(L.Counts, Its); });
  scalePeaks(P);
  for (const auto &SectionAndTimes : P.Doublings)
    P.MostDoublings = std::max(P.MostDoublings, SectionAndTimes.second);
  for (Process &One : P.Processes)
    if (One.Lifetimes) // A part of the rate.
      One.Lifetimes->ClockStep <<= P.MostDoublings;
}

void scaleSamples(Profile &P) {
  if (const Sampling Draw = P.sampling(); Draw && !P.isEstimated())
    estimateRows(P, Draw);
  joinRates(P);
}

} // namespace anomalloc
