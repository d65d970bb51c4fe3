//===- MergeTest.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "ModelOf.h"
#include "Profile/ModelCodec.h"
#include "Profile/ProfileReader.h"
#include "Profile/Totals.h"
#include "SiteTableBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

namespace {

std::string table(bool Tells = true) {
  SiteTableBuilder T("main");
  uint32_t Inlined = T.function("inlined");
  uint32_t Frame = T.frame(0, Inlined, 40, "vector.h");
  uint32_t Loop = T.loop({0x20, T.loop({0x10, std::nullopt, 3})});
  T.site({0x1, 0, 24, SiteFamily::Heap, "_Znwm", 0, Frame, 1, Loop, "Node"});
  T.site({0x2, 1});
  T.site({0x3, 7, std::nullopt, SiteFamily::Leading, "asprintf"});
  T.edge(llvm::xxh3_64bits("main"), 0x99, 2, Loop);
  T.call(0x98, T.frame(0, 0, 12, "unit.cpp", 3, 6), true, 1);
  T.pointerCall(0, T.string("split"), 1);
  T.classRefill(T.string("Mesh"), 1);
  T.call(0x98, T.frame(std::nullopt, T.function("lib"), 0), false, 0);
  if (Tells)
    T.telling(0);
  return T.blob();
}

/// One process of a program; \p Rank makes it different from others.
std::string process(uint64_t Rank, unsigned Threads = 2) {
  ProfileBuilder File;
  File.Header.End = Rank % 2 ? EndState::Exited : EndState::Running;
  File.Header.Flags = Interposed;
  File.Header.StartTime = 1000 + Rank;
  File.Header.DroppedEvents = 1;
  File.info("rank", std::to_string(Rank)).unit(1, 4, table());
  File.section(1, Rank % 2 ? "odd" : "even").section(2, "solve");
  uint64_t Base = Rank << 32; // every process has another layout
  File.module(Base, Base + 0x1000, Base, 0, "\x12\x34", "/libc.so");
  File.usableSizes({{24, 24}, {80, 88}});
  for (unsigned Lane = 0; Lane != Threads; ++Lane) {
    File.thread(Lane, 10 * Rank + Lane, Lane ? "worker" : "main");
    File.counters(Lane, 1, 2, {5, 80 + 1, 2, 3});
    File.counters(Lane, 1, 1, {1, 0, 0, 0});
    File.sizeTable(Lane, {{Base + 0x10, 1, 7, 2, 0, 99, 1},
                          {Base + 0x20, 0, 0, 0, 0, 7, 10}});
  }
  return File.bytes();
}

std::string written(const Profile &P) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(P, OS));
  return Bytes;
}

std::unique_ptr<Profile> mergeTwo(bool KeepLanes) {
  std::vector<std::unique_ptr<Profile>> Two;
  Two.push_back(modelOf(process(1)));
  Two.push_back(modelOf(process(2)));
  return merge(std::move(Two), {KeepLanes});
}

TEST(Merge, AddsUpOverThreadsAndProcesses) {
  auto P = mergeTwo(/*KeepLanes=*/false);
  ASSERT_EQ(P->Lanes.size(), 1u);
  EXPECT_EQ(P->Lanes[0].Name, "*");
  EXPECT_EQ(P->Lanes[0].Threads, 4u);
  EXPECT_EQ(P->Processes.size(), 2u);
  EXPECT_EQ(P->Processes[1].Info["rank"], "2");
  EXPECT_EQ(P->Loops[0].Entries, 12u);
  EXPECT_EQ(P->Dark.size(), 2u) << "one library is one, wherever it was loaded";
  EXPECT_EQ(P->Sections,
            (std::vector<std::string>{"", "odd", "solve", "even"}));
  EXPECT_EQ(describeCounts(*P), "40 x 7 site - dark 1 section 0 lane 0\n"
                                "2 x 24 site 0 dark - section 1 lane 0\n"
                                "20 x 24 site 0 dark - section 2 lane 0\n"
                                "2 x 24 site 0 dark - section 3 lane 0\n"
                                "8 x 80 site 1 dark - section 2 lane 0\n"
                                "4 x 99 site 2 dark 0 section 2 lane 0\n");
}

