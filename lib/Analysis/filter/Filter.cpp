//===- Filter.cpp - which counts a person asked to see --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/filter/Filter.h"
#include "Support/Demangle.h"
#include "Support/Errors.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {
bool matchesAny(ArrayRef<GlobPattern> Globs, StringRef Text) {
  return any_of(Globs, [&](const GlobPattern &G) { return G.match(Text); });
}

bool matchesPath(ArrayRef<GlobPattern> Globs, StringRef Path) {
  // What is longer is no path (PATH_MAX of limits.h): to look at all its ends
  // would take time in proportion to its square.
  constexpr size_t LongestPath = 4096;
  if (Path.size() > LongestPath)
    return matchesAny(Globs, Path);
  for (StringRef Rest = Path; !Rest.empty(); Rest = Rest.split('/').second)
    if (matchesAny(Globs, Rest))
      return true;
  return false;
}

bool matchesFunction(ArrayRef<GlobPattern> Globs, StringRef LinkageName) {
  if (Globs.empty() || LinkageName.empty())
    return false;
  std::string Full = demangledName(LinkageName);
  return matchesAny(Globs, Full) ||
         matchesAny(Globs, StringRef(Full).split('(').first) ||
         matchesAny(Globs, LinkageName);
}

namespace {

/// Answers per index of the profile, computed once.
class Decisions {
public:
  Decisions(const Profile &P, const Filter &F);
  bool pass(const Count &C) const {
    return passInAnyLane(C) && Lane[uint32_t(C.Lane)];
  }
  bool passScope(SectionIndex InSection, LaneIndex InLane) const {
    return Section[uint32_t(InSection)] && Lane[uint32_t(InLane)];
  }
  template <typename T> bool passInAnyLane(const T &C) const {
    return F.Sizes.contains(C.Size) && Section[uint32_t(C.Section)] &&
           passOrigin(C);
  }
  /// Whether each part of the key that is filtered is there, and passes.
  bool passEach(const RankCount &C) const {
    return (F.Sizes.empty() || (C.Size && F.Sizes.contains(*C.Size))) &&
           (F.Sections.empty() ||
            (C.Section && Section[uint32_t(*C.Section)])) &&
           passOrigin(C);
  }

private:
  template <typename T> bool passOrigin(const T &C) const {
    bool InFile = AnyFile, InFunction = AnyFunction;
    if (C.Site) {
      InFile |= SiteFile[uint32_t(*C.Site)];
      InFunction |= SiteFunction[uint32_t(*C.Site)];
    }
    if (C.Dark) {
      InFile |= DarkFile[uint32_t(*C.Dark)];
      InFunction |= DarkFunction[uint32_t(*C.Dark)];
    }
    return InFile && InFunction;
  }

  const Filter &F;
  bool AnyFile, AnyFunction;
  std::vector<bool> Section, Lane, SiteFile, SiteFunction, DarkFile,
      DarkFunction;
};

Decisions::Decisions(const Profile &P, const Filter &F)
    : F(F), AnyFile(F.Files.empty()), AnyFunction(F.Functions.empty()) {
  for (StringRef Name : P.Sections)
    Section.push_back(
        F.Sections.empty() ||
        matchesAny(F.Sections, Name.empty() ? OutsideName : Name));
  for (const anomalloc::Lane &L : P.Lanes)
    Lane.push_back(F.Threads.empty() ||
                   matchesAny(F.Threads, utostr(L.Number)) ||
                   matchesAny(F.Threads, L.Name));
  for (const Site &S : P.Sites) {
    SiteFile.push_back(AnyFile || any_of(S.Chain, [&](const Frame &Level) {
                         return matchesPath(F.Files, Level.File);
                       }));
    SiteFunction.push_back(
        AnyFunction || any_of(S.Chain, [&](const Frame &Level) {
          return matchesFunction(F.Functions, Level.Function);
        }));
  }
  for (const DarkOrigin &D : P.Dark) {
    DarkFile.push_back(AnyFile || matchesPath(F.Files, D.Library));
    DarkFunction.push_back(AnyFunction ||
                           matchesFunction(F.Functions, D.Function));
  }
}

/// Site and dark origin, with 0 for none; section; size.
using FoldKey = std::pair<std::pair<uint64_t, uint64_t>, uint64_t>;

FoldKey keyOf(const Count &C) {
  uint64_t Site = C.Site ? uint64_t(*C.Site) + 1 : 0;
  uint64_t Dark = C.Dark ? uint64_t(*C.Dark) + 1 : 0;
  return {{Site << 32 | Dark, uint64_t(C.Section)}, C.Size};
}

/// As Decisions knows them.
Count countOf(const StackCount &C) {
  return {C.Site, std::nullopt, C.Section, C.Lane, C.Size, C.Allocations};
}
Count countOf(const StackLifetime &L) {
  return {L.Site, std::nullopt, L.Section, LaneIndex(), L.Size, 0};
}

/// Takes out the levels that no count and no lifetime leads through.
void dropUnusedLevels(Profile &P) {
  std::vector<bool> IsUsed(P.Stacks.size());
  for (const StackCount &C : P.StackCounts)
    IsUsed[uint32_t(C.Stack)] = true;
  for (const StackLifetime &L : P.StackLifetimes)
    IsUsed[uint32_t(L.Stack)] = true;
  for (size_t I = P.Stacks.size(); I-- != 0;)
    if (IsUsed[I] && P.Stacks[I].Caller)
      IsUsed[uint32_t(*P.Stacks[I].Caller)] = true;
  std::vector<StackIndex> NewIndex(P.Stacks.size());
  std::vector<StackLevel> Kept;
  for (size_t I = 0; I != P.Stacks.size(); ++I) {
    if (!IsUsed[I])
      continue;
    NewIndex[I] = StackIndex(Kept.size());
    Kept.push_back(P.Stacks[I]);
    if (std::optional<StackIndex> &Caller = Kept.back().Caller)
      Caller = NewIndex[uint32_t(*Caller)];
  }
  P.Stacks = std::move(Kept);
  for (StackCount &C : P.StackCounts)
    C.Stack = NewIndex[uint32_t(C.Stack)];
  for (StackLifetime &L : P.StackLifetimes)
    L.Stack = NewIndex[uint32_t(L.Stack)];
}

} // namespace

