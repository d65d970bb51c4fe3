//===- JsonSites.cpp - sites and loops for programs -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/VerdictText.h"
#include "Report/report/ChangeParts.h"
#include "Report/report/JsonParts.h"
#include <set>

using namespace llvm;

namespace anomalloc {

template <>
inline constexpr SiteRanking::Per FirstOf<SiteRanking::Per> =
    SiteRanking::Per::Iteration;
template <>
inline constexpr SiteRanking::Per LastOf<SiteRanking::Per> =
    SiteRanking::Per::Entry;

template <> inline constexpr BlockLife LastOf<BlockLife> = BlockLife::Last;
template <>
inline constexpr VerdictObstacle LastOf<VerdictObstacle> =
    VerdictObstacle::Last;

namespace {

/// Who is given the block and only reads.
struct ShownReaders {
  const BlockReaders &Its;
};
void describe(Keys<ShownReaders> &K) {
  using Shown = const ShownReaders &;
  K.name("readers");
  K.include([](Shown S) { return CalledFunction{S.Its.First}; });
  K.add("functions", "how many functions; the first one stands above",
        [](Shown S) { return S.Its.Number; });
}

/// What stands against a better verdict.
struct ShownObstacle {
  const BlockVerdict &Its;
};
void describe(Keys<ShownObstacle> &K) {
  using Shown = const ShownObstacle &;
  K.name("obstacle");
  K.add("kind", [](Shown S) { return S.Its.Obstacle; });
  K.include([](Shown S) { return CalledFunction{S.Its.Name}; });
  K.add("file", [](Shown S) { return S.Its.File; });
  K.add("line", "the first line of the user's; 0: not known",
        [](Shown S) { return S.Its.Line; });
  K.add("column", [](Shown S) { return S.Its.Column; });
}

} // namespace

void describe(Keys<ShownVerdict> &K) {
  using Shown = const ShownVerdict &;
  K.name("verdict");
  K.add("life",
        "iteration: freed on every path before the next iteration of the loop "
        "around it; call: on every path of the call that makes it; open: not "
        "proved",
        [](Shown S) { return S.Its.Life; });
  K.add("can_be_kept", "one block before the loop can serve all iterations",
        [](Shown S) { return S.Its.CanBeKept; });
  K.add("kept_around", "the outermost loop for which that holds",
        [](Shown S) -> std::optional<SiteId> {
          if (!S.Its.CanBeKept || !S.KeptAround)
            return std::nullopt;
          return SiteId{S.Model.loop(*S.KeptAround).Id};
        });
  K.add("fits_stack", "it could be a part of the function's frame",
        [](Shown S) { return S.Its.FitsStack; });
  K.add("size_bound", "bytes, if all blocks are proved to have no more",
        [](Shown S) { return S.Its.SizeBound; });
  K.add("obstacle", "the first thing that stands against a better verdict",
        [](Shown S) -> std::optional<ShownObstacle> {
          if (S.Its.Obstacle == VerdictObstacle::None)
            return std::nullopt;
          return ShownObstacle{S.Its};
        });
  K.add("readers",
        "the functions that are given the block, if it gets out of the "
        "function by no other way and they only read; else null",
        [](Shown S) -> std::optional<ShownReaders> {
          if (!S.Its.Readers)
            return std::nullopt;
          return ShownReaders{*S.Its.Readers};
        });
}

void describe(Keys<StaticSite> &K) {
  using Shown = const StaticSite &;
  K.name("static_site", "what the compiler said of a site");
  K.add("id", "stable across rebuilds where the code did not change",
        [](Shown S) { return SiteId{S.Its.Id}; });
  K.addWord("known_from", {"compiler", "binary"},
            "compiler: the plugin saw the site; binary: it was found in debug "
            "information and machine code",
            [](Shown S) { return S.Its.FromBinary; });
  K.add("family",
        "heap: one call, one block; pool: a block of a user's own allocation "
        "function, no heap allocation; leading: a library function known to "
        "allocate, charged with what happens inside",
        [](Shown S) { return S.Its.Family; });
  K.addWord("space", namesOfSpaces(), "where the blocks lie",
            [](Shown S) { return S.Its.Space; });
  K.include([](Shown S) { return S.Its.userFrame(); });
  K.include([](Shown S) { return CalledFunction{S.Its.Callee}; });
  K.add("type", "allocated type; empty if unknown",
        [](Shown S) { return S.Its.Type; });
  K.add("constant_size", "bytes, if the compiler knew",
        [](Shown S) { return S.Its.ConstantSize; });
  K.add("never_returns",
        "each path from it ends in a call that does not return: a throw, an "
        "abort, an exit",
        [](Shown S) { return S.Its.NeverReturns; });
  K.add("verdict",
        "what the compiler proved of each block; null: nobody asked it",
        [](Shown S) -> std::optional<ShownVerdict> {
          if (!S.Its.Proved)
            return std::nullopt;
          return ShownVerdict{S.Model, *S.Its.Proved, S.Its.KeptAround};
        });
  K.add("loop_depth", "in the function after inlining",
        [](Shown S) { return S.Its.LoopDepth; });
  K.add("loop_depth_is_least",
        "machine code did not tell all loops: both loop depths are the least "
        "that they can be",
        [](Shown S) { return S.Its.LoopDepthIsLeast; });
  K.add("loop", "innermost loop around the site",
        [](Shown S) -> std::optional<SiteId> {
          if (!S.Its.InnermostLoop)
            return std::nullopt;
          return SiteId{S.Model.loop(*S.Its.InnermostLoop).Id};
        });
  K.add("user_frame",
        "index into chain: the level whose function, file, line and column "
        "stand above",
        [](Shown S) { return S.Its.UserFrame; });
  K.add("change_frame",
        "index into chain: the line to change, the first level whose function "
        "is no maker; null: makers alone, see maker_calls",
        [](Shown S) { return S.Its.ChangeFrame; });
  K.add("chain", "inline chain, innermost level first",
        [](Shown S) { return ArrayRef(S.Its.Chain); });
}

static const char *nameOf(SiteRanking::Per Basis) {
  return Basis == SiteRanking::Per::Iteration ? "iteration" : "entry";
}

namespace {

/// A row of the report's table of sites.
struct RankedSite {
  const Analysis &A;
  const SiteRanking::Row &Row;

