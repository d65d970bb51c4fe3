//===- PairSites.cpp - the sites of two versions of a program -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare/PairSites.h"
#include "Compare/Align.h"
#include "Profile/Library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

/// Lines and columns of a chain, the outermost first.
using Position = std::vector<std::pair<uint32_t, uint32_t>>;

/// Sites of one place in the source that nothing tells apart.
struct Place {
  Position At;
  std::optional<uint64_t> Size; ///< If it is constant, and the same for all.
  StringRef Type;
  SmallVector<SiteIndex, 1> Sites;
  SeenSizes Seen;

  uint64_t key() const {
    return xxh3_64bits(Type) + (Size ? *Size + 1 : 0) * 0x9E3779B97F4A7C15u;
  }
  bool mayBe(const Place &Other) const {
    return (!Size || !Other.Size || *Size == *Other.Size) &&
           (Type.empty() || Other.Type.empty() || Type == Other.Type);
  }
};

/// Places by what \p Of says of them; null for what is said of several.
template <typename Key, typename Fn>
std::map<Key, const Place *> onlyOnes(ArrayRef<Place> Places, Fn Of) {
  std::map<Key, const Place *> All;
  for (const Place &P : Places) {
    auto [I, IsFirst] = All.try_emplace(Of(P), &P);
    if (!IsFirst)
      I->second = nullptr;
  }
  return All;
}

enum Side { OldSide, NewSide };

/// Sites whose chains have the same names, up to some level.
struct LikeSites {
  std::array<std::vector<SiteIndex>, 2> Of;
};

/// How many levels of a chain count; none: the site is left out.
using LevelsOf = std::optional<size_t> (*)(const Profile &, const Site &);

std::optional<size_t> wholeChain(const Profile &, const Site &S) {
  return S.Chain.size();
}

/// Up to the line that a person sees: who that was inlined into may change.
std::optional<size_t> upToLine(const Profile &P, const Site &S) {
  uint32_t Level = CodeIndex::levelOf(S);
  if (!S.ChangeFrame && P.isSystemFile(S.Chain[Level].File))
    return std::nullopt;
  return Level + 1;
}

class Pairing {
public:
  Pairing(const CodeIndex &Old, const CodeIndex &New, const Renames &R,
          const LineMatch &Lines, NameTable &Names)
      : Code{&Old, &New}, Profiles{&Old.profile(), &New.profile()}, R(R),
        Lines(Lines), Names(Names) {
    for (Side S : {OldSide, NewSide})
      IsPaired[S].resize(Profiles[S]->Sites.size());
  }

  std::vector<SitePair> pair() {
    pairRecovered();
    for (const auto &[Key, Like] : group(wholeChain, /*WithFiles=*/true))
      pairPlaces(placesOf(OldSide, Like, wholeChain),
                 placesOf(NewSide, Like, wholeChain));
    pairMovedFunctions();
    for (const auto &[Key, Like] : group(upToLine, /*WithFiles=*/true))
      pairInlinedElsewhere(placesOf(OldSide, Like, upToLine),
                           placesOf(NewSide, Like, upToLine));
    return std::move(Pairs);
  }

private:
  using Groups = std::map<std::vector<uint32_t>, LikeSites>;

  const Site &site(Side S, SiteIndex I) const { return Profiles[S]->site(I); }
  std::vector<uint32_t> keyOf(Side S, const Site &Its, size_t Levels,
                              bool WithFiles);
  Groups group(LevelsOf Levels, bool WithFiles);
  void pairRecovered();
  std::vector<Place> placesOf(Side S, const LikeSites &Like, LevelsOf Levels);
  void pairPlaces(ArrayRef<Place> Old, ArrayRef<Place> New);
  void pairUnmoved(ArrayRef<Place> Old, ArrayRef<Place> New);
  void pairMovedFunctions();
  void pairInlinedElsewhere(ArrayRef<Place> Old, ArrayRef<Place> New);
  void join(const Place &Old, const Place &New);
  void add(SiteIndex Old, SiteIndex New, bool ByOrder);
  void addAll(const Place &Old, const Place &New, bool ByOrder);
  bool isPaired(Side S, SiteIndex I) const { return IsPaired[S][uint32_t(I)]; }
  /// Whether all of its sites are.
  bool isPaired(Side S, const Place &P) const {
    return all_of(P.Sites, [&](SiteIndex I) { return isPaired(S, I); });
  }

