//===- SiteMatch.cpp - the same code in several profiles ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/SiteMatch.h"
#include "Compare/PairSites.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace anomalloc {

/// "libstdc++.so" of "/usr/lib/libstdc++.so.6.0.30" and of "libstdc++-6.so".
static StringRef unversioned(StringRef Path) {
  StringRef Name = fileName(Path);
  return Name.take_front(Name.find(".so")).rtrim("0123456789.-");
}

/// A profile's code as compiled, whatever ran: the same for all runs of one
/// build.
static uint64_t hashOfCode(const Profile &P) {
  uint64_t Sum = P.Sites.size();
  for (const Site &S : P.Sites) {
    uint64_t Its = S.Id;
    for (const Frame &F : S.Chain)
      Its = Its * 1000003 + (uint64_t(F.Line) << 16 ^ F.Column);
    Sum += Its * 0x9E3779B97F4A7C15u ^ Its >> 29; // In any order.
  }
  for (const MakerCall &C : P.MakerCalls)
    for (const Frame &F : C.Chain)
      Sum += (xxh3_64bits(F.Function) ^ F.Line) * 0x9E3779B97F4A7C15u;
  return Sum;
}

/// Items of several profiles, some of which were found to be the same.
class Joined {
public:
  explicit Joined(ArrayRef<size_t> Sizes) {
    for (size_t Size : Sizes) {
      First.push_back(Parent.size());
      for (size_t I = 0; I != Size; ++I)
        Parent.push_back(Parent.size());
    }
    IsOne.resize(Parent.size());
  }
  void join(size_t P, uint32_t I, size_t Q, uint32_t J) {
    uint32_t A = root(P, I), B = root(Q, J);
    Parent[std::max(A, B)] = std::min(A, B);
    IsOne[First[P] + I] = IsOne[First[Q] + J] = true;
  }
  /// Whether it is the same as some other.
  bool isJoined(size_t P, uint32_t I) const { return IsOne[First[P] + I]; }
  /// The same for what is the same, until more is joined.
  uint32_t root(size_t P, uint32_t I) {
    uint32_t At = First[P] + I;
    while (Parent[At] != At)
      At = Parent[At] = Parent[Parent[At]];
    return At;
  }
  /// The same, once all is joined; without gaps in the order of asking.
  uint32_t number(size_t P, uint32_t I) {
    return Numbers.try_emplace(root(P, I), Numbers.size()).first->second;
  }
  uint32_t size() const { return Numbers.size(); }

private:
  std::vector<size_t> First;
  std::vector<uint32_t> Parent;
  std::vector<bool> IsOne;
  std::map<uint32_t, uint32_t> Numbers;
};

class SiteMatcher {
public:
  explicit SiteMatcher(ArrayRef<const Profile *> Profiles)
      : Profiles(Profiles), Names(*M.Names) {
    std::vector<size_t> NumSites, NumLines;
    for (const Profile *P : Profiles) {
      Code.push_back(std::make_unique<CodeIndex>(*P, Names));
      NumSites.push_back(P->Sites.size());
      M.Sites.emplace_back(P->Sites.size());
      OwnLines.emplace_back();
      for (const auto &[Group, Its] : Code.back()->changeLines())
        for (const auto &[Line, Callees] : Its)
          OwnLines.back().try_emplace({Group, Line}, OwnLines.back().size());
      NumLines.push_back(OwnLines.back().size());
    }
    M.FirstNames.resize(Profiles.size());
    Sites.emplace(NumSites);
    Lines.emplace(NumLines);
  }

