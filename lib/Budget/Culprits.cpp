//===- Culprits.cpp - the lines that brought a breach ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Culprits.h"
#include "Analysis/Makers.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::budget {
namespace {

class Finder {
public:
  Finder(const InScope &Where, Measure What);

  void addLines();
  void addSites(const std::map<SiteIndex, Value> &Parts);
  void addUnrated(ArrayRef<SiteIndex> Sites);
  void addDark();
  std::vector<Culprit> take();

private:
  Culprit ofLine(const ChangeLine &L) const;
  Culprit ofSite(SiteIndex I) const;

  const InScope &Where;
  const Profile &P;
  const Measure What;
  std::vector<Count> Counts;
  std::vector<StackCount> Stacks;
  std::vector<uint64_t> OfSite; ///< Allocations in the scope.
  LinesToChange Lines;
  std::vector<Culprit> All;
};

Finder::Finder(const InScope &Where, Measure What)
    : Where(Where), P(Where.R.P), What(What), OfSite(P.Sites.size()) {
  auto Passes = [&](const Count &C) { return isHeap(P, C) && Where.has(C); };
  copy_if(Where.R.Counts, std::back_inserter(Counts), Passes);
  for (const Count &C : Counts)
    if (C.Site) {
      uint64_t &Sum = OfSite[uint32_t(*C.Site)];
      Sum = SaturatingAdd(Sum, C.Allocations);
    }
  copy_if(P.StackCounts, std::back_inserter(Stacks),
          [&](const StackCount &C) { return Where.has(C); });
  MakerShares Calls = shareMakers(
      P, [&](SectionIndex S, LaneIndex) { return Where.hasSection(S); },
      Passes);
  Lines = findLinesToChange(P, Counts, Stacks, Calls, Where.R.Depths);
}

Culprit Finder::ofLine(const ChangeLine &L) const {
  Culprit C;
  C.Levels = L.Levels;
  C.Callee = L.Callee;
  C.Allocations = L.Sum.Allocations;
  C.Depth = L.Depth;
  C.Sites = L.Sites;
  return C;
}

/// The line of a site's blocks; of several, that with the most.
Culprit Finder::ofSite(SiteIndex I) const {
  Culprit C;
  ArrayRef<uint32_t> Of = Lines.of(I);
  if (!Of.empty()) {
    C = ofLine(Lines.Lines[Of.front()]);
    C.Others = Of.size() - 1;
  } else {
    const Site &S = P.site(I);
    C.Levels.assign(S.Chain.begin() + S.UserFrame, S.Chain.end());
    C.Callee = S.Callee;
  }
  C.Depth = Where.R.Depths.effectiveDepth(P.site(I));
  C.Allocations = OfSite[uint32_t(I)];
  C.Sites = {I};
  return C;
}

void Finder::addLines() {
  for (const ChangeLine &L : Lines.Lines) {
    Culprit C = ofLine(L);
    // What is dark has an entry of its own.
    C.Its.Number = What == Measure::Bytes
                       ? L.Sum.Bytes - std::min(L.Sum.Bytes, L.Dark.Bytes)
                       : L.Sum.Allocations -
                             std::min(L.Sum.Allocations, L.Dark.Allocations);
    if (C.Its.Number)
      All.push_back(std::move(C));
  }
  const Amount &Unknown = Lines.Unknown;
  if (!Unknown.Allocations)
    return;
  Culprit C;
  C.Its.Number = What == Measure::Bytes ? Unknown.Bytes : Unknown.Allocations;
  C.Allocations = Unknown.Allocations;
  All.push_back(std::move(C));
}

void Finder::addSites(const std::map<SiteIndex, Value> &Parts) {
  for (const auto &[I, Part] : Parts) {
    Culprit C = ofSite(I);
    C.Its = Part;
    All.push_back(std::move(C));
  }
}

void Finder::addUnrated(ArrayRef<SiteIndex> Sites) {
  for (SiteIndex I : Sites) {
    Culprit C = ofSite(I);
    C.IsUnrated = true;
    All.push_back(std::move(C));
  }
}

void Finder::addDark() {
  std::map<std::pair<StringRef, StringRef>, Culprit> Origins;
  for (const Count &C : Counts)
    if (!C.Site) {
      const DarkOrigin *D = C.Dark ? &P.dark(*C.Dark) : nullptr;
      Culprit &Its = Origins[{D ? D->Library : "", D ? D->Function : ""}];
      Its.Dark = C.Dark;
      Amount Sum{Its.Allocations, Its.Its.Number};
      Sum.add(C);
      Its.Allocations = Sum.Allocations;
      Its.Its.Number = Sum.Bytes;
    }
  for (auto &[Name, C] : Origins) {
    std::tie(C.Library, C.Function) = Name;
    if (What != Measure::Bytes)
      C.Its.Number = C.Allocations;
    All.push_back(std::move(C));
  }
}

std::vector<Culprit> Finder::take() {
  llvm::stable_sort(All, [](const Culprit &A, const Culprit &B) {
    if (A.IsUnrated != B.IsUnrated)
      return B.IsUnrated;
    if (B.Its < A.Its || A.Its < B.Its)
      return B.Its < A.Its;
    return A.Allocations > B.Allocations;
  });
  return std::move(All);
}

} // namespace

