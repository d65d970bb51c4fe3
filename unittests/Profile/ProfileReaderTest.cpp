//===- ProfileReaderTest.cpp ----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ProfileReader.h"
#include "Profile/Totals.h"
#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

/// Slot 0: 24 bytes. Slots 1 and 2: dynamic. Slot 3: a pool's 100 bytes.
std::string threeSites() {
  SiteTableBuilder Table;
  Table.site({0xa, 0, 24});
  Table.site({0xb, 1});
  Table.site({0xc, 3, 100, SiteFamily::Pool, "pool_get"});
  return Table.blob();
}

std::string countsOf(const ProfileBuilder &File) {
  auto P = read(File.bytes());
  return P ? describeCounts(**P) : llvm::toString(P.takeError());
}

TEST(ProfileReader, CountsConstantAndDynamicSites) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0).section(7, "solve");
  File.counters(0, 1, 7, {5, 64 + 1, 2, 0});
  File.sizeTable(0, {{0, 1, 1, 7, 0, 80, 3}, {0, 1, 1, 0, 0, 80, 4}});
  EXPECT_EQ(countsOf(File), "5 x 24 site 0 dark - section 1 lane 0\n"
                            "4 x 80 site 1 dark - section 0 lane 0\n"
                            "2 x 64 site 1 dark - section 1 lane 0\n"
                            "3 x 80 site 1 dark - section 1 lane 0\n");
}

TEST(ProfileReader, SumsCountsOfOneKeyOverRecordsAndSlots) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0);
  File.counters(0, 1, 0, {1, 8 + 1, 10, 0}).counters(0, 1, 0, {2, 0, 0, 0});
  File.sizeTable(0, {{0, 1, 1, 0, 0, 8, 100}, {0, 1, 0, 0, 0, 24, 7}});
  EXPECT_EQ(countsOf(File), "10 x 24 site 0 dark - section 0 lane 0\n"
                            "110 x 8 site 1 dark - section 0 lane 0\n");
}

TEST(ProfileReader, CountsSizesThatWerePutTogetherByTheirMean) {
  ProfileBuilder File;
  File.info("sizes_full", "5").unit(1, 4, threeSites()).thread(0);
  // 10 blocks of 643 bytes in all, and 2 of 80.
  File.sizeClasses(0, {{{0, 1, 1, 0, 0, 64, 10}, 643},
                       {{0, 1, 0, 0, 0, 32, 2}, 80},
                       {{0, 1, 0, 0, 0, 16, 0}, 0}});
  EXPECT_EQ(countsOf(File), "2 x 40 site 0 dark - section 0 lane 0\n"
                            "7 x 64 site 1 dark - section 0 lane 0\n"
                            "3 x 65 site 1 dark - section 0 lane 0\n");
  auto P = llvm::cantFail(read(File.bytes()));
  EXPECT_TRUE(P->hasSizeClasses());
  EXPECT_EQ(*P->Processes[0].info("in_size_classes"), "12");
}

TEST(ProfileReader, CountsAllocationsOfZeroBytes) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0).counters(0, 1, 0, {0, 1, 6, 0});
  EXPECT_EQ(countsOf(File), "6 x 0 site 1 dark - section 0 lane 0\n");
}

TEST(ProfileReader, KeepsPoolsOutOfTheHeap) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0).counters(0, 1, 0, {2, 0, 0, 9});
  File.sizeTable(0, {{0, 0, 0, 0, 0, 10, 3}});
  auto P = llvm::cantFail(read(File.bytes()));
  Totals T = computeTotals(*P);
  EXPECT_EQ(T.Heap.Allocations, 5u);
  EXPECT_EQ(T.Heap.Bytes, 2u * 24 + 3 * 10);
  EXPECT_EQ(T.Site.Allocations, 2u);
  EXPECT_EQ(T.Dark.Bytes, 30u);
  EXPECT_EQ(T.Pool.Allocations, 9u);
  EXPECT_EQ(T.Pool.Bytes, 900u);
}

TEST(ProfileReader, SumsBeyond32BitsAndStaysAtTheLargest) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0);
  File.counters(0, 1, 0, {uint64_t(1) << 40, 0, 0, 0});
  EXPECT_EQ(countsOf(File), "1099511627776 x 24 site 0 dark - section 0 lane 0"
                            "\n");
  File.counters(0, 1, 0, {UINT64_MAX, 0, 0, 0});
  auto P = llvm::cantFail(read(File.bytes()));
  EXPECT_EQ(P->Counts[0].Allocations, UINT64_MAX);
  EXPECT_EQ(computeTotals(*P).Heap.Bytes, UINT64_MAX);
}

TEST(ProfileReader, ReadsWhatAKilledProcessLeft) {
  ProfileBuilder File;
  File.unit(1, 4, threeSites()).thread(0).counters(0, 1, 0, {5, 0, 0, 0});
  // The next record's payload stands there already, but not its type.
  File.raw(std::string(8, '\0') + std::string(16, 'x'));
  File.segment(); // given out, nothing in it
  std::string Bytes = File.bytes();
  Bytes.resize(Bytes.size() + 65536); // room for segments never given out
  auto P = read(Bytes);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_FALSE((*P)->Processes[0].Exited);
  EXPECT_EQ(describeCounts(**P), "5 x 24 site 0 dark - section 0 lane 0\n");
}

