//===- RefusalTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

/// Errors are for people: the test says what they read.
#define EXPECT_REFUSED(BYTES, WORDS)                                           \
  EXPECT_NE(errorOf(BYTES).find(WORDS), std::string::npos) << errorOf(BYTES)

namespace {

std::string oneSite() {
  SiteTableBuilder Table;
  Table.site({0xa, 0, 24});
  return Table.blob();
}

/// One site, one thread, one section.
ProfileBuilder sound() {
  ProfileBuilder File;
  return File.unit(1, 1, oneSite()).thread(0).section(1, "s");
}

TEST(Refusal, ForeignFile) {
  EXPECT_EQ(errorOf("\x7f"
                    "ELF and so on"),
            "test.profile: not an Anomalloc profile");
  EXPECT_REFUSED(std::string(), "the file is empty");
  EXPECT_REFUSED(std::string(8192, '\0'), "the file is empty");
}

TEST(Refusal, NewerVersion) {
  ProfileBuilder File;
  const std::string Newest = std::to_string(FileVersion);
  const std::string Newer = std::to_string(FileVersion + 1);
  File.Header.Version = FileVersion + 1;
  EXPECT_EQ(errorOf(File.bytes()),
            "test.profile: written by a newer Anomalloc (format " + Newer +
                ", this one reads up to " + Newest + "): update");
}

TEST(Refusal, StacksOfAnOlderVersion) {
  ProfileBuilder File = sound();
  File.Header.Version = 6;
  EXPECT_EQ(errorOf(File.bytes()), "");
  File.stackNodes(0, 1, {{0x10, 0, 0, 0}});
  EXPECT_EQ(errorOf(File.bytes()),
            "test.profile: written by an older Anomalloc (format 6), whose "
            "stack nodes record has another form (format 7 is needed): record "
            "again");
}

TEST(Refusal, LifetimesOfAnOlderVersion) {
  ProfileBuilder File = sound();
  File.Header.Version = 2;
  EXPECT_EQ(errorOf(File.bytes()), "");
  File.lifetimeTotals({});
  EXPECT_EQ(
      errorOf(File.bytes()),
      "test.profile: written by an older Anomalloc (format 2), whose "
      "lifetime sums record has another form (format 3 is needed): record "
      "again");
}

/// Whatever is cut off is missed, except behind the last segment.
TEST(Refusal, CutFile) {
  ProfileBuilder File = sound();
  File.segment().thread(1);
  File.Header.Size = File.bytes().size();
  std::string Bytes = File.bytes();
  ASSERT_EQ(errorOf(Bytes), "");
  for (size_t Size = 8; Size < Bytes.size(); Size += 8)
    EXPECT_REFUSED(Bytes.substr(0, Size), "the profile is cut") << Size;
}

TEST(Refusal, FileCutInsideASegmentEvenWithoutAKnownSize) {
  std::string Bytes = sound().bytes();
  EXPECT_REFUSED(Bytes.substr(0, Bytes.size() - 1),
                 "the segment at offset 0x1000 has 4096 bytes, and the file "
                 "ends after 4095");
}

TEST(Refusal, CorruptSegment) {
  std::string Bytes = sound().bytes();
  std::string Magic = Bytes;
  Magic[4096] = 'X';
  EXPECT_REFUSED(Magic, "corrupt profile: segment at offset 0x1000");
  std::string Size = Bytes;
  Size[4096 + 8] = 1;
  EXPECT_REFUSED(Size, "corrupt profile: segment at offset 0x1000");
}

TEST(Refusal, CorruptRecordSize) {
  for (uint64_t Size :
       {uint64_t(0), uint64_t(8), uint64_t(20), uint64_t(8192), ~uint64_t(7)}) {
    RecordHeader Head = {RecordType::Thread, 0, Size};
    ProfileBuilder File;
    File.raw(std::string(reinterpret_cast<char *>(&Head), sizeof(Head)));
    EXPECT_REFUSED(File.bytes(),
                   "corrupt profile: thread record at offset 0x1010");
  }
}

TEST(Refusal, RecordTooShortForItsStruct) {
  for (unsigned Type : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 26, 27, 28, 29})
    EXPECT_REFUSED(ProfileBuilder().record(RecordType(Type), "").bytes(),
                   "it is too short");
}

TEST(Refusal, CountsWithoutOwner) {
  EXPECT_REFUSED(sound().counters(0, 2, 0, {1}).bytes(), "unit 2 has counts");
  EXPECT_REFUSED(sound().counters(5, 1, 0, {1}).bytes(), "thread 5 has counts");
  EXPECT_REFUSED(sound().counters(0, 1, 6, {1}).bytes(),
                 "section 6 has counts");
  EXPECT_REFUSED(sound().counters(0, 1, 0, {1, 1}).bytes(), "has 1 slots");
  EXPECT_REFUSED(ProfileBuilder()
                     .unit(1, 2, oneSite())
                     .thread(0)
                     .counters(0, 1, 0, {0, 8})
                     .bytes(),
                 "slot 1 of unit 1 counts, but is nobody's");
  EXPECT_EQ(errorOf(sound().counters(5, 2, 6, {0, 0}).bytes()), "")
      << "nothing was counted";
}