TEST(Merge, KeepsThreadsApartIfAsked) {
  auto P = mergeTwo(/*KeepLanes=*/true);
  ASSERT_EQ(P->Lanes.size(), 4u);
  EXPECT_EQ(P->Lanes[3].Process, 1u);
  EXPECT_EQ(P->Lanes[3].Tid, 21u);
  EXPECT_EQ(P->Counts.size(), 4u * 5);
}

TEST(Merge, WrittenModelIsReadAgainAsItWas) {
  for (bool KeepLanes : {false, true}) {
    auto P = mergeTwo(KeepLanes);
    P->Dark[0].Function = "vasprintf";
    std::string Text = describe(*P);
    std::string Bytes = written(*P);
    EXPECT_EQ(describe(*modelOf(Bytes)), Text);
    EXPECT_EQ(written(*modelOf(Bytes)), Bytes);
  }
}

/// A unit that was compiled both ways: nothing is claimed of its sites.
TEST(Merge, AFunctionTellsOnlyIfItDoesInEveryUnit) {
  auto TextOf = [](const Profile &P) {
    std::string Text;
    for (const Site &S : P.Sites)
      Text += S.TellsActivations ? "1" : "0";
    for (const MakerCall &C : P.MakerCalls)
      Text += C.TellsActivations ? "+" : "-";
    return Text;
  };
  auto Merged = [&](bool First, bool Second) {
    std::vector<std::unique_ptr<Profile>> Parts;
    for (bool Tells : {First, Second})
      Parts.push_back(
          modelOf(ProfileBuilder().unit(1, 8, table(Tells)).bytes()));
    return TextOf(*modelOf(written(*merge(std::move(Parts), {}))));
  };
  auto OneProcess = [&](bool First, bool Second) {
    ProfileBuilder File;
    File.unit(1, 8, table(First)).unit(2, 8, table(Second));
    return TextOf(*modelOf(File.bytes()));
  };
  // The last call is of another function.
  EXPECT_EQ(Merged(true, true), "111++-");
  EXPECT_EQ(Merged(true, false), "000---");
  EXPECT_EQ(Merged(false, true), "000---");
  EXPECT_EQ(OneProcess(true, true), "111++-");
  EXPECT_EQ(OneProcess(true, false), "000---");
  EXPECT_EQ(OneProcess(false, true), "000---");
}

/// A function with a site in a loop and one behind it. The rows of another
/// version of it are not known to be passed once.
std::string callTable(bool Site, bool Loop, bool HasMore = false) {
  SiteTableBuilder T("f");
  SiteTableBuilder::Loop L{0x10, std::nullopt, 2};
  L.OncePerCall = Loop;
  SiteTableBuilder::Site First{0x1, 0, 24}, Second{0x2, 1, 24},
      Third{0x3, 3, 8};
  First.Loop = T.loop({0x20, T.loop(L)});
  Second.OncePerCall = Site;
  T.site(First);
  T.site(Second);
  if (HasMore)
    T.site(Third);
  return T.blob();
}

TEST(Merge, CallsAreKnownOnlyIfAllUnitsAgree) {
  auto TextOf = [](const Profile &P) {
    std::string Text;
    for (const Loop &L : P.Loops)
      Text += L.OncePerCall ? "1" : "0";
    for (const Site &S : P.Sites)
      Text += S.OncePerCall ? "+" : "-";
    return Text;
  };
  const std::string Both = callTable(true, true),
                    NoSite = callTable(false, true),
                    NoLoop = callTable(true, false),
                    More = callTable(true, true, true);
  auto Model = [](const std::string &Table) {
    return modelOf(ProfileBuilder().unit(1, 8, Table).bytes());
  };
  EXPECT_EQ(TextOf(*modelOf(written(*Model(Both)))), "10-+");
  EXPECT_EQ(TextOf(*modelOf(written(*Model(NoSite)))), "10--");
  EXPECT_EQ(TextOf(*modelOf(written(*Model(NoLoop)))), "00-+");
  for (const auto &[First, Second, Text] :
       {std::tuple(Both, Both, "10-+"), std::tuple(Both, NoSite, "00--"),
        std::tuple(NoSite, Both, "00--"), std::tuple(Both, NoLoop, "00--"),
        std::tuple(NoSite, NoSite, "10--"), std::tuple(Both, More, "00---"),
        std::tuple(More, Both, "00---"), std::tuple(More, More, "10-+-")}) {
    std::vector<std::unique_ptr<Profile>> Parts;
    Parts.push_back(Model(First));
    Parts.push_back(Model(Second));
    EXPECT_EQ(TextOf(*modelOf(written(*merge(std::move(Parts), {})))), Text);
    ProfileBuilder File;
    File.unit(1, 8, First).unit(2, 8, Second);
    EXPECT_EQ(TextOf(*modelOf(File.bytes())), Text);
  }
}

