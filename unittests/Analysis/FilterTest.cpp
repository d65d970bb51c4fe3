//===- FilterTest.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/filter/Filter.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

using Globs = std::vector<llvm::GlobPattern>;

Globs globs(std::initializer_list<const char *> Texts) {
  Globs All;
  for (const char *Text : Texts)
    if (llvm::Error E = addGlob(All, Text))
      ADD_FAILURE() << llvm::toString(std::move(E));
  return All;
}

/// Two sites, a dark library, a section, and two threads.
class Recorded {
public:
  Recorded() {
    P.Sections = {"", "solve"};
    P.Lanes.resize(2);
    P.Lanes[0].Name = "main";
    P.Lanes[1].Number = 1;
    P.Lanes[1].Name = "worker";
    P.Sites.resize(2);
    // Mesh::get(int), inlined into main; and free_all().
    P.Sites[0].Chain = {{"_ZN4Mesh3getEi", "/home/me/src/mesh.cpp", 5},
                        {"main", "/home/me/src/main.cpp", 9}};
    P.Sites[1].Chain = {{"_Z8free_allv", "/home/me/lib/all.cpp", 3}};
    DarkOrigin Png;
    Png.Library = "/usr/lib/libpng.so";
    Png.Function = "png_read";
    P.Dark = {Png};
  }

  Recorded &site(uint32_t I, uint64_t Size, uint64_t Number,
                 uint32_t Section = 0, uint32_t Lane = 0) {
    P.Counts.push_back({SiteIndex(I), std::nullopt, SectionIndex(Section),
                        LaneIndex(Lane), Size, Number});
    return *this;
  }
  Recorded &dark(uint64_t Size, uint64_t Number) {
    P.Counts.push_back({std::nullopt, DarkIndex(0), SectionIndex(0),
                        LaneIndex(0), Size, Number});
    return *this;
  }
  /// One of everything; each number tells which.
  Recorded &everything() {
    return site(0, 8, 1).site(0, 8, 2, 1).site(1, 16, 4, 0, 1).dark(8, 8);
  }

  Profile P;
};

/// The numbers of what passes, added up.
uint64_t passing(const Filter &F) {
  Recorded R;
  R.everything();
  uint64_t Sum = 0;
  for (const Count &C : applyFilter(R.P, F))
    Sum += C.Allocations;
  return Sum;
}

TEST(Filter, WithoutAKindAllPass) {
  EXPECT_TRUE(Filter().empty());
  EXPECT_EQ(passing({}), 15u);
  EXPECT_TRUE(applyFilter(Profile(), Filter()).empty());
}

TEST(Filter, EachKindChoosesByItself) {
  Filter F;
  F.Sections = globs({"solve"});
  EXPECT_FALSE(F.empty());
  EXPECT_EQ(passing(F), 2u);
  F.Sections = globs({"outside"});
  EXPECT_EQ(passing(F), 13u);
  F = {};
  F.Files = globs({"src/*.cpp"});
  EXPECT_EQ(passing(F), 3u);
  F.Files = globs({"libpng.so"});
  EXPECT_EQ(passing(F), 8u);
  F = {};
  F.Functions = globs({"Mesh::*"});
  EXPECT_EQ(passing(F), 3u);
  F.Functions = globs({"png_*"});
  EXPECT_EQ(passing(F), 8u);
  F = {};
  ASSERT_FALSE(bool(F.Sizes.parse("16-")));
  EXPECT_EQ(passing(F), 4u);
}

TEST(Filter, AThreadIsKnownByNumberOrName) {
  Filter F;
  F.Threads = globs({"1"});
  EXPECT_EQ(passing(F), 4u);
  F.Threads = globs({"work*"});
  EXPECT_EQ(passing(F), 4u);
  F.Threads = globs({"0"});
  EXPECT_EQ(passing(F), 11u);
}

TEST(Filter, AnyLevelOfAChainMatches) {
  Filter F;
  F.Functions = globs({"main"});
  EXPECT_EQ(passing(F), 3u);
  F = {};
  F.Files = globs({"main.cpp"});
  EXPECT_EQ(passing(F), 3u);
}

TEST(Filter, OneMatchOfEachKindIsNeeded) {
  Filter F;
  F.Sections = globs({"nothing", "solve"});
  EXPECT_EQ(passing(F), 2u);
  F.Functions = globs({"free_all"});
  EXPECT_EQ(passing(F), 0u);
}

TEST(Filter, LanesAreAddedUpAndTheOrderIsThatOfTheContent) {
  Recorded R;
  R.site(1, 8, 1, 0, 1).site(0, 8, 2, 0, 1).site(1, 8, 4).dark(8, 8);
  const std::vector<Count> Kept = applyFilter(R.P, Filter());
  ASSERT_EQ(Kept.size(), 3u);
  EXPECT_EQ(Kept[0].Dark, DarkIndex(0));
  EXPECT_EQ(Kept[1].Site, SiteIndex(0));
  EXPECT_EQ(Kept[2].Site, SiteIndex(1));
  EXPECT_EQ(Kept[2].Allocations, 5u);
  for (const Count &C : Kept)
    EXPECT_EQ(C.Lane, LaneIndex(0));
}