  SiteMatch match() {
    std::map<uint64_t, size_t> Builds;
    size_t Last = 0;
    for (size_t I = 0; I != Profiles.size(); ++I) {
      auto [Same, IsNew] = Builds.try_emplace(hashOfCode(*Profiles[I]), I);
      if (!IsNew) {
        pair(Same->second, I);
        if (Same->second) // It tells how the build was found.
          copyWays(Same->second, I);
        continue;
      }
      if (I)
        pair(0, I);
      if (Last)
        pair(Last, I);
      Last = I;
    }
    numberSites();
    numberLines();
    numberDark();
    return std::move(M);
  }

private:
  void pair(size_t Old, size_t New);
  void copyWays(size_t From, size_t To);
  void joinLines(size_t Old, size_t New, ArrayRef<LinePair> Pairs);
  std::vector<LinePair> linesOf(size_t Old, size_t New,
                                ArrayRef<SitePair> Pairs) const;
  void numberSites();
  void numberLines();
  void numberDark();

  const ArrayRef<const Profile *> Profiles;
  SiteMatch M;
  NameTable &Names;
  std::vector<std::unique_ptr<CodeIndex>> Code;
  std::optional<Joined> Sites, Lines;
  /// By profile: what stands in its list of lines.
  std::vector<std::map<std::pair<CodeIndex::LineGroup, uint32_t>, uint32_t>>
      OwnLines;
};

/// What was found in an earlier profile already keeps its partners.
void SiteMatcher::pair(size_t Old, size_t New) {
  const Renames R = findRenames(*Code[Old], *Code[New]);
  const LineMatch Found = matchLines(*Code[Old], *Code[New], R);
  std::vector<SitePair> Pairs =
      pairSites(*Code[Old], *Code[New], R, Found, Names);
  std::set<uint32_t> Taken;
  std::vector<bool> IsFound;
  for (auto [I, E] : enumerate(M.Sites[New])) {
    IsFound.push_back(E.How != MatchedBy::Unmatched);
    if (IsFound.back())
      Taken.insert(Sites->root(New, I));
  }
  for (const SitePair &P : Pairs) {
    const uint32_t From = uint32_t(P.Old), To = uint32_t(P.New);
    if (IsFound[To] || Taken.count(Sites->root(Old, From)))
      continue;
    SiteMatch::Entry &E = M.Sites[New][To];
    if (E.How == MatchedBy::Unmatched)
      E = {0, P.How, P.ByOrder};
    SiteMatch::Entry &Earlier = M.Sites[Old][From];
    if (Earlier.How == MatchedBy::Unmatched && !Old)
      Earlier = {0, P.How, P.ByOrder};
    Sites->join(Old, From, New, To);
  }
  joinLines(Old, New, Found.Pairs);
  joinLines(Old, New, linesOf(Old, New, Pairs));
  std::map<uint32_t, uint32_t> &First = M.FirstNames[New];
  for (auto [From, To] : R.Functions) {
    auto Earlier = M.FirstNames[Old].find(From);
    First.try_emplace(To, Earlier == M.FirstNames[Old].end() ? From
                                                             : Earlier->second);
  }
}

void SiteMatcher::copyWays(size_t From, size_t To) {
  std::map<uint64_t, const SiteMatch::Entry *> ById;
  for (auto [S, E] : zip(Profiles[From]->Sites, M.Sites[From]))
    ById[S.Id] = &E;
  for (auto [S, E] : zip(Profiles[To]->Sites, M.Sites[To]))
    if (auto I = ById.find(S.Id); I != ById.end())
      E = *I->second;
}

/// The lines to change of sites that were found, where all sites of a line tell
/// the same.
std::vector<LinePair> SiteMatcher::linesOf(size_t Old, size_t New,
                                           ArrayRef<SitePair> Pairs) const {
  using Line = std::pair<CodeIndex::LineGroup, uint32_t>;
  auto LineOf = [&](const Site &S) {
    const Frame &F = *S.lineToChange();
    return Line({Names.of(F.Function), fileName(F.File)}, F.Line);
  };
  std::map<Line, std::set<Line>> Found, Back;
  for (const SitePair &P : Pairs) {
    const Site &From = Profiles[Old]->site(P.Old);
    const Site &To = Profiles[New]->site(P.New);
    if (!From.ChangeFrame || !To.ChangeFrame)
      continue;
    Found[LineOf(From)].insert(LineOf(To));
    Back[LineOf(To)].insert(LineOf(From));
  }
  std::vector<LinePair> Result;
  for (const auto &[From, To] : Found)
    if (To.size() == 1 && Back[*To.begin()].size() == 1)
      Result.push_back(
          {From.first, To.begin()->first, From.second, To.begin()->second});
  return Result;
}