std::vector<Culprit> findCulprits(const InScope &Where, Measure What,
                                  const Reading &Found,
                                  const std::vector<bool> *Known) {
  Finder F(Where, What);
  switch (What) {
  case Measure::Allocations:
  case Measure::Bytes:
    F.addLines();
    F.addDark();
    break;
  case Measure::Dark:
    F.addDark();
    break;
  default:
    F.addSites(measureSites(Where, What, Known));
    F.addUnrated(Found.Unrated);
    F.addUnrated(Found.InCallers);
  }
  return F.take();
}

/// The levels of a stack, and those of the program's own code.
static std::pair<std::vector<Frame>, std::vector<Frame>>
levelsOf(const Profile &P, StackIndex Innermost) {
  constexpr size_t Most = 256;
  std::vector<Frame> Levels, Own;
  for (std::optional<StackIndex> I = Innermost; I && Levels.size() < Most;
       I = P.stack(*I).Caller) {
    const CodePlace &Place = P.place(P.stack(*I).Place);
    append_range(Levels, Place.Levels);
    // Of a system's library the sources may stand anywhere.
    if (!isSystemLibrary(Place.Library))
      copy_if(Place.Levels, std::back_inserter(Own), [&](const Frame &F) {
        return !F.File.empty() && !P.isSystemFile(F.File);
      });
  }
  return {std::move(Levels), std::move(Own)};
}

void addStacks(const InScope &Where, MutableArrayRef<Culprit> Culprits) {
  const Profile &P = Where.R.P;
  for (Culprit &C : Culprits) {
    if (C.Levels.empty())
      continue;
    std::map<StackIndex, uint64_t> Weights;
    for (const StackCount &S : P.StackCounts)
      if (S.Site && is_contained(C.Sites, *S.Site) && Where.has(S))
        Weights[S.Stack] = SaturatingAdd(Weights[S.Stack], S.Allocations);
    uint64_t Heaviest = 0;
    for (auto [Stack, Weight] : Weights) {
      auto [Levels, Own] = levelsOf(P, Stack);
      // A site in a library is on the stacks of other lines, too.
      if (Weight <= Heaviest || none_of(Levels, [&](const Frame &F) {
            return F.Line == C.Levels.front().Line &&
                   F.File == C.Levels.front().File;
          }))
        continue;
      Heaviest = Weight;
      C.Stack = std::move(Levels);
      C.OwnStack = std::move(Own);
    }
  }
}

} // namespace anomalloc::budget
