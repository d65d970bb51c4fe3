//===- CulpritStacks.cpp - who called the lines of a breach ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lines/Makers.h"
#include "Budget/Culprits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc::budget {
namespace {

struct LevelsOfStack {
  std::vector<Frame> All;
  std::vector<Frame> Own; ///< Those of the program's own code.
};

LevelsOfStack levelsOf(const Profile &P, StackIndex Innermost) {
  constexpr size_t Most = 256;
  LevelsOfStack Levels;
  for (std::optional<StackIndex> I = Innermost; I && Levels.All.size() < Most;
       I = P.stack(*I).Caller) {
    const CodePlace &Place = P.place(P.stack(*I).Place);
    append_range(Levels.All, Place.Levels);
    copy_if(Place.Levels, std::back_inserter(Levels.Own), [&](const Frame &F) {
      return isUserSource(P, F.File, Place.Library);
    });
  }
  return Levels;
}

/// What stacks are known again by: the numbers of their functions.
using Key = std::vector<uint32_t>;

Key keyOf(const LevelsOfStack &Levels, size_t Profile, const SiteMatch &Match) {
  Key Its;
  for (const Frame &F : Levels.Own)
    Its.push_back(Match.function(Profile, F.Function));
  return Its;
}

/// By stack: what those sites allocated in the scope.
template <typename Fn>
std::map<StackIndex, uint64_t> weigh(const InScope &Where, Fn HasSite) {
  std::map<StackIndex, uint64_t> Weights;
  for (const StackCount &S : Where.R.P.StackCounts)
    if (S.Site && HasSite(*S.Site) && Where.has(S))
      Weights[S.Stack] = SaturatingAdd(Weights[S.Stack], S.Allocations);
  return Weights;
}

/// What the stacks with these functions allocated, and the heaviest of them.
struct Alike {
  uint64_t Sum = 0, Heaviest = 0;
  LevelsOfStack Levels;
};

/// By functions, if there is a base; else each stack is by itself.
std::map<Key, Alike> stacksOf(const Culprit &C, const InScope &Where,
                              const StacksBefore *Before) {
  std::map<Key, Alike> All;
  const Frame &Line = C.Levels.front();
  for (auto [Stack, Weight] :
       weigh(Where, [&](SiteIndex S) { return is_contained(C.Sites, S); })) {
    LevelsOfStack Levels = levelsOf(Where.R.P, Stack);
    // A site in a library is on the stacks of other lines, too.
    if (none_of(Levels.All, [&](const Frame &F) {
          return F.Line == Line.Line && F.File == Line.File;
        }))
      continue;
    Alike &To = All[Before ? keyOf(Levels, Before->New, Before->Match)
                           : Key{uint32_t(Stack)}];
    To.Sum = SaturatingAdd(To.Sum, Weight);
    if (Weight > To.Heaviest) {
      To.Heaviest = Weight;
      To.Levels = std::move(Levels);
    }
  }
  return All;
}

} // namespace

void addStacks(const InScope &Where, MutableArrayRef<Culprit> Culprits,
               const StacksBefore *Before) {
  for (Culprit &C : Culprits) {
    if (C.Levels.empty())
      continue;
    std::map<Key, Alike> All = stacksOf(C, Where, Before);
    std::map<Key, uint64_t> Old;
    if (Before) {
      std::set<uint32_t> Sites;
      for (SiteIndex S : C.Sites)
        Sites.insert(Before->Match.site(Before->New, S).Number);
      auto HasSite = [&](SiteIndex S) {
        return Sites.count(Before->Match.site(Before->Old, S).Number) != 0;
      };
      for (auto [Stack, Weight] : weigh(Before->Where, HasSite)) {
        uint64_t &Sum = Old[keyOf(levelsOf(Before->Where.R.P, Stack),
                                  Before->Old, Before->Match)];
        Sum = SaturatingAdd(Sum, Weight);
      }
    }
    auto GrownOf = [&](const std::pair<const Key, Alike> &One) {
      auto Was = Old.find(One.first);
      return One.second.Sum -
             (Was == Old.end() ? 0 : std::min(One.second.Sum, Was->second));
    };
    auto Most = max_element(All, [&](const auto &A, const auto &B) {
      return std::tuple(GrownOf(A), A.second.Sum) <
             std::tuple(GrownOf(B), B.second.Sum);
    });
    if (Most == All.end())
      continue;
    C.Stack = std::move(Most->second.Levels.All);
    C.OwnStack = std::move(Most->second.Levels.Own);
  }
}

} // namespace anomalloc::budget