/// What is the same as some other line already stays so.
void SiteMatcher::joinLines(size_t Old, size_t New, ArrayRef<LinePair> Pairs) {
  std::set<uint32_t> Taken, IsFound;
  for (const auto &[Key, I] : OwnLines[New])
    if (Lines->isJoined(New, I)) {
      IsFound.insert(I);
      Taken.insert(Lines->root(New, I));
    }
  for (const LinePair &P : Pairs) {
    uint32_t From = OwnLines[Old].at({P.OldGroup, P.OldLine});
    uint32_t To = OwnLines[New].at({P.NewGroup, P.NewLine});
    if (!IsFound.count(To) && !Taken.count(Lines->root(Old, From)))
      Lines->join(Old, From, New, To);
  }
}

void SiteMatcher::numberSites() {
  for (auto [P, Entries] : enumerate(M.Sites))
    for (auto [I, E] : enumerate(Entries))
      E.Number = Sites->number(P, I);
  M.NumSites = Sites->size();
}

void SiteMatcher::numberLines() {
  for (auto [I, P] : enumerate(Profiles)) {
    auto &Numbers = M.Lines.emplace_back();
    auto Add = [&, I = I](const auto &Row) {
      const Frame &F = Row.Chain[CodeIndex::levelOf(Row)];
      auto Own =
          OwnLines[I].find({{Names.of(F.Function), fileName(F.File)}, F.Line});
      Numbers[SiteMatch::keyOf(F)] = Lines->number(I, Own->second);
    };
    for (const Site &S : P->Sites)
      Add(S);
    for (const MakerCall &C : P->MakerCalls)
      Add(C);
  }
  M.NumLines = Lines->size();
}

void SiteMatcher::numberDark() {
  std::map<std::tuple<std::string, StringRef, StringRef, uint64_t>, uint32_t>
      Numbers;
  for (const Profile *P : Profiles) {
    std::set<StringRef> Programs;
    for (const Process &One : P->Processes)
      if (auto I = One.Info.find("program"); I != One.Info.end())
        Programs.insert(fileName(I->second));
    std::vector<uint32_t> &Its = M.DarkOrigins.emplace_back();
    for (const DarkOrigin &D : P->Dark) {
      StringRef Library = fileName(D.Library);
      // Versions of a program have names of their own, as in a test.
      if (Programs.count(Library))
        Library = "";
      bool IsNamed = !D.Function.empty();
      Its.push_back(
          Numbers
              .try_emplace({unversioned(Library).str(), D.Function,
                            IsNamed ? "" : D.BuildId, IsNamed ? 0 : D.Offset},
                           Numbers.size())
              .first->second);
    }
  }
  M.NumDark = Numbers.size();
}

std::optional<uint32_t> SiteMatch::line(size_t Profile,
                                        const Frame &Line) const {
  auto I = Lines[Profile].find(keyOf(Line));
  return I == Lines[Profile].end() ? std::nullopt : std::optional(I->second);
}

std::set<uint32_t> SiteMatch::linesOf(size_t Profile) const {
  std::set<uint32_t> All;
  for (const auto &[Key, Number] : Lines[Profile])
    All.insert(Number);
  return All;
}

uint32_t SiteMatch::function(size_t Profile, StringRef LinkageName) const {
  uint32_t Name = Names->of(LinkageName);
  auto First = FirstNames[Profile].find(Name);
  return First == FirstNames[Profile].end() ? Name : First->second;
}

SiteMatch matchSites(ArrayRef<const Profile *> Profiles) {
  return SiteMatcher(Profiles).match();
}

} // namespace anomalloc