  std::array<const CodeIndex *, 2> Code;
  std::array<const Profile *, 2> Profiles;
  const Renames &R;
  const LineMatch &Lines;
  NameTable &Names;
  std::map<StringRef, uint32_t> FileNumbers;
  std::array<std::vector<bool>, 2> IsPaired;
  bool RecoveredIsDone = false; ///< Recovered sites are paired by id alone.
  std::vector<SitePair> Pairs;
  std::multimap<SiteIndex, SiteIndex> PartnersOf; ///< New ones of old ones.
};

/// Names as they are in the new version.
std::vector<uint32_t> Pairing::keyOf(Side S, const Site &Its, size_t Levels,
                                     bool WithFiles) {
  std::vector<uint32_t> Key = {uint32_t(Its.Family), Names.of(Its.Callee)};
  for (const Frame &F : ArrayRef(Its.Chain).take_front(Levels)) {
    uint32_t Name = Names.of(F.Function);
    StringRef File = fileName(F.File);
    if (S == OldSide) {
      Name = R.function(Name);
      File = R.file(File);
    }
    Key.push_back(Name);
    bool FileMatters = WithFiles && !Names.isExternal(Name);
    Key.push_back(FileMatters
                      ? FileNumbers.try_emplace(File, FileNumbers.size() + 1)
                            .first->second
                      : 0);
  }
  return Key;
}

Pairing::Groups Pairing::group(LevelsOf Levels, bool WithFiles) {
  Groups All;
  for (Side S : {OldSide, NewSide}) {
    const Profile &P = *Profiles[S];
    for (uint32_t I = 0; I != P.Sites.size(); ++I)
      if (P.Sites[I].FromBinary &&
          (RecoveredIsDone || isPaired(S, SiteIndex(I))))
        continue;
      else if (auto Number = Levels(P, P.Sites[I]))
        All[keyOf(S, P.Sites[I], *Number, WithFiles)].Of[S].push_back(
            SiteIndex(I));
  }
  return All;
}

/// The build ids of the program and of its own libraries.
static std::set<StringRef> ownBuilds(const Profile &P) {
  std::set<StringRef> Own;
  for (const Module &M : P.Modules)
    if (!M.BuildId.empty() && !isSystemLibrary(M.Path))
      Own.insert(M.BuildId);
  return Own;
}

/// Recovered sites are those that ran, not all that there are. So their order
/// in a function tells nothing where a run left some out. In one binary the id
/// tells all.
void Pairing::pairRecovered() {
  std::map<uint64_t, SiteIndex> Olds;
  for (uint32_t I = 0; I != Profiles[OldSide]->Sites.size(); ++I)
    if (Profiles[OldSide]->Sites[I].FromBinary)
      Olds.try_emplace(Profiles[OldSide]->Sites[I].Id, SiteIndex(I));
  for (uint32_t I = 0; I != Profiles[NewSide]->Sites.size(); ++I) {
    const Site &To = Profiles[NewSide]->Sites[I];
    auto From = Olds.find(To.Id);
    if (To.FromBinary && From != Olds.end())
      add(From->second, SiteIndex(I), /*ByOrder=*/false);
  }
  const std::set<StringRef> Builds = ownBuilds(*Profiles[OldSide]);
  RecoveredIsDone = !Builds.empty() && Builds == ownBuilds(*Profiles[NewSide]);
}

