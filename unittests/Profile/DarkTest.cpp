//===- DarkTest.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Events of code without sites, and those below leading calls.

#include "ModelOf.h"
#include "Profile/Totals.h"
#include "SiteTableBuilder.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

std::string darkOf(const Profile &P) {
  std::string Text;
  for (const DarkOrigin &D : P.Dark)
    Text += (D.Library + "[" + D.BuildId + "]+" + llvm::Twine(D.Offset) + "\n")
                .str();
  return Text;
}

TEST(Dark, IsNamedByLibraryAndOffset) {
  ProfileBuilder File;
  File.module(0x1000, 0x2000, 0x1000, 0, "\xab\xcd", "/lib/a.so");
  File.module(0x3000, 0x4000, 0x2f00, 0, "", "/lib/b.so").thread(0);
  File.sizeTable(0, {{0x1010, 0, 0, 0, 0, 8, 2},
                     {0x3000, 0, 0, 0, 0, 8, 3},
                     {0x1010, 0, 0, 0, 0, 16, 4}});
  auto P = modelOf(File);
  EXPECT_EQ(darkOf(*P), "/lib/a.so[abcd]+16\n/lib/b.so[]+256\n");
  EXPECT_EQ(describeCounts(*P), "2 x 8 site - dark 0 section 0 lane 0\n"
                                "4 x 16 site - dark 0 section 0 lane 0\n"
                                "3 x 8 site - dark 1 section 0 lane 0\n");
  EXPECT_EQ(P->Modules.size(), 2u);
}

TEST(Dark, OutsideOfEveryObjectIsOneUnknownOrigin) {
  ProfileBuilder File;
  File.module(0x1000, 0x2000, 0, 3, "", "/lib/a.so").thread(0);
  File.sizeTable(0, {{0xfff, 0, 0, 0, 3, 8, 1},
                     {0x2000, 0, 0, 0, 3, 8, 2},
                     {0x1800, 0, 0, 0, 2, 8, 4}, // before it was loaded
                     {0, 0, 0, 0, 0, 8, 8}});
  auto P = modelOf(File);
  EXPECT_EQ(darkOf(*P), "[]+0\n");
  EXPECT_EQ(describeCounts(*P), "15 x 8 site - dark 0 section 0 lane 0\n");
}

TEST(Dark, EpochsTellWhoHadTheAddress) {
  ProfileBuilder File;
  File.module(0x1000, 0x3000, 0, 0, "", "/first.so");
  File.module(0x2000, 0x4000, 0, 5, "", "/second.so").thread(0);
  File.sizeTable(0, {{0x2800, 0, 0, 0, 4, 8, 1},
                     {0x2800, 0, 0, 0, 5, 8, 2},
                     {0x2800, 0, 0, 0, 9, 8, 4},
                     {0x1800, 0, 0, 0, 9, 8, 8}});
  auto P = modelOf(File);
  EXPECT_EQ(darkOf(*P), "/first.so[]+10240\n/second.so[]+10240\n"
                        "/first.so[]+6144\n");
  EXPECT_EQ(describeCounts(*P), "1 x 8 site - dark 0 section 0 lane 0\n"
                                "6 x 8 site - dark 1 section 0 lane 0\n"
                                "8 x 8 site - dark 2 section 0 lane 0\n");
}

TEST(Dark, BelowALeadingCallIsChargedToIt) {
  SiteTableBuilder A;
  A.site({0x1, 9, std::nullopt, SiteFamily::Leading, "asprintf"});
  ProfileBuilder File;
  File.unit(1, 0, A.blob()).thread(0);
  File.module(0x1000, 0x2000, 0, 0, "", "/libc.so");
  File.sizeTable(0, {{0x1100, 1, 9, 0, 0, 100, 5}, {0x1100, 0, 0, 0, 0, 8, 1}});
  auto P = modelOf(File);
  EXPECT_EQ(describeCounts(*P), "1 x 8 site - dark 0 section 0 lane 0\n"
                                "5 x 100 site 0 dark 0 section 0 lane 0\n");
  Totals T = computeTotals(*P);
  EXPECT_EQ(T.Heap.Allocations, 6u);
  EXPECT_EQ(T.Site.Allocations, 5u);
  EXPECT_EQ(T.Led.Bytes, 500u);
  EXPECT_EQ(T.Dark.Allocations, 1u);
}

TEST(Dark, LargestNumbersAreNothingSpecial) {
  ProfileBuilder File;
  File.module(0, ~uint64_t(0), ~uint64_t(0), 0, "", "/all.so").thread(0);
  File.sizeTable(0, {{~uint64_t(0) - 1, 0, 0, 0, ~0u, ~uint64_t(0) - 1, 1},
                     {~uint64_t(0), 0, 0, 0, ~0u, ~uint64_t(0) - 1, 1}});
  EXPECT_EQ(modelOf(File)->Counts.size(), 2u);
}

} // namespace