Error addGlob(std::vector<GlobPattern> &Globs, StringRef Text) {
  Expected<GlobPattern> G = GlobPattern::create(Text, /*MaxSubPatterns=*/1024);
  if (!G)
    return makeError("'" + Text +
                     "' is not a pattern: " + toString(G.takeError()));
  Globs.push_back(std::move(*G));
  return Error::success();
}

std::vector<Count> applyFilter(const Profile &P, const Filter &F) {
  Decisions D(P, F);
  std::vector<Count> Kept;
  DenseMap<FoldKey, size_t> Seen;
  for (const Count &C : P.Counts) {
    if (!D.pass(C))
      continue;
    auto [It, New] = Seen.try_emplace(keyOf(C), Kept.size());
    if (New) {
      Kept.push_back(C);
      Kept.back().Lane = LaneIndex(0);
      continue;
    }
    uint64_t &Sum = Kept[It->second].Allocations;
    Sum = SaturatingAdd(Sum, C.Allocations);
  }
  sort(Kept,
       [](const Count &A, const Count &B) { return keyOf(A) < keyOf(B); });
  return Kept;
}

std::vector<StackCount> applyFilterToStacks(const Profile &P, const Filter &F) {
  Decisions D(P, F);
  std::vector<StackCount> Kept;
  for (const StackCount &C : P.StackCounts)
    if (D.pass(countOf(C)))
      Kept.push_back(C);
  return Kept;
}

std::vector<const StackLifetime *>
applyFilterToStackLifetimes(const Profile &P, const Filter &F) {
  Decisions D(P, F);
  std::vector<const StackLifetime *> Kept;
  for (const StackLifetime &L : P.StackLifetimes)
    if (D.passInAnyLane(countOf(L)))
      Kept.push_back(&L);
  return Kept;
}

void keepFiltered(Profile &P, const Filter &F) {
  Decisions D(P, F);
  erase_if(P.Counts, [&](const Count &C) { return !D.pass(C); });
  erase_if(P.StackCounts,
           [&](const StackCount &C) { return !D.pass(countOf(C)); });
  erase_if(P.Lifetimes, [&](const Lifetime &L) { return !D.passInAnyLane(L); });
  erase_if(P.StackLifetimes, [&](const StackLifetime &L) {
    return !F.Threads.empty() || !D.passInAnyLane(countOf(L));
  });
  for (std::vector<Count> *Rows : {&P.NotDrawn, &P.WithoutStacks})
    erase_if(*Rows, [&](const Count &C) { return !D.pass(C); });
  dropUnusedLevels(P);
}

std::vector<const RankCount *> applyFilterToRanks(const Profile &P,
                                                  const Filter &F) {
  Decisions D(P, F);
  std::vector<const RankCount *> Kept;
  if (!F.Threads.empty())
    return Kept;
  for (const RankCount &C : P.RankCounts)
    if (D.passEach(C))
      Kept.push_back(&C);
  return Kept;
}

std::vector<Count> applyFilterToNotDrawn(const Profile &P, const Filter &F) {
  Decisions D(P, F);
  std::vector<Count> Kept;
  for (const Count &C : P.NotDrawn)
    if (D.passInAnyLane(C))
      Kept.push_back(C);
  return Kept;
}

MakerShares applyFilterToMakers(const Profile &P, const Filter &F) {
  Decisions D(P, F);
  return shareMakers(
      P, [&](SectionIndex S, LaneIndex L) { return D.passScope(S, L); },
      [&](const Count &C) { return D.pass(C); });
}

std::vector<const Lifetime *> applyFilterToLifetimes(const Profile &P,
                                                     const Filter &F) {
  Decisions D(P, F);
  std::vector<const Lifetime *> Kept;
  for (const Lifetime &L : P.Lifetimes)
    if (D.passInAnyLane(L))
      Kept.push_back(&L);
  return Kept;
}

} // namespace anomalloc