  /// The entry of the findings that has its blocks, or why there is none.
  const ChangeList::Word &word() const {
    return A.Changes.OfSite[uint32_t(Row.Site)];
  }
  bool hasRate() const { return Row.Basis != SiteRanking::Per::Unknown; }
};

void describe(Keys<RankedSite> &K) {
  using Shown = const RankedSite &;
  K.name("site");
  K.include([](Shown S) {
    return StaticSite{*S.A.Source, S.A.Source->site(S.Row.Site)};
  });
  K.add("effective_loop_depth", "along the deepest call chain of the program",
        [](Shown S) { return S.Row.EffectiveLoopDepth; });
  K.include([](Shown S) { return S.Row.Sum; });
  K.add("callers",
        "of a site in an out-of-line library function, whose chain has no user "
        "frame: the user's lines that call that function, straight or through "
        "other library functions, those deepest in loops first; one: all "
        "allocations come from there, several: each may have made them",
        [](Shown S) { return ArrayRef(S.Row.Callers.Lines); });
  K.add("other_callers", "how many were left out of callers",
        [](Shown S) { return S.Row.Callers.Others; });
  K.add("finding", "the rank of the finding that has its blocks",
        [](Shown S) -> std::optional<std::string> {
          if (!S.word().Entry)
            return std::nullopt;
          return rankOf(S.A.Changes, *S.word().Entry);
        });
  K.add("no_finding", "why there is none", [](Shown S) {
    return orNull(!S.word().Entry, reasonOf(S.word().Why));
  });
  K.add("allocations_per",
        "in each iteration of the site's loops (the innermost one around it, "
        "or those around the calls of its function), or in each entry of the "
        "innermost one; of the whole run, whatever the filters are",
        [](Shown S) { return orNull(S.hasRate(), S.Row.AllocationsPer); });
  K.add("per", [](Shown S) { return orNull(S.hasRate(), S.Row.Basis); });
  K.add("sizes", "most allocations first", [](Shown S) {
    return each(S.Row.Sizes, [](const SiteRanking::SizeShare &Share) {
      return SizeShare{Share.Size, Share.Allocations};
    });
  });
  K.add("sections", [](Shown S) {
    return each(S.Row.Sections,
                [&P = *S.A.Source](const SiteRanking::SectionShare &Share) {
                  return SectionSum{P.section(Share.Section), Share.Sum};
                });
  });
}

struct ShownLoop {
  const Profile &Model;
  const Loop &Its;
};

void describe(Keys<ShownLoop> &K) {
  using Shown = const ShownLoop &;
  K.name("loop");
  K.add("id", [](Shown L) { return SiteId{L.Its.Id}; });
  K.add("parent", [](Shown L) -> std::optional<SiteId> {
    if (!L.Its.Parent)
      return std::nullopt;
    return SiteId{L.Model.loop(*L.Its.Parent).Id};
  });
  K.add("function", [](Shown L) { return fullFunctionName(L.Its.Function); });
  K.add("file", [](Shown L) { return L.Its.File; });
  K.add("line", [](Shown L) { return L.Its.Line; });
  K.add("column", [](Shown L) { return L.Its.Column; });
  K.add("trip_count", "constant",
        [](Shown L) { return orNull(L.Its.TripCount, L.Its.TripCount); });
  K.add("entries", "times entered, if counted",
        [](Shown L) { return orNull(L.Its.CountsEntries, L.Its.Entries); });
  K.add("iterations", "sum of its trip counts, if counted", [](Shown L) {
    return orNull(L.Its.CountsIterations, L.Its.Iterations);
  });
}

Each<ShownLoop> loopsAroundSites(const Analysis &A) {
  return {[&A](Each<ShownLoop>::Taker Take) {
    const Profile &P = *A.Source;
    std::set<LoopIndex> Shown;
    for (const SiteRanking::Row &R : A.Sites.Rows)
      for (std::optional<LoopIndex> L = P.site(R.Site).InnermostLoop;
           L && Shown.insert(*L).second; L = P.loop(*L).Parent)
        ;
    for (LoopIndex L : Shown)
      Take({P, P.loop(L)});
  }};
}

} // namespace

void describeSites(Keys<Analysis> &K) {
  K.add("sites", "that ran, heaviest first", [](const Analysis &A) {
    return each(A.Sites.Rows,
                [&A](const SiteRanking::Row &R) { return RankedSite{A, R}; });
  });
  describeMakerCalls(K);
  K.add("loops", "around the sites, and around those", loopsAroundSites);
}

} // namespace anomalloc