std::vector<Place> Pairing::placesOf(Side S, const LikeSites &Like,
                                     LevelsOf Levels) {
  std::vector<Place> All;
  for (SiteIndex I : Like.Of[S]) {
    const Site &Its = site(S, I);
    Place P;
    for (const Frame &F :
         reverse(ArrayRef(Its.Chain).take_front(*Levels(*Profiles[S], Its))))
      P.At.emplace_back(F.Line, F.Column);
    P.Size = Its.ConstantSize;
    P.Type = Its.Type;
    P.Sites = {I};
    P.Seen = Code[S]->sizesOf(I);
    All.push_back(std::move(P));
  }
  stable_sort(All, [](const Place &A, const Place &B) { return A.At < B.At; });
  // Where lines are not known, order is all there is.
  auto IsKnown = [](const Place &P) {
    return all_of(P.At, [](const auto &Line) { return Line.first != 0; });
  };
  const bool SplitsByKey = Levels == wholeChain;
  std::vector<Place> Joined;
  for (Place &P : All) {
    Place *Same = nullptr;
    if (IsKnown(P))
      for (Place &Other : reverse(Joined)) {
        if (Other.At != P.At)
          break;
        if (!SplitsByKey || Other.key() == P.key()) {
          Same = &Other;
          break;
        }
      }
    if (!Same) {
      Joined.push_back(std::move(P));
      continue;
    }
    Same->Sites.push_back(P.Sites.front());
    Same->Seen.insert(P.Seen.begin(), P.Seen.end());
    if (Same->Size != P.Size)
      Same->Size = std::nullopt;
    if (Same->Type != P.Type)
      Same->Type = "";
  }
  return Joined;
}

std::vector<AlignedPair> alignPlaces(ArrayRef<Place> Old, ArrayRef<Place> New) {
  std::array<std::vector<uint64_t>, 2> Keys;
  std::array<std::vector<SeenSizes>, 2> Seen;
  for (Side S : {OldSide, NewSide})
    for (const Place &P : S == OldSide ? Old : New) {
      Keys[S].push_back(P.key());
      Seen[S].push_back(P.Seen);
    }
  std::vector<AlignedPair> Pairs = align(Keys[OldSide], Keys[NewSide]);
  dropRefuted(Pairs, Seen[OldSide], Seen[NewSide]);
  return Pairs;
}

void Pairing::add(SiteIndex Old, SiteIndex New, bool ByOrder) {
  const Site &From = site(OldSide, Old), &To = site(NewSide, New);
  MatchedBy How = From.Id == To.Id ? MatchedBy::Id : MatchedBy::Function;
  for (const Frame &F : From.Chain)
    if (R.Functions.count(Names.of(F.Function)))
      How = MatchedBy::Line;
  IsPaired[OldSide][uint32_t(Old)] = IsPaired[NewSide][uint32_t(New)] = true;
  PartnersOf.emplace(Old, New);
  Pairs.push_back({Old, New, How, ByOrder});
}

/// Nothing tells the sites of one place apart: each is paired with its own id,
/// or with any.
void Pairing::addAll(const Place &Old, const Place &New, bool ByOrder) {
  for (SiteIndex From : Old.Sites) {
    SiteIndex To = New.Sites.front();
    for (SiteIndex Same : New.Sites)
      if (site(OldSide, From).Id == site(NewSide, Same).Id)
        To = Same;
    add(From, To, ByOrder);
  }
  for (SiteIndex To : New.Sites)
    if (!isPaired(NewSide, To))
      add(Old.Sites.front(), To, ByOrder);
  // All of them have one number.
  for (SiteIndex To : ArrayRef(New.Sites).drop_front())
    if (Old.Sites.size() > 1)
      Pairs.push_back({Old.Sites.front(), To, MatchedBy::Function, ByOrder});
}

void Pairing::pairPlaces(ArrayRef<Place> Old, ArrayRef<Place> New) {
  auto AreAsMany = [](const Place &A, const Place &B) {
    return A.Sites.size() == B.Sites.size();
  };
  if (Old.size() == 1 && New.size() == 1 && AreAsMany(Old[0], New[0])) {
    addAll(Old[0], New[0], /*ByOrder=*/false);
    return;
  }
  for (const AlignedPair &P : alignPlaces(Old, New))
    if (AreAsMany(Old[P.Old], New[P.New]))
      addAll(Old[P.Old], New[P.New], P.ByOrder);
  // A type that stands once in each, though its size has changed.
  auto TypeOf = [](const Place &P) { return P.Type; };
  const auto OldTypes = onlyOnes<StringRef>(Old, TypeOf);
  const auto NewTypes = onlyOnes<StringRef>(New, TypeOf);
  for (const auto &[Type, From] : OldTypes) {
    auto To = NewTypes.find(Type);
    if (!Type.empty() && From && To != NewTypes.end() && To->second &&
        !isPaired(OldSide, *From) && !isPaired(NewSide, *To->second) &&
        AreAsMany(*From, *To->second))
      addAll(*From, *To->second, /*ByOrder=*/false);
  }
  pairUnmoved(Old, New);
}

