//===- Culprits.cpp - the lines that brought a breach ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Culprits.h"
#include "Profile/Totals.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <tuple>

using namespace llvm;

namespace anomalloc::budget {
namespace {

class Finder {
public:
  Finder(const InScope &Where, Measure What, bool ByStacks);

  void addLines();
  void addUncounted();
  void addRest(Culprit C, const Amount &Its);
  void addSites(const std::map<SiteIndex, Value> &Parts);
  void addUnrated(ArrayRef<SiteIndex> Sites);
  std::vector<DarkPart> darkParts() const;
  void addDark(ArrayRef<DarkPart> Parts);
  std::vector<Culprit> take();

private:
  uint64_t numberOf(const Amount &A) const {
    return What == Measure::Bytes ? A.Bytes : A.Allocations;
  }
  const ChangeLine &likeliest(const std::vector<uint32_t> &Of);
  Culprit ofLine(const ChangeLine &L) const;
  Culprit ofSite(SiteIndex I);

  const InScope &Where;
  const Profile &P;
  const Measure What;
  const std::function<bool(SectionIndex, LaneIndex)> HasSection;
  std::vector<Count> Counts;
  std::vector<StackCount> Stacks;
  std::vector<Amount> OfSite; ///< In the scope.
  LinesToChange Lines;
  /// What the lines make in the sections, of whatever size and file; empty
  /// until it is asked for.
  std::optional<std::map<ChangeLine::Key, uint64_t>> Usual;
  std::vector<Culprit> All;
};

Finder::Finder(const InScope &Where, Measure What, bool ByStacks)
    : Where(Where), P(Where.R.P), What(What),
      HasSection(
          [&Where](SectionIndex S, LaneIndex) { return Where.hasSection(S); }),
      OfSite(P.Sites.size()) {
  auto Passes = [&](const Count &C) { return isHeap(P, C) && Where.has(C); };
  copy_if(Where.R.Counts, std::back_inserter(Counts), Passes);
  for (const Count &C : Counts)
    if (C.Site)
      OfSite[uint32_t(*C.Site)].add(C);
  if (ByStacks)
    copy_if(P.StackCounts, std::back_inserter(Stacks),
            [&](const StackCount &C) { return Where.has(C); });
  MakerShares Calls = shareMakers(P, HasSection, Passes);
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

/// Of lines that nobody counted in the scope, that which makes the most in its
/// sections, of whatever size and file.
const ChangeLine &Finder::likeliest(const std::vector<uint32_t> &Of) {
  const ChangeLine &Most = Lines.Lines[Of.front()];
  if (Of.size() == 1 || Most.isKnown())
    return Most;
  if (!Usual) {
    Usual.emplace();
    std::vector<Count> InSections;
    auto IsIn = [&](const Count &C) {
      return isHeap(P, C) && Where.hasSection(C.Section);
    };
    copy_if(Where.R.Counts, std::back_inserter(InSections), IsIn);
    MakerShares Calls = shareMakers(P, HasSection, IsIn);
    for (const ChangeLine &L :
         findLinesToChange(P, InSections, {}, Calls, Where.R.Depths).Lines)
      Usual->emplace(L.key(), L.Sum.Allocations);
  }
  auto UsualOf = [&](uint32_t I) {
    auto Known = Usual->find(Lines.Lines[I].key());
    return Known == Usual->end() ? 0 : Known->second;
  };
  return Lines.Lines[*max_element(
      Of, [&](uint32_t A, uint32_t B) { return UsualOf(A) < UsualOf(B); })];
}

/// The line of a site's blocks; of several, that with the most.
Culprit Finder::ofSite(SiteIndex I) {
  Culprit C;
  ArrayRef<uint32_t> Of = Lines.of(I);
  if (!Of.empty()) {
    C = ofLine(likeliest(Of.vec()));
    C.Others = Of.size() - 1;
  } else {
    const Site &S = P.site(I);
    C.Levels.assign(S.Chain.begin() + S.UserFrame, S.Chain.end());
    C.Callee = S.Callee;
  }
  C.Depth = Where.R.Depths.effectiveDepth(P.site(I));
  C.Allocations = OfSite[uint32_t(I)].Allocations;
  C.Sites = {I};
  return C;
}

/// Without what is dark, which has an entry of its own.
Amount litPart(const ChangeLine &L) {
  Amount Part = L.Sum;
  subtract(Part, L.Dark);
  return Part;
}

void Finder::addLines() {
  for (const ChangeLine &L : Lines.Lines) {
    Culprit C = ofLine(L);
    C.Its.Number = numberOf(litPart(L));
    if (C.Its.Number)
      All.push_back(std::move(C));
  }
}

/// Blocks of which nobody counted what line made them: as where a constructor
/// makes blocks of several sizes, and the scope has one of these.
void Finder::addUncounted() {
  // A line's number is that of all of its sites together.
  IntEqClasses Together(P.Sites.size());
  for (const ChangeLine &L : Lines.Lines)
    for (SiteIndex S : L.Sites)
      Together.join(uint32_t(L.Sites.front()), uint32_t(S));
  Together.compress();
  struct Group {
    Amount Sum;
    std::set<uint32_t> Lines; ///< Those that nobody counted.
    std::vector<SiteIndex> Sites;
  };
  std::vector<Group> Groups(Together.getNumClasses());
  Amount OfNobody; // Some of it is that of lines that call through pointers.
  for (uint32_t I = 0; I != OfSite.size(); ++I) {
    OfNobody += OfSite[I];
    Group &Its = Groups[Together[I]];
    Its.Sum += OfSite[I];
    std::vector<uint32_t> Uncounted;
    copy_if(Lines.of(SiteIndex(I)), std::back_inserter(Uncounted),
            [&](uint32_t L) { return !Lines.Lines[L].IsCounted; });
    if (!Uncounted.empty())
      Its.Sites.push_back(SiteIndex(I));
    Its.Lines.insert(Uncounted.begin(), Uncounted.end());
  }
  for (const ChangeLine &L : Lines.Lines) {
    subtract(OfNobody, litPart(L));
    if (!L.Sites.empty())
      subtract(Groups[Together[uint32_t(L.Sites.front())]].Sum, litPart(L));
  }
  for (Group &Its : Groups) {
    if (Its.Lines.empty())
      continue;
    Culprit C = ofLine(likeliest({Its.Lines.begin(), Its.Lines.end()}));
    C.Others = Its.Lines.size() - 1;
    C.Sites = std::move(Its.Sites);
    addRest(std::move(C), {std::min(Its.Sum.Allocations, OfNobody.Allocations),
                           std::min(Its.Sum.Bytes, OfNobody.Bytes)});
    subtract(OfNobody, Its.Sum);
  }
  addRest(Culprit(), OfNobody);
}

void Finder::addRest(Culprit C, const Amount &Its) {
  C.Its.Number = numberOf(Its);
  C.Allocations = Its.Allocations;
  if (C.Its.Number)
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

/// What no site made: of the counts.
std::vector<DarkPart> Finder::darkParts() const {
  std::vector<DarkPart> Parts;
  for (const Count &C : Counts)
    if (!C.Site) {
      Amount Its;
      Its.add(C);
      Parts.push_back({C.Dark, numberOf(Its), Its.Allocations});
    }
  return Parts;
}

void Finder::addDark(ArrayRef<DarkPart> Parts) {
  std::map<std::pair<StringRef, StringRef>, Culprit> Origins;
  auto Add = [&](const DarkPart &Part) {
    const DarkOrigin *D = Part.Origin ? &P.dark(*Part.Origin) : nullptr;
    Culprit &C = Origins[{D ? D->Library : "", D ? D->Function : ""}];
    C.Dark = Part.Origin;
    C.Its.Number = SaturatingAdd(C.Its.Number, Part.Number);
    C.Allocations = SaturatingAdd(C.Allocations, Part.Allocations);
  };
  for (const DarkPart &Part : Parts)
    Add(Part);
  for (auto &[Name, C] : Origins) {
    std::tie(C.Library, C.Function) = Name;
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
                                  const std::vector<bool> *Known,
                                  bool ByStacks) {
  Finder F(Where, What, ByStacks);
  switch (What) {
  case Measure::Allocations:
  case Measure::Bytes:
    F.addLines();
    F.addUncounted();
    F.addDark(F.darkParts());
    break;
  case Measure::Dark:
    F.addDark(F.darkParts());
    break;
  default:
    F.addSites(measureSites(Where, What, Known));
    F.addDark(measureDark(Where, What));
    F.addUnrated(Found.Unrated);
    F.addUnrated(Found.InCallers);
  }
  return F.take();
}

} // namespace anomalloc::budget
