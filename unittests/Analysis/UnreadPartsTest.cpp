//===- UnreadPartsTest.cpp - what nobody reads of objects -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/UnreadParts.h"
#include "gtest/gtest.h"
#include <set>

using namespace anomalloc;

namespace {

Member member(uint64_t Offset, uint64_t Bytes, std::string Name) {
  Member M;
  M.Offset = Offset;
  M.Bytes = Bytes;
  M.Name = std::move(Name);
  M.Type = "T";
  M.IsScalar = true;
  return M;
}

/// "8-24: A (T), B (T); 40": ranges, members, and the size without them.
std::string told(uint64_t Size, const ClassLayout *Layout,
                 std::set<uint64_t> Read) {
  const UnreadParts Its = unreadParts(
      Size, Layout, [&](uint64_t Slot) { return Read.count(Slot) != 0; });
  std::string Text;
  for (UnreadParts::Range R : Its.Ranges)
    Text += (Text.empty() ? "" : ", ") + std::to_string(R.Begin) + "-" +
            std::to_string(R.End);
  return Text + ": " + membersInWords(Its.Members) + "; " +
         std::to_string(Its.SizeWithout);
}

TEST(UnreadParts, WithoutMembersASlotBehindAReadOneIsNotTold) {
  EXPECT_EQ(told(40, nullptr, {1}), "24-40: ; 24");
  EXPECT_EQ(told(36, nullptr, {1}), "24-36: ; 24");
  EXPECT_EQ(told(40, nullptr, {0, 2, 4}), ": ; 40");
}

TEST(UnreadParts, BehindANumberOfEightBytesASlotIsTold) {
  ClassLayout L;
  L.Members = {member(0, 8, "A"), member(8, 8, "B"), member(16, 4, "C"),
               member(20, 4, "D"), member(24, 8, "E")};
  EXPECT_EQ(told(32, &L, {0, 2}), "8-16: B (T); 24");
  EXPECT_EQ(told(32, &L, {1}), "0-8, 16-32: A (T), C (T), D (T), E (T); 8");
}

TEST(UnreadParts, WhatLeadsToVirtualFunctionsIsNoMember) {
  ClassLayout L;
  L.Members = {member(0, 8, "_vptr$T"), member(8, 8, "A"), member(16, 8, "B")};
  L.Members[0].IsHidden = true;
  EXPECT_EQ(told(24, &L, {2}), "8-16: A (T); 16");
  L.Members[1].IsHidden = true;
  EXPECT_EQ(told(24, &L, {2}), ": ; 24");
}

TEST(UnreadParts, PaddingIsNoMember) {
  ClassLayout L;
  L.Alignment = 64;
  L.Members = {member(0, 8, "A"), member(8, 8, "B")};
  EXPECT_EQ(told(64, &L, {0, 1}), ": ; 64");
  // An aligned class does not get smaller.
  EXPECT_EQ(told(64, &L, {0}), "8-64: B (T); 64");
}

TEST(UnreadParts, AMemberThatIsReadInPartIsToldByItsParts) {
  Member Place = member(8, 16, "At"), Texts = member(24, 24, "Texts");
  Place.IsScalar = Texts.IsScalar = false;
  Place.Parts = {member(8, 8, "At.X"), member(16, 8, "At.Y")};
  Texts.ElementBytes = 8;
  ClassLayout L;
  L.Members = {member(0, 8, "A"), Place, Texts};
  EXPECT_EQ(told(48, &L, {0, 1, 3}), "16-24, 32-48: At.Y (T), Texts[1..2]; 24");
  EXPECT_EQ(told(48, &L, {0, 3, 5}), "8-24, 32-40: At (T), Texts[1]; 24");
}

TEST(UnreadParts, AUnionIsToldAsAWhole) {
  Member Union = member(8, 24, "A or B");
  Union.IsScalar = false;
  ClassLayout L;
  L.Members = {member(0, 8, "Kind"), Union};
  EXPECT_EQ(told(32, &L, {0}), "8-32: A or B (T); 8");
  EXPECT_EQ(told(32, &L, {0, 1}), ": ; 32");
}

TEST(UnreadParts, WhatIsLargelyAlignedMovesByItsAlignment) {
  ClassLayout L;
  L.Alignment = 16;
  L.Members = {member(0, 16, "A"),  member(16, 8, "B"), member(24, 8, "C"),
               member(32, 16, "D"), member(48, 8, "E"), member(56, 8, "F")};
  EXPECT_EQ(told(64, &L, {0, 1, 2, 4, 5, 6}), "24-32, 56-64: C (T), F (T); 64");
}

TEST(UnreadParts, WordsOfManyMembersEnd) {
  std::vector<UnreadParts::Part> Members(8, {"M", ""});
  EXPECT_EQ(membersInWords(Members), "M, M, M, M, M, M and 2 more");
}

} // namespace
