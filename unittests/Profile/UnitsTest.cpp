//===- UnitsTest.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Several units, one model.

#include "ModelOf.h"
#include "Profile/Merge.h"
#include "SiteTableBuilder.h"
#include "llvm/Support/xxhash.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

TEST(Units, CopiesOfOneSiteAreOneSite) {
  SiteTableBuilder A, B;
  A.site({0x1, 0, 8});
  A.site({0x2, 1, 16}); // say, in a linkonce_odr function
  B.site({0x2, 0, 16});
  ProfileBuilder File;
  File.unit(1, 2, A.blob()).unit(2, 1, B.blob()).thread(0);
  File.counters(0, 1, 0, {1, 10}).counters(0, 2, 0, {100});
  auto P = modelOf(File);
  EXPECT_EQ(P->Sites.size(), 2u);
  EXPECT_EQ(P->Processes[0].Units, 2u);
  EXPECT_EQ(describeCounts(*P), "1 x 8 site 0 dark - section 0 lane 0\n"
                                "110 x 16 site 1 dark - section 0 lane 0\n");
}

TEST(Units, OneTableLoadedTwiceCountsTwice) {
  SiteTableBuilder A;
  A.site({0x1, 0, 8});
  ProfileBuilder File;
  File.unit(1, 1, A.blob()).unit(2, 1, A.blob()).thread(0);
  File.counters(0, 1, 0, {3}).counters(0, 2, 0, {4});
  EXPECT_EQ(describeCounts(*modelOf(File)),
            "7 x 8 site 0 dark - section 0 lane 0\n");
}

TEST(Units, CopiesThatDoNotAgreeHaveNoConstantSize) {
  SiteTableBuilder A, B;
  A.site({0x1, 0, 8});
  B.site({0x1, 0, 16});
  ProfileBuilder File;
  File.unit(1, 1, A.blob()).unit(2, 1, B.blob()).thread(0);
  File.counters(0, 1, 0, {3}).counters(0, 2, 0, {4});
  auto P = modelOf(File);
  EXPECT_EQ(P->Sites[0].ConstantSize, std::nullopt);
  EXPECT_EQ(describeCounts(*P), "3 x 8 site 0 dark - section 0 lane 0\n"
                                "4 x 16 site 0 dark - section 0 lane 0\n");
}

TEST(Units, TwoSitesInOneSlotAreRefused) {
  SiteTableBuilder A;
  A.site({0x1, 0});
  A.site({0x2, 1, 8});
  EXPECT_NE(errorOf(ProfileBuilder().unit(1, 2, A.blob()).bytes())
                .find("two sites or calls own slot 1"),
            std::string::npos);
}

TEST(Units, LoopsSumEntriesAndIterations) {
  SiteTableBuilder A;
  uint32_t Outer = A.loop({0x10, std::nullopt, 0, 1});
  A.loop({0x20, Outer, 1, 2}); // entered once an iteration of the outer one
  ProfileBuilder File;
  File.unit(1, 3, A.blob()).thread(0).thread(1);
  File.counters(0, 1, 0, {1, 10, 1000}).counters(1, 1, 0, {2, 20, 2000});
  auto P = modelOf(File);
  ASSERT_EQ(P->Loops.size(), 2u);
  EXPECT_EQ(P->Loops[0].Entries, 3u);
  EXPECT_EQ(P->Loops[0].Iterations, 30u);
  EXPECT_EQ(P->Loops[1].Entries, 30u);
  EXPECT_EQ(P->Loops[1].Iterations, 3000u);
  EXPECT_EQ(P->Loops[1].Depth, 2u);
  EXPECT_TRUE(P->Counts.empty());
}

TEST(Units, LoopsOfOneIdNeverMakeACircle) {
  SiteTableBuilder A, B;
  A.loop({0x10, A.loop({0x20})});
  B.loop({0x20, B.loop({0x10})});
  B.loop({0x30, B.loop({0x30})});
  ProfileBuilder File;
  File.unit(1, 0, A.blob()).unit(2, 0, B.blob());
  auto P = modelOf(File);
  ASSERT_EQ(P->Loops.size(), 3u);
  for (uint32_t I = 0; I != 3; ++I)
    if (P->Loops[I].Parent)
      EXPECT_LT(uint32_t(*P->Loops[I].Parent), I);
}