TEST(Refusal, SizeRowsThatReferToNothing) {
  auto Rows = [](SizeEntry Row) { return sound().sizeTable(0, {Row}).bytes(); };
  EXPECT_REFUSED(Rows({0, 9, 0, 0, 0, 8, 1}), "unit 9 has counts");
  EXPECT_REFUSED(Rows({0, 1, 4, 0, 0, 8, 1}), "slot 4 of unit 1 is no site's");
  EXPECT_REFUSED(Rows({0, 1, 0, 8, 0, 8, 1}), "section 8 has counts");
  EXPECT_REFUSED(Rows({5, 1, 0, 0, 0, 8, 1}), "is no leading call's");
  EXPECT_REFUSED(sound().sizeTable(3, {{0, 0, 0, 0, 0, 8, 1}}).bytes(),
                 "thread 3 has counts");
}

TEST(Refusal, StackRowsOfNoSite) {
  auto Row = [](uint32_t Slot) {
    return sound()
        .stackNodes(0, 1, {{0x10, 0, 0, 0}})
        .stackCounts(0, {{1, 0, 1, Slot, 8, 1}})
        .bytes();
  };
  EXPECT_EQ(errorOf(Row(0)), "");
  EXPECT_REFUSED(Row(4), "slot 4 of unit 1 is no site's");
}

TEST(Refusal, NumbersThatDoNotFitTheirRecord) {
  CountersRecord Counters = {{}, 0, 1, 0, 0xffffffff};
  SizeTableRecord Table = {{}, 0, 0xffffffff};
  UsableSizesRecord Usable = {{}, ~uint64_t(0)};
  ModuleRecord Module = {{}, 0, 1, 0, 0, 0xffffffff};
  UnitRecord Unit = {{}, 1, 1, ~uint64_t(0)};
  ModelRecord Model = {{}, 0, 0, ~uint64_t(0), ~uint64_t(0)};
  auto Bytes = [](RecordType Type, auto &R) {
    std::string Body(reinterpret_cast<char *>(&R), sizeof(R));
    return ProfileBuilder().record(Type, Body.substr(16)).bytes();
  };
  EXPECT_REFUSED(Bytes(RecordType::Counters, Counters), "do not fit");
  EXPECT_REFUSED(Bytes(RecordType::SizeTable, Table), "do not fit");
  EXPECT_REFUSED(Bytes(RecordType::UsableSizes, Usable), "do not fit");
  EXPECT_REFUSED(Bytes(RecordType::Module, Module), "a build id of 4294967295");
  EXPECT_REFUSED(Bytes(RecordType::Unit, Unit), "does not fit");
  EXPECT_REFUSED(Bytes(RecordType::Model, Model), "does not fit");
}

TEST(Refusal, SameNumberTwice) {
  EXPECT_REFUSED(sound().thread(0).bytes(), "thread 0 a second time");
  EXPECT_REFUSED(sound().section(1, "t").bytes(), "section 1 a second time");
  EXPECT_REFUSED(sound().section(0, "t").bytes(), "section 0 a second time");
  EXPECT_REFUSED(sound().unit(1, 1, oneSite()).bytes(), "unit 1 a second time");
}

TEST(Refusal, SiteTableWithMoreSlotsThanTheUnit) {
  EXPECT_REFUSED(ProfileBuilder().unit(1, 0, oneSite()).bytes(),
                 "its site table uses 1 slots of 0");
}

TEST(Refusal, StringsWithoutAnEnd) {
  EXPECT_REFUSED(ProfileBuilder().record(RecordType::Info, "12345678").bytes(),
                 "a string without an end");
  SectionRecord Head = {{}, 1, 0};
  std::string Body(reinterpret_cast<char *>(&Head), sizeof(Head));
  EXPECT_REFUSED(ProfileBuilder()
                     .record(RecordType::Section, Body.substr(16) + "12345678")
                     .bytes(),
                 "a string without an end");
}

/// Any byte that changes gives a model or an error: nothing worse.
TEST(Refusal, EveryByteMayBeWrong) {
  std::string Good = sound().counters(0, 1, 1, {3}).bytes();
  for (size_t I = 0; I != 4096 + 512; ++I)
    for (char Value : {'\0', '\1', '\x7f', '\xff'}) {
      if (I >= sizeof(FileHeader) && I < FileHeaderSize)
        continue; // padding
      std::string Bytes = Good;
      Bytes[I] = Value;
      (void)errorOf(Bytes);
    }
}

} // namespace
