//===- SimulateSamples.cpp - draws from known populations -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For benchmarks/estimate. Six populations of blocks, whose stacks and fates
/// are all known. Each is sampled many times; estimates are held against the
/// truth, beside those of a plain sampler of the same draws, which knows no
/// exact counts and gives each block the weight 1/chance.
///
//===----------------------------------------------------------------------===//

#include "Analysis/estimate/Chance.h"
#include "Analysis/estimate/Estimate.h"
#include "Analysis/estimate/ScaleSamples.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

using namespace llvm;
using namespace anomalloc;

namespace {

using Random = std::mt19937_64;

/// Blocks of one site, section, size, stack and fate.
struct Blocks {
  uint32_t Site, Section, Stack;
  uint64_t Size, Number;
  bool Lives, IsTemporary, WasAtPeak;
  uint32_t Doublings = 0; ///< Of the rate at which they are drawn.
};

struct Population {
  const char *Name;
  std::vector<Blocks> All;
  uint32_t Sites = 0, Sections = 1, Stacks = 0;

  void add(Blocks B) {
    if (!B.Number)
      return;
    Sites = std::max(Sites, B.Site + 1);
    Sections = std::max(Sections, B.Section + 1);
    Stacks = std::max(Stacks, B.Stack + 1);
    All.push_back(B);
  }
  /// \p Number blocks, of which parts live, are temporary, or none of both.
  void mix(uint32_t Site, uint32_t Section, uint32_t Stack, uint64_t Size,
           double Number, double Live, double Temporary) {
    uint64_t N = uint64_t(Number), L = uint64_t(Number * Live),
             T = uint64_t(Number * Temporary);
    L = std::min(L, N);
    T = std::min(T, N - L);
    add({Site, Section, Stack, Size, L, true, false, true});
    add({Site, Section, Stack, Size, T, false, true, false});
    uint64_t Others = N - L - T, AtPeak = Others / 50;
    add({Site, Section, Stack, Size, AtPeak, false, false, true});
    add({Site, Section, Stack, Size, Others - AtPeak, false, false, false});
  }
};

std::vector<Population> populations() {
  std::vector<Population> P(6);
  Random R(20261129);
  auto Uniform = [&R](double From, double To) {
    return std::uniform_real_distribution<>(From, To)(R);
  };
  auto SizeOf = [&](double Mean, double Width) {
    return uint64_t(std::max(
        1.0, std::exp(std::normal_distribution<>(std::log(Mean), Width)(R))));
  };
  P[0].Name = "alike";
  for (uint32_t Site = 0; Site != 40; ++Site)
    for (uint32_t K = 0; K != 5; ++K)
      P[0].mix(Site, 0, Site * 5 + K, 32u << (Site % 6), Uniform(1e5, 1e6),
               Uniform(0, .1), Uniform(0, .9));
  P[1].Name = "heavy tails";
  for (uint32_t Site = 0; Site != 300; ++Site)
    for (uint32_t K = 0; K != 10; ++K)
      P[1].mix(Site, 0, Site * 10 + K, SizeOf(100, 1.5),
               2e7 / std::pow(1 + Site, 1.3) / std::pow(1 + K, 1.5),
               K % 3 ? Uniform(0, .02) : Uniform(0, 1), Uniform(0, .5));
  P[2].Name = "rare large blocks";
  for (uint32_t Site = 0; Site != 30; ++Site)
    for (uint32_t K = 0; K != 4; ++K) {
      P[2].mix(Site, 0, Site * 4 + K, 48, Uniform(1e5, 2e6), .01, .5);
      P[2].mix(Site, 0, Site * 4 + K, SizeOf(4e6, 1), Uniform(1, 30), .2, 0);
    }
  P[3].Name = "phases";
  for (uint32_t Section = 0; Section != 8; ++Section)
    for (uint32_t Site = 0; Site != 25; ++Site)
      for (uint32_t K = 0; K != 3; ++K)
        P[3].mix(Site, Section, Site * 12 + (Section % 4) * 3 + K,
                 16 * (1 + (Site * 7 + Section) % 40), Uniform(1e4, 4e5),
                 Section == 1 ? .8 : .001, Section > 4 ? .95 : .1);
  P[4].Name = "growing containers";
  for (uint32_t Site = 0; Site != 20; ++Site)
    for (uint32_t K = 0; K != 8; ++K)
      for (uint32_t Power = 3; Power != 21; ++Power)
        P[4].mix(Site, 0, Site * 8 + K, uint64_t(1) << Power,
                 Uniform(1e5, 4e5) / std::pow(1.7, Power - 3),
                 Power > 12 ? .2 : .01, Power < 8 ? .8 : .2);
  P[5].Name = "a slow leak";
  for (uint32_t Site = 0; Site != 60; ++Site)
    for (uint32_t K = 0; K != 6; ++K)
      P[5].mix(Site, 0, Site * 6 + K, 24 + 8 * (Site % 30), Uniform(2e5, 2e6),
               Site < 3 && !K ? .02 : 0, Uniform(.5, .99));
  return P;
}

/// The population \p P as a run whose rate was doubled four times sees it: each
/// time, as many bytes were allocated as at all rates before. What a stack
/// allocates, and what becomes of it, may be more at some rates than at others.
Population grown(const Population &P) {
  constexpr uint32_t Times = 4;
  Population Result = P;
  Result.All.clear();
  Random R(1129);
  std::map<std::tuple<uint32_t, uint32_t, bool>, std::vector<double>> Shares;
  for (Blocks B : P.All) {
    std::vector<double> &Its = Shares[{B.Section, B.Stack, B.Lives}];
    for (uint32_t I = Its.size(); I <= Times; ++I)
      Its.push_back(std::uniform_real_distribution<>(0, I ? 1u << I : 2)(R));
    const uint64_t Number = B.Number;
    double Left = std::accumulate(Its.begin(), Its.end(), 0.0);
    uint64_t Blocks = Number;
    for (B.Doublings = 0; B.Doublings <= Times; ++B.Doublings) {
      const double Share = Its[B.Doublings];
      B.Number = B.Doublings == Times ? Blocks
                                      : uint64_t(double(Blocks) * Share / Left);
      Left -= Share;
      Blocks -= B.Number;
      Result.add(B);
    }
  }
  return Result;
}

/// A number of a population, by kind.
struct Kind {
  const char *Name;
  /// The row of the sum, and what each of the blocks adds to it.
  std::function<std::optional<uint32_t>(const Blocks &)> Row;
  std::function<uint64_t(const Blocks &)> Each;
};

const std::vector<Kind> &kinds() {
  auto One = [](const Blocks &) { return uint64_t(1); };
  auto Size = [](const Blocks &B) { return B.Size; };
  auto All = [](auto Member) {
    return [Member](const Blocks &B) { return std::optional(B.*Member); };
  };
  auto If = [](auto Fate, auto Member) {
    return [=](const Blocks &B) {
      return B.*Fate ? std::optional<uint32_t>(B.*Member) : std::nullopt;
    };
  };
  auto InAll = [](auto Fate) {
    return [=](const Blocks &B) {
      return B.*Fate ? std::optional<uint32_t>(0) : std::nullopt;
    };
  };
  static const std::vector<Kind> Kinds = {
      {"blocks of a stack", All(&Blocks::Stack), One},
      {"bytes of a stack", All(&Blocks::Stack), Size},
      {"live blocks of a stack", If(&Blocks::Lives, &Blocks::Stack), One},
      {"live bytes of a site", If(&Blocks::Lives, &Blocks::Site), Size},
      {"temporaries of a site", If(&Blocks::IsTemporary, &Blocks::Site), One},
      {"bytes at peak of a site", If(&Blocks::WasAtPeak, &Blocks::Site), Size},
      {"live bytes of all", InAll(&Blocks::Lives), Size},
      {"temporaries of all", InAll(&Blocks::IsTemporary), One},
  };
  return Kinds;
}

/// What is known of one number over all runs.
struct Outcome {
  double Truth = 0, Expected = 0;
  double Error = 0, PlainError = 0; ///< Sums of squares.
  unsigned Runs = 0, Held = 0, Few = 0, FewHeld = 0, NotDrawn = 0;
};

/// The profile that a run with the draws \p Drawn of \p P would leave: a
/// lifetime for each site, section and size, and one for each stack.
std::unique_ptr<Profile>
profileOf(const Population &P, ArrayRef<uint64_t> Drawn, const Sampling &Rate) {
  auto Made = std::make_unique<Profile>();
  Process &Its = Made->Processes.emplace_back();
  Its.Info["sample"] = nameOf(Rate).Text;
  Its.Info["mode"] = "lifetime+stacks";
  Its.Lifetimes.emplace();
  Made->Lanes.emplace_back();
  constexpr uint32_t Rates = Sampling::MaxDoublings + 1;
  Made->Sections.resize(P.Sections * Rates);
  for (uint32_t I = 0; I != Made->Sections.size(); ++I) {
    Made->Sections[I] = std::to_string(I / Rates);
    if (I % Rates)
      Made->Doublings[I] = I % Rates;
  }
  Made->Sites.resize(P.Sites);
  for (uint32_t I = 0; I != P.Stacks; ++I) {
    Made->Places.emplace_back().Offset = I + 1;
    Made->Stacks.emplace_back().Place = PlaceIndex(I);
  }
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, Count> Counts;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, Lifetime> Lifetimes;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t, uint32_t>, StackLifetime>
      OfStacks;
  auto Add = [](LifetimeCounts &C, const Blocks &B, uint64_t Number) {
    C.Allocated += Number;
    C.Freed += B.Lives ? 0 : Number;
    C.Temporary += B.IsTemporary ? Number : 0;
    C.AtPeak += B.WasAtPeak ? Number : 0;
  };
  for (size_t I = 0; I != P.All.size(); ++I) {
    const Blocks &B = P.All[I];
    const uint32_t Section = B.Section * Rates + B.Doublings;
    Count &C = Counts[{B.Site, Section, B.Size}];
    C.Site = SiteIndex(B.Site);
    C.Section = SectionIndex(Section);
    C.Size = B.Size;
    C.Allocations += B.Number;
    if (!Drawn[I])
      continue;
    Lifetime &L = Lifetimes[{B.Site, Section, B.Size}];
    L.Site = C.Site;
    L.Section = C.Section;
    L.Size = C.Size;
    Add(L.Counts, B, Drawn[I]);
    StackLifetime &S = OfStacks[{B.Site, Section, B.Size, B.Stack}];
    S.Site = C.Site;
    S.Section = C.Section;
    S.Size = C.Size;
    S.Stack = StackIndex(B.Stack);
    Add(S.Counts, B, Drawn[I]);
  }
  for (auto &Pair : Counts)
    Made->Counts.push_back(Pair.second);
  for (auto &Pair : Lifetimes)
    Made->Lifetimes.push_back(Pair.second);
  for (auto &Pair : OfStacks)
    Made->StackLifetimes.push_back(Pair.second);
  return Made;
}

/// The estimates of all rows of \p K, from the rows that a report adds up.
std::map<uint32_t, Estimate> estimate(const Profile &P, size_t K) {
  std::map<uint32_t, SampleSum> Sums;
  auto Add = [&](uint32_t Row, const Draws &D, uint64_t Number, uint64_t Each) {
    Sums.try_emplace(Row, SampleSum(/*InTotals=*/K >= 6))
        .first->second.add(P, D, Number, Each);
  };
  if (K < 3)
    for (const StackLifetime &L : P.StackLifetimes)
      Add(uint32_t(L.Stack), L.Drawn,
          K == 2 ? L.Counts.live() : L.Counts.Allocated, K == 1 ? L.Size : 1);
  else
    for (const Lifetime &L : P.Lifetimes) {
      uint32_t Row = K >= 6 ? 0 : uint32_t(*L.Site);
      const LifetimeCounts &C = L.Counts;
      bool IsTemporary = K == 4 || K == 7;
      Add(Row, L.Drawn,
          IsTemporary ? C.Temporary
          : K == 5    ? C.AtPeak
                      : C.live(),
          IsTemporary ? 1 : L.Size);
    }
  std::map<uint32_t, Estimate> Result;
  for (auto &[Row, Sum] : Sums)
    Result[Row] = Sum.estimate(P);
  return Result;
}

double median(std::vector<double> Of) {
  if (Of.empty())
    return NAN;
  std::sort(Of.begin(), Of.end());
  return Of[Of.size() / 2];
}

void simulate(const Population &P, const Sampling &Rate, unsigned Runs,
              bool Verbose) {
  Random R(4711);
  std::vector<std::map<uint32_t, Outcome>> Outcomes(kinds().size());
  for (size_t K = 0; K != kinds().size(); ++K)
    for (const Blocks &B : P.All)
      if (auto Row = kinds()[K].Row(B)) {
        Outcome &O = Outcomes[K][*Row];
        O.Truth += double(B.Number) * double(kinds()[K].Each(B));
        O.Expected +=
            double(B.Number) * chanceOf(Rate.doubled(B.Doublings), B.Size);
      }
  for (unsigned Run = 0; Run != Runs; ++Run) {
    std::vector<uint64_t> Drawn;
    for (const Blocks &B : P.All)
      Drawn.push_back(std::binomial_distribution<uint64_t>(
          B.Number, chanceOf(Rate.doubled(B.Doublings), B.Size))(R));
    std::unique_ptr<Profile> Its = profileOf(P, Drawn, Rate);
    scaleSamples(*Its);
    for (size_t K = 0; K != kinds().size(); ++K) {
      std::map<uint32_t, double> Plain;
      for (size_t I = 0; I != P.All.size(); ++I)
        if (auto Row = kinds()[K].Row(P.All[I]))
          Plain[*Row] +=
              double(Drawn[I]) * double(kinds()[K].Each(P.All[I])) /
              chanceOf(Rate.doubled(P.All[I].Doublings), P.All[I].Size);
      std::map<uint32_t, Estimate> Ours = estimate(*Its, K);
      for (auto &[Row, O] : Outcomes[K]) {
        const Estimate &E = Ours[Row];
        O.Error += std::pow(double(E.Value) - O.Truth, 2);
        O.PlainError += std::pow(Plain[Row] - O.Truth, 2);
        if (!E.Value) {
          ++O.NotDrawn;
          continue;
        }
        bool Holds = double(E.Low) <= O.Truth && O.Truth <= double(E.High);
        if (O.Expected < double(Estimate::FewDraws)) {
          ++O.Few;
          O.FewHeld += Holds;
        } else {
          ++O.Runs;
          O.Held += Holds;
        }
      }
    }
  }
  double AllRuns = 0, AllHeld = 0;
  for (size_t K = 0; K != kinds().size(); ++K) {
    double All = 0, Held = 0, Few = 0, FewHeld = 0, Rows = 0;
    std::vector<double> Error, Plain, Factor;
    for (auto &[Row, O] : Outcomes[K]) {
      All += O.Runs;
      Held += O.Held;
      Few += O.Few;
      FewHeld += O.FewHeld;
      if (O.Expected < double(Estimate::FewDraws) ||
          O.Expected > O.Truth * .999)
        continue;
      ++Rows;
      Error.push_back(std::sqrt(O.Error / Runs) / O.Truth);
      Plain.push_back(std::sqrt(O.PlainError / Runs) / O.Truth);
      Factor.push_back(Plain.back() / std::max(1e-9, Error.back()));
      if (Verbose)
        outs() << formatv(
            "    {0} row {1}: truth {2:F0} expected {3:F1} "
            "error {4:F3} plain {5:F3} held {6}/{7} few {8}/{9}\n",
            kinds()[K].Name, Row, O.Truth, O.Expected, Error.back(),
            Plain.back(), O.Held, O.Runs, O.FewHeld, O.Few);
    }
    AllRuns += All;
    AllHeld += Held;
    auto Percent = [](double Part) {
      return std::isnan(Part) ? "" : formatv("{0:F1} %", 100 * Part).str();
    };
    // A few cases say nothing.
    auto Share = [&](double Part, double Whole) {
      return Whole < 20 ? "" : Percent(Part / Whole);
    };
    double Ratio = median(Factor);
    outs() << formatv("| {0} | {1} | {2:F0} | {3} | {4} | {5} | {6} | {7} |\n",
                      P.Name, kinds()[K].Name, Rows, Share(Held, All),
                      Share(FewHeld, Few), Percent(median(Error)),
                      Percent(median(Plain)),
                      std::isnan(Ratio) ? ""
                      : Ratio > 100     ? "> 100"
                                        : formatv("{0:F1}", Ratio).str());
  }
  outs() << formatv("| {0} | all | | {1:F1} % | | | | |\n", P.Name,
                    100 * AllHeld / AllRuns);
}

} // namespace

/// SimulateSamples [-v] [RATE] [RUNS]
int main(int Arguments, char **Values) {
  ArrayRef<char *> Rest(Values + 1, Values + Arguments);
  bool Verbose = !Rest.empty() && StringRef(Rest[0]) == "-v";
  if (Verbose)
    Rest = Rest.drop_front();
  Sampling Rate;
  unsigned Runs = 200;
  if (!readSampling(Rate, Rest.size() > 0 ? Rest[0] : "512KiB") ||
      (Rest.size() > 1 && StringRef(Rest[1]).getAsInteger(10, Runs))) {
    errs() << "SimulateSamples [-v] [RATE] [RUNS]\n";
    return 2;
  }
  outs() << "| population | number | rows | held | held, few draws | error | "
            "plain error | factor |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Population &P : populations())
    simulate(Rate.Grows ? grown(P) : P, Rate, Runs, Verbose);
  return 0;
}