TEST(Units, SitesKnowTheirLoopsAndChains) {
  SiteTableBuilder A("outer");
  uint32_t Inlined = A.function("inlined");
  uint32_t Frame = A.frame(0, Inlined, 77, "/usr/include/vector");
  uint32_t Loop = A.loop({0x20, A.loop({0x10})});
  A.site({0x1, 0, 8, SiteFamily::Heap, "malloc", 0, Frame, 1, Loop, "int"});
  ProfileBuilder File;
  File.unit(1, 1, A.blob());
  auto P = modelOf(File);
  const Site &S = P->Sites[0];
  EXPECT_EQ(S.LoopDepth, 2u);
  EXPECT_EQ(P->loop(*S.InnermostLoop).Id, 0x20u);
  ASSERT_EQ(S.Chain.size(), 2u);
  EXPECT_EQ(S.Chain[0].File, "/usr/include/vector");
  EXPECT_EQ(S.Chain[0].Function, "inlined");
  EXPECT_EQ(S.userFrame().File, "/src/unit.cpp");
  EXPECT_EQ(S.userFrame().Line, 10u);
  EXPECT_EQ(S.outermostFrame().Function, "outer");
}

/// The hash of an internal function has the unit's file in it.
TEST(Units, FunctionsAreKnownByTheHashOfTheirEdges) {
  SiteTableBuilder A("outer");
  uint32_t Static = A.function("helper", "helper.h", 3, "unit.cpp");
  uint32_t Frame = A.frame(std::nullopt, Static, 5);
  A.site({0x1, 0, 8});
  A.site({0x2, 1, 8, SiteFamily::Heap, "malloc", Static, Frame});
  uint64_t Outer = llvm::xxh3_64bits("outer");
  uint64_t Helper = llvm::xxh3_64bits("unit.cpp:helper");
  A.edge(Outer, Helper, 1);
  ProfileBuilder File;
  File.unit(1, 2, A.blob());
  auto P = modelOf(File);
  EXPECT_EQ(P->Sites[0].FunctionHash, Outer);
  EXPECT_EQ(P->Sites[1].FunctionHash, Helper);
  EXPECT_EQ(P->FunctionNames[Outer], "outer");
  EXPECT_EQ(P->FunctionNames[Helper], "helper");
}

/// What the pass was told to take for the system's, the reader does, too.
TEST(Units, SystemPathsAreThoseOfAllUnits) {
  SiteTableBuilder A("one"), B("two");
  A.systemPath("/opt/vendor/");
  B.systemPath("/opt/vendor/");
  B.systemPath("/srv/sdk/include/");
  ProfileBuilder File;
  File.unit(1, 1, A.blob());
  File.unit(2, 1, B.blob());
  auto P = modelOf(File);
  EXPECT_EQ(P->SystemPaths.size(), 2u);
  EXPECT_TRUE(P->isSystemFile("/opt/vendor/a.h"));
  EXPECT_TRUE(P->isSystemFile("/opt/./old/../vendor/a.h"));
  EXPECT_TRUE(P->isSystemFile("/srv/sdk/include/b.h"));
  EXPECT_TRUE(P->isSystemFile("/usr/local/include/eigen3/Eigen/Core"));
  EXPECT_FALSE(P->isSystemFile("/srv/sdk/c.cpp"));
}

/// One row per callee, caller and place, whichever units tell of it.
TEST(Units, CallsOfLibraryFunctionsAreJoined) {
  SiteTableBuilder A("outer"), B("outer");
  for (SiteTableBuilder *T : {&A, &B}) {
    uint32_t Place = T->frame(0, T->function("inlined"), 77);
    uint32_t Library = T->frame(
        std::nullopt, // internal in A
        T->function("lib", "unit.cpp", 1, T == &A ? "unit.cpp" : ""), 0);
    T->call(0x9, Place, true, T == &B ? 2 : 1);
    T->call(0x9, Library, false, 0);
    T->call(0x8, Place, true, 0);
  }
  B.site({0x1, 0}); // another table than A's
  ProfileBuilder File;
  File.unit(1, 0, A.blob()).unit(2, 2, B.blob());
  auto P = modelOf(File);
  ASSERT_EQ(P->MakerCalls.size(), 4u);
  const MakerCall &C = P->MakerCalls[0];
  EXPECT_EQ(C.Callee, 0x9u);
  EXPECT_EQ(C.Caller, llvm::xxh3_64bits("outer"));
  EXPECT_EQ(C.userFrame().Function, "inlined");
  EXPECT_EQ(C.userFrame().File, "/src/unit.cpp");
  EXPECT_EQ(C.userFrame().Line, 77u);
  EXPECT_TRUE(C.IsUserFrame);
  EXPECT_EQ(C.LoopDepth, 2u);
  EXPECT_FALSE(P->MakerCalls[1].IsUserFrame);
  EXPECT_EQ(P->MakerCalls[1].Caller, llvm::xxh3_64bits("unit.cpp:lib"));
  EXPECT_EQ(P->MakerCalls[3].Caller, llvm::xxh3_64bits("lib"));
}

