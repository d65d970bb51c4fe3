//===- RegionNamesTest.cpp - parallel regions in merged files -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/RegionNames.h"
#include "Profile/RegionKey.h"
#include "gtest/gtest.h"

using namespace anomalloc;

namespace {

const std::string Raw =
    "parallel by 2 threads at +0x12 of /a b/run, build 0af3";

TEST(RegionNames, ALineThatIsKnownAtOneRateIsKnownAtAll) {
  Profile P;
  P.Sections = {"", "a.cpp:7 by 2 threads\n" + Raw, Raw, "solve"};
  nameRegions(P);
  EXPECT_EQ(P.Sections[1], P.Sections[2]);
  shortenRegions(P);
  EXPECT_EQ(P.Sections,
            (std::vector<std::string>{"", "a.cpp:7 by 2 threads",
                                      "a.cpp:7 by 2 threads", "solve"}));
}

TEST(RegionNames, WithoutALineTheAddressIsShown) {
  Profile P;
  P.Sections = {Raw};
  nameRegions(P);
  shortenRegions(P);
  EXPECT_EQ(P.Sections[0], "parallel by 2 threads at +0x12 of /a b/run");
}

TEST(RegionNames, OnlyBeforeARegionALineIsNoPartOfTheKey) {
  EXPECT_EQ(sectionKey("parallel by x.cpp:7 by 2 threads\n" + Raw), Raw);
  EXPECT_EQ(sectionKey("two\nlines"), "two\nlines");
}

TEST(RegionNames, BuildsOfOnePathAreApart) {
  auto Its = parseRegion(Raw);
  ASSERT_TRUE(Its);
  EXPECT_EQ(Its->File, "/a b/run");
  EXPECT_EQ(Its->BuildId, "0af3");
  EXPECT_EQ(regionOfBuild("parallel by 2 threads at +0x12 of /a b/run", "0af3"),
            Raw);
}

} // namespace
