//===- LiveProfileTest.cpp ------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Profiles that somebody writes while they are read.

#include "Profile/LiveProfile.h"
#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

/// A file that the test writes as a process would: in place.
class Written {
public:
  explicit Written(const std::string &Bytes) {
    SmallString<128> Name;
    EXPECT_FALSE(sys::fs::createTemporaryFile("live", "profile", File, Name));
    Path = Name.str().str();
    write(Bytes);
  }
  ~Written() {
    close(File);
    sys::fs::remove(Path);
  }
  void write(const std::string &Bytes) {
    EXPECT_EQ(pwrite(File, Bytes.data(), Bytes.size(), 0),
              ssize_t(Bytes.size()));
  }
  void resize(uint64_t Size) { EXPECT_EQ(ftruncate(File, off_t(Size)), 0); }

  std::string Path;
  int File = -1;
};

std::string errorOf(Error E) { return toString(std::move(E)); }

/// The lines of describeCounts() in order.
std::string counts(const Profile &P) {
  SmallVector<StringRef> Lines;
  std::string Text = describeCounts(P);
  StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  llvm::sort(Lines);
  std::string Sorted;
  for (StringRef Line : Lines)
    Sorted += (Line + "\n").str();
  return Sorted;
}

TEST(LiveProfile, SeesWhatWasCountedSince) {
  SiteTableBuilder A, B;
  A.site({0x1, 0, 8});
  B.site({0x2, 0, 16});
  ProfileBuilder First;
  First.unit(1, 1, A.blob()).thread(0).counters(0, 1, 0, {5});
  Written File(First.bytes());
  auto P = LiveProfile::open(File.Path);
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(counts((*P)->model()), "5 x 8 site 0 dark - section 0 lane 0\n");

  // Counters move on, in the same record.
  ProfileBuilder Second;
  Second.unit(1, 1, A.blob()).thread(0).counters(0, 1, 0, {9});
  File.write(Second.bytes());
  EXPECT_EQ(errorOf((*P)->refresh()), "");
  EXPECT_EQ(counts((*P)->model()), "9 x 8 site 0 dark - section 0 lane 0\n");

  // A unit, a thread, a section and sizes, behind it and in a new segment.
  Second.thread(1).section(3, "late").segment();
  Second.unit(2, 1, B.blob()).counters(1, 2, 3, {7});
  Second.sizeTable(1, {{0, 1, 0, 3, 0, 40, 2}});
  File.write(Second.bytes());
  EXPECT_EQ(errorOf((*P)->refresh()), "");
  EXPECT_EQ(counts((*P)->model()), "2 x 40 site 0 dark - section 1 lane 1\n"
                                   "7 x 16 site 1 dark - section 1 lane 1\n"
                                   "9 x 8 site 0 dark - section 0 lane 0\n");
  EXPECT_EQ((*P)->model().Sections[1], "late");
}

TEST(LiveProfile, TheUnusedEndMayGo) {
  ProfileBuilder Builder;
  Builder.thread(0);
  std::string Bytes = Builder.bytes();
  Written File(Bytes);
  File.resize(Bytes.size() + (1 << 20));
  auto P = LiveProfile::open(File.Path);
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  File.resize(Bytes.size());
  EXPECT_EQ(errorOf((*P)->refresh()), "");
  // What is used may not.
  File.resize(4096);
  EXPECT_NE(errorOf((*P)->refresh()).find("the profile is cut"),
            std::string::npos);
}

TEST(LiveProfile, PagesThatAreGoneAreAnError) {
  std::string Bytes = ProfileBuilder().thread(0).bytes();
  Written File(Bytes);
  auto F = LiveFile::open(File.Path);
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  File.resize(0);
  auto Copy = (*F)->copy(0, 4096);
  ASSERT_FALSE(bool(Copy));
  EXPECT_EQ(toString(Copy.takeError()),
            "the file became shorter while it was read");
}

/// Writes the key, then what is counted by it, when the reader comes to one
/// page of its mapping: between two of its reads.
class WriterBetweenReads {
public:
  static constexpr size_t PageBytes = 4096;

  /// \p Page: 0 or 1, of the mapping of \p To that the reader has made.
  WriterBetweenReads(const Written &To, size_t Page) : To(To) {
    std::ifstream Maps("/proc/self/maps");
    for (std::string Line; std::getline(Maps, Line);)
      if (StringRef(Line).ends_with(To.Path)) {
        size_t Begin = 0;
        EXPECT_EQ(std::sscanf(Line.c_str(), "%zx", &Begin), 1);
        Guarded = reinterpret_cast<char *>(Begin) + Page * PageBytes;
      }
    Current = this;
    struct sigaction Ours = {};
    Ours.sa_handler = [](int) { Current->write(); };
    sigaction(SIGSEGV, &Ours, &Before);
    EXPECT_TRUE(Guarded);
    EXPECT_EQ(mprotect(Guarded, PageBytes, PROT_NONE), 0);
  }
  ~WriterBetweenReads() { sigaction(SIGSEGV, &Before, nullptr); }

private:
  void write() {
    const uint64_t One = 1;
    bool Done = pwrite(To.File, &One, 8, 0) == 8 &&
                pwrite(To.File, &One, 8, 2 * PageBytes - 8) == 8 &&
                mprotect(Guarded, PageBytes, PROT_READ) == 0;
    if (!Done)
      std::signal(SIGSEGV, SIG_DFL);
  }

  static inline WriterBetweenReads *Current = nullptr;
  const Written &To;
  char *Guarded = nullptr;
  struct sigaction Before = {};
};

/// The key, in the first word, and the count, in the last one, of a file of two
/// pages that is written when the reader comes to \p Page.
std::pair<uint64_t, uint64_t> readWhileWritten(size_t Page) {
  constexpr size_t Size = 2 * WriterBetweenReads::PageBytes;
  Written File(std::string(Size, '\0'));
  auto F = LiveFile::open(File.Path);
  EXPECT_TRUE(bool(F)) << toString(F.takeError());
  WriterBetweenReads Writer(File, Page);
  auto Copy = (*F)->copy(0, Size);
  EXPECT_TRUE(bool(Copy)) << toString(Copy.takeError());
  std::pair<uint64_t, uint64_t> Read;
  memcpy(&Read.first, Copy->Bytes.get(), 8);
  memcpy(&Read.second, Copy->Bytes.get() + Size - 8, 8);
  return Read;
}

TEST(LiveProfile, NoCountIsSeenWithoutItsKey) {
  EXPECT_EQ(readWhileWritten(0), std::pair(uint64_t(1), uint64_t(0)));
  EXPECT_EQ(readWhileWritten(1), std::pair(uint64_t(1), uint64_t(1)));
}

} // namespace