/// A call counts blocks and bytes by section and lane; the line to change is
/// the first frame of a function that is no maker.
TEST(Units, MakerCallsCountWhatIsMadeInThem) {
  SiteTableBuilder A("outer");
  uint32_t Maker = A.function("inlined maker");
  A.maker(Maker);
  A.call(0x9, A.frame(0, Maker, 77), true, 1, 1);
  A.call(0x9, A.frame(std::nullopt, Maker, 78), true, 0);
  A.UnknownCallerSlot = 3;
  ProfileBuilder File;
  File.unit(1, 5, A.blob()).thread(0).thread(1).section(1, "one");
  File.counters(0, 1, 0, {0, 2, 48, 1, 8});
  File.counters(0, 1, 1, {0, 3, 24, 0, 0});
  File.counters(1, 1, 0, {0, 5, 0, 0, 0});
  auto P = modelOf(File);
  ASSERT_EQ(P->MakerCalls.size(), 2u);
  EXPECT_EQ(P->MakerCalls[0].ChangeFrame, 1u);
  EXPECT_TRUE(P->MakerCalls[0].Counts);
  EXPECT_EQ(P->MakerCalls[1].ChangeFrame, std::nullopt);
  EXPECT_FALSE(P->MakerCalls[1].Counts);
  EXPECT_TRUE(P->isMaker("inlined maker", "/src/unit.cpp"));
  EXPECT_FALSE(P->isMaker("outer", "/src/unit.cpp"));
  auto TextOf = [](const Profile &P) {
    std::string Text;
    for (const MakerCount &C : P.MakerCounts)
      Text += (C.Call ? std::to_string(uint32_t(*C.Call)) : "-") + "/" +
              P.section(C.Section) + "/" + std::to_string(uint32_t(C.Lane)) +
              ":" + std::to_string(C.Blocks) + "x" + std::to_string(C.Bytes) +
              " ";
    return Text;
  };
  EXPECT_EQ(TextOf(*P), "-//0:1x8 0//0:2x48 0//1:5x0 0/one/0:3x24 ");
  std::vector<std::unique_ptr<Profile>> Parts;
  Parts.push_back(std::move(P));
  Parts.push_back(modelOf(File));
  auto Merged = anomalloc::merge(std::move(Parts), {});
  EXPECT_EQ(TextOf(*Merged), "-//0:2x16 0//0:14x96 0/one/0:6x48 ");
}

TEST(Units, CallsWithTheSlotOfASiteAreRefused) {
  SiteTableBuilder A;
  A.site({0x1, 2, 8});
  A.call(0x9, 0, true, 0, 1);
  EXPECT_NE(errorOf(ProfileBuilder().unit(1, 4, A.blob()).bytes())
                .find("two sites or calls own slot 2"),
            std::string::npos);
}

TEST(Units, EdgesKeepTheLargestDepth) {
  SiteTableBuilder A("a"), B("b");
  A.edge(1, 2, 1);
  B.edge(1, 2, 3);
  B.edge(1, 4, 0);
  ProfileBuilder File;
  File.unit(1, 0, A.blob()).unit(2, 0, B.blob());
  auto P = modelOf(File);
  ASSERT_EQ(P->Edges.size(), 2u);
  EXPECT_EQ(P->Edges[0].LoopDepth, 3u);
}

TEST(Units, EdgesOfTwoLoopsAreTwo) {
  SiteTableBuilder A("a"), B("b");
  A.edge(1, 2, 1, A.loop({0x10}));
  B.loop({0x20});
  B.edge(1, 2, 1, B.loop({0x10}));
  B.edge(1, 2, 1, 0);
  ProfileBuilder File;
  File.unit(1, 0, A.blob()).unit(2, 0, B.blob());
  auto P = modelOf(File);
  ASSERT_EQ(P->Edges.size(), 2u);
  EXPECT_EQ(P->loop(*P->Edges[0].Loop).Id, 0x10u);
  EXPECT_EQ(P->loop(*P->Edges[1].Loop).Id, 0x20u);
}

} // namespace