TEST(Filter, SumsOfLanesStopAtTheLargestNumber) {
  Recorded R;
  R.site(0, 8, UINT64_MAX).site(0, 8, 1, 0, 1);
  const std::vector<Count> Kept = applyFilter(R.P, Filter());
  ASSERT_EQ(Kept.size(), 1u);
  EXPECT_EQ(Kept[0].Allocations, UINT64_MAX);
}

TEST(Filter, AFilterOfThreadsLetsAllLifetimesPass) {
  Recorded R;
  Lifetime L;
  L.Site = SiteIndex(0);
  R.P.Lifetimes = {L};
  L.Site = SiteIndex(1);
  R.P.Lifetimes.push_back(L);
  Filter F;
  F.Threads = globs({"nobody"});
  EXPECT_EQ(applyFilterToLifetimes(R.P, F).size(), 2u);
  F.Functions = globs({"free_all"});
  ASSERT_EQ(applyFilterToLifetimes(R.P, F).size(), 1u);
  EXPECT_EQ(applyFilterToLifetimes(R.P, F)[0], &R.P.Lifetimes[1]);
}

TEST(Filter, LevelsThatNoStackHasAnyMoreGo) {
  Recorded R;
  R.everything();
  // Level 0 calls 1 and 2; 1 allocates at the first site, 2 at the other.
  R.P.Places.resize(3);
  R.P.Stacks = {{PlaceIndex(0), std::nullopt},
                {PlaceIndex(1), StackIndex(0)},
                {PlaceIndex(2), StackIndex(0)}};
  for (uint32_t I : {0, 1}) {
    StackCount C;
    C.Stack = StackIndex(I + 1);
    C.Site = SiteIndex(I);
    C.Allocations = 1;
    R.P.StackCounts.push_back(C);
  }
  Filter F;
  F.Functions = globs({"free_all"});
  keepFiltered(R.P, F);
  ASSERT_EQ(R.P.Counts.size(), 1u);
  EXPECT_EQ(R.P.Counts[0].Lane, LaneIndex(1));
  ASSERT_EQ(R.P.StackCounts.size(), 1u);
  ASSERT_EQ(R.P.Stacks.size(), 2u);
  const StackLevel &Innermost = R.P.stack(R.P.StackCounts[0].Stack);
  EXPECT_EQ(Innermost.Place, PlaceIndex(2));
  ASSERT_TRUE(Innermost.Caller);
  EXPECT_EQ(R.P.stack(*Innermost.Caller).Place, PlaceIndex(0));
}

TEST(Filter, APathMatchesByItsLastParts) {
  const char *Path = "/home/me/src/mesh.cpp";
  for (const char *Glob : {"mesh.cpp", "src/*.cpp", "/home/*", "*", "me/src/*"})
    EXPECT_TRUE(matchesPath(globs({Glob}), Path)) << Glob;
  for (const char *Glob : {"esh.cpp", "src", "home", "mesh.c", "Mesh.cpp"})
    EXPECT_FALSE(matchesPath(globs({Glob}), Path)) << Glob;
  EXPECT_FALSE(matchesPath({}, Path));
  EXPECT_FALSE(matchesPath(globs({"*"}), ""));
}

TEST(Filter, WhatIsTooLongForAPathIsLookedAtAsAWhole) {
  const std::string Longest(4094, '/'), Longer(4095, '/');
  EXPECT_TRUE(matchesPath(globs({"ab"}), Longest + "ab"));
  EXPECT_FALSE(matchesPath(globs({"ab"}), Longer + "ab"));
  EXPECT_TRUE(matchesPath(globs({"*ab"}), Longer + "ab"));
}

TEST(Filter, AFunctionMatchesWithOrWithoutItsParameters) {
  const char *Name = "_ZNK4Mesh7getElemEi";
  for (const char *Glob : {"Mesh::get*", "Mesh::getElem",
                           "Mesh::getElem(int) const", "_ZNK4Mesh7getElemEi"})
    EXPECT_TRUE(matchesFunction(globs({Glob}), Name)) << Glob;
  for (const char *Glob : {"getElem", "Mesh", "Mesh::getElem("})
    EXPECT_FALSE(matchesFunction(globs({Glob}), Name)) << Glob;
  EXPECT_FALSE(matchesFunction({}, Name));
  EXPECT_FALSE(matchesFunction(globs({"*"}), ""));
}

TEST(Filter, WhatIsNoPatternIsQuoted) {
  Globs All;
  llvm::Error E = addGlob(All, "src/[a");
  ASSERT_TRUE(bool(E));
  EXPECT_EQ(llvm::toString(std::move(E)).find("'src/[a' is not a pattern: "),
            0u);
  EXPECT_TRUE(All.empty());
}

} // namespace
