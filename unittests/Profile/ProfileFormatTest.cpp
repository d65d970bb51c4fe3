//===- ProfileFormatTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format as literal bytes: what a runtime of this version writes, every
/// later reader must read.
///
//===----------------------------------------------------------------------===//

#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include <cstddef>
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

#define LAYOUT(STRUCT, FIELD, OFFSET)                                          \
  static_assert(offsetof(STRUCT, FIELD) == OFFSET, #STRUCT "." #FIELD " move"  \
                                                           "d")
#define SIZE(STRUCT, BYTES)                                                    \
  static_assert(sizeof(STRUCT) == BYTES, #STRUCT " changed its size")

SIZE(FileHeader, 88);
LAYOUT(FileHeader, Version, 8);
LAYOUT(FileHeader, HeaderSize, 12);
LAYOUT(FileHeader, End, 16);
LAYOUT(FileHeader, Flags, 20);
LAYOUT(FileHeader, DroppedEvents, 24);
LAYOUT(FileHeader, DroppedBytes, 32);
LAYOUT(FileHeader, StartTime, 40);
LAYOUT(FileHeader, EndTime, 48);
LAYOUT(FileHeader, Size, 56);
LAYOUT(FileHeader, LostStacks, 64);
LAYOUT(FileHeader, UnrecordedChildren, 72);
LAYOUT(FileHeader, ChildrenError, 80);
LAYOUT(FileHeader, GrowthError, 84);
SIZE(StackRowsRecord, 32);
LAYOUT(StackRowsRecord, Lane, 16);
LAYOUT(StackRowsRecord, Space, 20);
LAYOUT(StackRowsRecord, First, 24);
LAYOUT(StackRowsRecord, Capacity, 28);
SIZE(StackPlace, 16);
LAYOUT(StackPlace, Epoch, 8);
LAYOUT(StackPlace, Flags, 10);
SIZE(StackNode, 8);
LAYOUT(StackNode, Place, 4);
SIZE(format::StackKey, 24);
LAYOUT(format::StackKey, Section, 8);
LAYOUT(format::StackKey, Unit, 12);
LAYOUT(format::StackKey, Slot, 16);
SIZE(format::StackCount, 16);
LAYOUT(format::StackCount, Key, 4);
LAYOUT(format::StackCount, Count, 8);
SIZE(SegmentHeader, 16);
LAYOUT(SegmentHeader, Size, 8);
SIZE(RecordHeader, 16);
LAYOUT(RecordHeader, Episode, 4);
LAYOUT(RecordHeader, Size, 8);
SIZE(ModuleRecord, 48);
LAYOUT(ModuleRecord, Start, 16);
LAYOUT(ModuleRecord, End, 24);
LAYOUT(ModuleRecord, Bias, 32);
LAYOUT(ModuleRecord, Epoch, 40);
LAYOUT(ModuleRecord, BuildIdSize, 44);
SIZE(UnitRecord, 32);
LAYOUT(UnitRecord, Index, 16);
LAYOUT(UnitRecord, NumSlots, 20);
LAYOUT(UnitRecord, TableSize, 24);
SIZE(SectionRecord, 24);
LAYOUT(SectionRecord, Id, 16);
SIZE(ThreadRecord, 48);
LAYOUT(ThreadRecord, Lane, 16);
LAYOUT(ThreadRecord, Tid, 20);
LAYOUT(ThreadRecord, Threads, 24);
LAYOUT(ThreadRecord, Continues, 28);
LAYOUT(ThreadRecord, Name, 32);
SIZE(CountersRecord, 32);
LAYOUT(CountersRecord, Lane, 16);
LAYOUT(CountersRecord, Unit, 20);
LAYOUT(CountersRecord, Section, 24);
LAYOUT(CountersRecord, NumSlots, 28);
SIZE(SizeEntry, 40);
LAYOUT(SizeEntry, Unit, 8);
LAYOUT(SizeEntry, Slot, 12);
LAYOUT(SizeEntry, Section, 16);
LAYOUT(SizeEntry, Epoch, 20);
LAYOUT(SizeEntry, Size, 24);
LAYOUT(SizeEntry, Count, 32);
SIZE(SizeTableRecord, 24);
LAYOUT(SizeTableRecord, Lane, 16);
LAYOUT(SizeTableRecord, Capacity, 20);
SIZE(SizeClassEntry, 48);
LAYOUT(SizeClassEntry, Bytes, 40);
SIZE(UsableSizesRecord, 24);
SIZE(ModelRecord, 40);

namespace {

std::string unhex(llvm::StringRef Hex) {
  std::string Digits;
  for (char C : Hex)
    if (C != ' ')
      Digits += C;
  return llvm::fromHex(Digits);
}

/// One allocation site of 24 bytes in f() at a.c:7:5, its loop, one edge, one
/// call of a maker, one maker, and one class.
const char TablePayload[] =
    "05 00 0166 03612e63 022f64 066d616c6c6f63" // strings "" f a.c /d malloc
    "02 03 00"                                  // unit: a.c, /d, ""
    "01 01 02 06 00"                            // functions: f, a.c, 6
    "01 00 00 02 07 05 06"                      // frames: f at a.c:7:5, kept
    // loops: entries in slot 1, once per call
    "01 1111111111111111 00 00 02 06 01 00 02 00 01"
    // sites: 24 bytes, slot 0, once per call
    "01 2222222222222222 00 04 00 00 00 01 00 19 00 01"
    "01 3333333333333333 01 4444444444444444 01 01" // edges, in the loop
    "01 5555555555555555 01 00 00 01 02 03" // calls: by the user, deep, slot 2
    "00"                                    // none tells
    "01 03"                                 // system: /d
    "01 00 05"                              // makers: f; unknown: slot 4
    "01 03 01";                             // classes: /d can be filled again

TEST(ProfileFormat, LiteralSiteTableIsRead) {
  ProfileBuilder File;
  File.unit(1, 6, siteTableBlob(unhex(TablePayload), /*Compressed=*/false, 7));
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ((*P)->SystemPaths, std::set<std::string>{"/d"});
  EXPECT_EQ(
      describe(**P),
      "process test.profile  dropped 0/0 time 0-0 units 1\n"
      "section ''\n"
      "loop 0x1111111111111111 parent - depth 1 f@/d/a.c:6:1 trip 0 counts "
      "EO 0/0\n"
      "site 0x2222222222222222 family 0 malloc user 0 loop 0 depth 1 type "
      "'' size 24 in 0x33c155909ff3ba9a: f@/d/a.c:7:5 use 6 once\n"
      "edge 0x3333333333333333->0x4444444444444444 depth 1 loop 0\n"
      "user's call 0x33c155909ff3ba9a->0x5555555555555555 depth 2 "
      "f@/d/a.c:7:5 counts\n"
      "maker f []\n"
      "class /d refill 1\n"
      "function 0x33c155909ff3ba9a f\n");
}

/// Which did not tell the loops around calls.
TEST(ProfileFormat, SiteTableOfTheLastVersionIsRead) {
  std::string Old = TablePayload;
  llvm::StringRef Edges = "4444444444444444 01 01";
  Old.replace(Old.find(Edges), Edges.size(), "4444444444444444 01");
  ProfileBuilder File;
  File.unit(1, 6, siteTableBlob(unhex(Old), /*Compressed=*/false, 5));
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  ASSERT_EQ((*P)->Edges.size(), 1u);
  EXPECT_EQ((*P)->Edges[0].LoopDepth, 1u);
  EXPECT_FALSE((*P)->Edges[0].Loop);
  EXPECT_EQ((*P)->MakerCalls.size(), 1u);
}

/// A profile written out by hand: header, one segment, three records.
TEST(ProfileFormat, LiteralProfileIsRead) {
  std::string File = unhex("414e4f4d414c4f43 01000000 00100000" // magic, ...
                           "01000000 01000000"                  // exited, seen
                           "0500000000000000 3200000000000000"  // dropped
                           "0a00000000000000 1400000000000000"  // times
                           "0020000000000000");                 // size
  File.resize(4096);
  File += unhex("4d534547 00000000 0010000000000000"  // segment
                "05000000 00000000 3000000000000000"  // thread
                "00000000 2a000000 01000000 00000000" // 0, tid 42
                "6d61696e 00000000 00000000 00000000" // main
                "07000000 00000000 4000000000000000"  // size table
                "00000000 01000000"                   // lane 0, 1 row
                "0000000000000000 00000000 00000000"  // no pc, no site
                "00000000 00000000"                   // no section
                "1800000000000000 0300000000000000");
  File.resize(8192);
  auto P = read(File);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(
      describe(**P),
      "process test.profile EI dropped 5/50 time 10-20 units 0 dropped_because="
      "the disk is full, or a limit on file sizes or memory is reached\n"
      "lane 0/0 tid 42 threads 1 main\n"
      "section ''\n"
      "dark  [] +0x0 ''\n"
      "3 x 24 site - dark 0 section 0 lane 0\n");
}

} // namespace