/// Pairs what stands where it stood, in files whose lines did not move.
void Pairing::pairUnmoved(ArrayRef<Place> Old, ArrayRef<Place> New) {
  const auto AtPosition =
      onlyOnes<Position>(New, [](const Place &P) { return P.At; });
  for (const Place &P : Old) {
    auto Found = AtPosition.find(P.At);
    if (isPaired(OldSide, P) || Found == AtPosition.end() || !Found->second)
      continue;
    const Place &Same = *Found->second;
    bool IsUnmoved =
        all_of(site(OldSide, P.Sites.front()).Chain, [&](const Frame &F) {
          return Profiles[OldSide]->isSystemFile(F.File) ||
                 Lines.Unmoved.count(R.file(fileName(F.File)));
        });
    if (IsUnmoved && !isPaired(NewSide, Same) && P.mayBe(Same) &&
        P.Sites.size() == Same.Sites.size() && !areDisjoint(P.Seen, Same.Seen))
      addAll(P, Same, /*ByOrder=*/false);
  }
}

/// Functions of other files with the ids that they had: the name means one
/// function, though it does not say so.
void Pairing::pairMovedFunctions() {
  for (auto &[Key, All] : group(wholeChain, /*WithFiles=*/false)) {
    LikeSites Open;
    std::array<std::multiset<uint64_t>, 2> Ids;
    for (Side S : {OldSide, NewSide})
      for (SiteIndex I : All.Of[S])
        if (!isPaired(S, I)) {
          Open.Of[S].push_back(I);
          Ids[S].insert(site(S, I).Id);
        }
    if (!Ids[OldSide].empty() && Ids[OldSide] == Ids[NewSide])
      pairPlaces(placesOf(OldSide, Open, wholeChain),
                 placesOf(NewSide, Open, wholeChain));
  }
}

/// The sites of one place in the source are the same, whomever it was inlined
/// into. Does nothing if that contradicts what is paired already.
void Pairing::join(const Place &Old, const Place &New) {
  if (isPaired(OldSide, Old) && isPaired(NewSide, New))
    return;
  size_t Within = 0;
  for (SiteIndex From : Old.Sites)
    for (auto [I, End] = PartnersOf.equal_range(From); I != End; ++I) {
      if (!is_contained(New.Sites, I->second))
        return;
      ++Within;
    }
  size_t Paired = count_if(
      New.Sites, [&](SiteIndex I) { return IsPaired[NewSide][uint32_t(I)]; });
  if (Paired > Within)
    return; // Some of them are paired with other sites.
  for (SiteIndex From : Old.Sites)
    add(From, New.Sites.front(), /*ByOrder=*/false);
  for (SiteIndex To : ArrayRef(New.Sites).drop_front())
    add(Old.Sites.front(), To, /*ByOrder=*/false);
}

void Pairing::pairInlinedElsewhere(ArrayRef<Place> Old, ArrayRef<Place> New) {
  auto IsWhole = [](const Place &P) { return P.At.front().first != 0; };
  if (!all_of(Old, IsWhole) || !all_of(New, IsWhole))
    return;
  if (Old.size() == 1 && New.size() == 1) {
    if (Old[0].mayBe(New[0]))
      join(Old[0], New[0]);
    return;
  }
  for (const AlignedPair &P : alignPlaces(Old, New))
    join(Old[P.Old], New[P.New]);
}

} // namespace

std::vector<SitePair> pairSites(const CodeIndex &Old, const CodeIndex &New,
                                const Renames &R, const LineMatch &Lines,
                                NameTable &Names) {
  return Pairing(Old, New, R, Lines, Names).pair();
}

} // namespace anomalloc