TEST(Merge, SingleAndEmptyModelsRoundTrip) {
  auto P = modelOf(process(3));
  EXPECT_EQ(describe(*modelOf(written(*P))), describe(*P));
  Profile Empty;
  EXPECT_EQ(describe(*modelOf(written(Empty))), describe(Empty));
}

TEST(Merge, MergingMergedProfilesAddsUp) {
  std::vector<std::unique_ptr<Profile>> Two;
  Two.push_back(modelOf(written(*mergeTwo(false))));
  Two.push_back(modelOf(process(3)));
  auto P = merge(std::move(Two));
  EXPECT_EQ(P->Processes.size(), 3u);
  EXPECT_EQ(P->Lanes[0].Threads, 6u);
  EXPECT_EQ(computeTotals(*P).Heap.Allocations, 6u * (5 + 2 + 1 + 1 + 10));
}

TEST(Merge, ConstantSizeMayBeTheLargestNumber) {
  Profile P;
  Site S;
  S.ConstantSize = UINT64_MAX;
  S.Chain.push_back({});
  P.Sites.push_back(S);
  EXPECT_EQ(modelOf(written(P))->Sites[0].ConstantSize, UINT64_MAX);
}

TEST(Merge, CutAndCorruptModelsAreRefused) {
  std::string Bytes = written(*mergeTwo(false));
  EXPECT_NE(errorOf(Bytes.substr(0, Bytes.size() - 4096)).find("is cut"),
            std::string::npos);
  size_t Payload = 4096 + sizeof(SegmentHeader) + sizeof(ModelRecord);
  for (size_t I = Payload; I < Payload + 64; ++I) {
    std::string Bad = Bytes;
    Bad[I] ^= 0x55;
    EXPECT_NE(errorOf(Bad).find("corrupt profile: model record at offset "
                                "0x1010"),
              std::string::npos);
  }
}

TEST(Merge, AThousandProfilesAddUpExactlyAndStaySmall) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("anomalloc", Folder));
  std::vector<std::string> Paths;
  for (unsigned Rank = 0; Rank != 1000; ++Rank) {
    Paths.push_back((Folder + "/" + llvm::Twine(Rank)).str());
    std::error_code EC;
    llvm::raw_fd_ostream(Paths.back(), EC) << process(Rank, 8);
    ASSERT_FALSE(EC);
  }
  ReadOptions Options;
  Options.KeepLanes = false;
  size_t Last = 0;
  Options.Progress = [&](size_t Done) { Last = Done; };
  auto P = readProfiles(Paths, Options);
  llvm::sys::fs::remove_directories(Folder);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(Last, 1000u);
  EXPECT_EQ((*P)->Processes.size(), 1000u);
  EXPECT_EQ((*P)->Sites.size(), 3u);
  EXPECT_EQ((*P)->Counts.size(), 6u);
  Totals T = computeTotals(**P);
  EXPECT_EQ(T.Heap.Allocations, 8000u * (5 + 2 + 1 + 1 + 10));
  EXPECT_EQ(T.Heap.Bytes, 8000u * (6 * 24 + 2 * 80 + 99 + 10 * 7));
  EXPECT_EQ(T.Dark.Allocations, 80000u);
  std::string Bytes = written(**P);
  EXPECT_LT(Bytes.size(), 65536u);
  EXPECT_EQ(describe(*modelOf(Bytes)), describe(**P));
}

/// Which ended before the loops of edges.
TEST(Merge, ModelsOfTheLastVersionAreRead) {
  Profile P = Profile();
  P.Edges.push_back({1, 2, 3});
  llvm::SmallVector<char, 0> Payload = encodeModel(P);
  llvm::StringRef Bytes(Payload.data(), Payload.size());
  ASSERT_TRUE(Bytes.consume_back(llvm::StringRef("\0", 1)));
  auto Old = decodeModel(Bytes, 0, Bytes.size());
  ASSERT_TRUE(bool(Old)) << llvm::toString(Old.takeError());
  ASSERT_EQ((*Old)->Edges.size(), 1u);
  EXPECT_EQ((*Old)->Edges[0].LoopDepth, 3u);
}

} // namespace