TEST(ProfileReader, ReadsAProcessThatDidNothing) {
  std::string Bytes = ProfileBuilder().bytes();
  EXPECT_EQ(errorOf(Bytes), "");
  EXPECT_EQ(errorOf(Bytes.substr(0, 4096)), "");
}

TEST(ProfileReader, ResolvesReferencesToLaterRecords) {
  ProfileBuilder File;
  File.counters(3, 9, 2, {1, 0, 0, 0});
  File.segment().section(2, "late").thread(3).unit(9, 4, threeSites());
  EXPECT_EQ(countsOf(File), "1 x 24 site 0 dark - section 1 lane 0\n");
}

TEST(ProfileReader, SkipsRecordsOfUnknownType) {
  ProfileBuilder File;
  File.record(RecordType(77), "from the future").thread(0);
  EXPECT_EQ(llvm::cantFail(read(File.bytes()))->Lanes.size(), 1u);
}

TEST(ProfileReader, ReadsWhatTheProcessSaysOfItself) {
  ProfileBuilder File;
  File.Header.End = EndState::Exited;
  File.Header.Flags = Interposed | Bypassed;
  File.info("program", "/bin/x").info("rank", "3");
  File.thread(0, 41, "a-name-of-16-chr").usableSizes({{24, 24}, {25, 40}});
  auto P = llvm::cantFail(read(File.bytes()));
  EXPECT_EQ(describe(*P),
            "process test.profile EIB dropped 0/0 time 0-0 units 0 "
            "program=/bin/x rank=3\n"
            "lane 0/0 tid 41 threads 1 a-name-of-16-chr\n"
            "section ''\n"
            "usable 24 24\n"
            "usable 25 40\n");
}

TEST(ProfileReader, SectionsOfOneNameAreOne) {
  ProfileBuilder File;
  File.section(1, "solve").section(2, "solve").unit(1, 4, threeSites());
  File.thread(0)
      .counters(0, 1, 1, {1, 0, 0, 0})
      .counters(0, 1, 2, {2, 0, 0, 0});
  EXPECT_EQ(countsOf(File), "3 x 24 site 0 dark - section 1 lane 0\n");
}

class ProfileFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("anomalloc", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }
  std::string write(const std::string &Name, const std::string &Bytes) {
    std::string Path = (Folder + "/" + Name).str();
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Bytes;
    EXPECT_FALSE(EC);
    return Path;
  }
  llvm::SmallString<128> Folder;
};

TEST_F(ProfileFile, IsNamedInTheModelAndInErrors) {
  std::string Good = write("good", ProfileBuilder().thread(0).bytes());
  EXPECT_EQ(llvm::cantFail(readProfile(Good))->Processes[0].File, Good);
  auto Foreign = readProfile(write("foreign", "#!/bin/sh\n"));
  EXPECT_EQ(llvm::toString(Foreign.takeError()),
            (Folder + "/foreign: not an Anomalloc profile").str());
  auto Absent = readProfile((Folder + "/absent").str());
  EXPECT_EQ(llvm::toString(Absent.takeError()),
            (Folder + "/absent: No such file or directory").str());
  auto ADirectory = readProfile(Folder);
  EXPECT_EQ(llvm::toString(ADirectory.takeError()),
            (Folder + ": a folder, not a profile").str());
}

/// A terabyte of room that was never used costs nothing.
TEST_F(ProfileFile, MayBeSparse) {
  std::string Path = write("sparse", ProfileBuilder().thread(0).bytes());
  int FD = -1;
  ASSERT_FALSE(llvm::sys::fs::openFileForReadWrite(
      Path, FD, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None));
  bool Grown = !llvm::sys::fs::resize_file(FD, uint64_t(1) << 40);
  llvm::sys::fs::file_t File = llvm::sys::fs::convertFDToNativeFile(FD);
  llvm::sys::fs::closeFile(File);
  if (!Grown)
    GTEST_SKIP() << "the file system has no sparse files";
  EXPECT_EQ(llvm::cantFail(readProfile(Path))->Lanes.size(), 1u);
}

TEST_F(ProfileFile, UnreadableOnesCanBePassedOver) {
  std::vector<std::string> Paths = {
      write("a", ProfileBuilder().thread(0).bytes()), write("b", "no"),
      write("c", ProfileBuilder().thread(0).bytes())};
  auto Refused = readProfiles(Paths);
  EXPECT_FALSE(bool(Refused));
  llvm::consumeError(Refused.takeError());
  ReadOptions Options;
  std::string Said;
  Options.OnUnreadable = [&](llvm::Error E) {
    Said += llvm::toString(std::move(E));
    return llvm::Error::success();
  };
  auto P = llvm::cantFail(readProfiles(Paths, Options));
  EXPECT_EQ(P->Processes.size(), 2u);
  EXPECT_EQ(Said, (Folder + "/b: not an Anomalloc profile").str());
}

} // namespace
