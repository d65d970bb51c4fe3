//===- LifetimeTest.cpp - lifetimes, from bytes to the model --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "ProfileBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

/// A dark row of 24 bytes.
static LifetimeEntry row(uint32_t Number, uint64_t Allocated, uint64_t Freed) {
  LifetimeEntry Row = {};
  Row.Pc = 0x1100;
  Row.Size = 24;
  Row.Number = Number;
  Row.Allocated = Row.Peak = Allocated;
  Row.Freed = Freed;
  return Row;
}

static LifetimeEntry ofStack(LifetimeEntry Row, uint32_t Lane, uint32_t Node) {
  Row.Stack = Node;
  Row.StackLane = 2 * Lane;
  return Row;
}

/// Two lanes that know the same stack, each by a number of its own.
static ProfileBuilder sound() {
  ProfileBuilder File;
  File.module(0x1000, 0x3000, 0x1000, 0, "", "a").thread(0).thread(1);
  File.lifetimeTotals({});
  File.stackNodes(0, 1, {{0x1010, 0, 0, 0}, {0x1020, 1, 0, 0}});
  File.stackNodes(1, 1,
                  {{0x2000, 0, 0, 0}, {0x1010, 0, 0, 0}, {0x1020, 2, 0, 0}});
  return File;
}

static std::string stacksOf(const Profile &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const StackLifetime &L : P.StackLifetimes)
    OS << P.place(P.stack(L.Stack).Place).Offset << ": " << L.Size << " x "
       << L.Counts.Allocated << " - " << L.Counts.Freed << ", peak "
       << (L.Counts.PeakIsBound ? "<= " : "") << L.Counts.Peak << '\n';
  return Text;
}

TEST(Lifetimes, RowsOfAStackAreNoneOfItsSite) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {row(1, 7, 3), ofStack(row(2, 5, 3), 0, 2),
                     ofStack(row(3, 2, 0), 0, 1)});
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  ASSERT_EQ((*P)->Lifetimes.size(), 1u);
  EXPECT_EQ((*P)->Lifetimes[0].Counts.Allocated, 7u);
  EXPECT_EQ(stacksOf(**P), "16: 24 x 2 - 0, peak 2\n32: 24 x 5 - 3, peak 5\n");
}

TEST(Lifetimes, AStackIsTheSameInEveryLaneThatKnowsIt) {
  ProfileBuilder File = sound();
  // Lane 1 also freed a block that lane 0 made.
  File.lifetimes(0, {row(1, 5, 0), ofStack(row(2, 5, 0), 0, 2)});
  File.lifetimes(1, {row(1, 3, 1), ofStack(row(2, 0, 1), 0, 2),
                     ofStack(row(4, 3, 0), 1, 3)});
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(stacksOf(**P), "32: 24 x 8 - 1, peak <= 8\n");
}

TEST(Lifetimes, OfStacksComeBackFromAMergedProfile) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {row(1, 7, 3), ofStack(row(2, 5, 3), 0, 2),
                     ofStack(row(3, 2, 0), 0, 1)});
  std::vector<std::unique_ptr<Profile>> Two;
  for (int I = 0; I != 2; ++I)
    Two.push_back(llvm::cantFail(read(File.bytes())));
  auto Sum = merge(std::move(Two), {});
  const char *Twice = "16: 24 x 4 - 0, peak 4\n32: 24 x 10 - 6, peak 10\n";
  EXPECT_EQ(stacksOf(*Sum), Twice);
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*Sum, OS));
  auto Back = read(Bytes);
  ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
  EXPECT_EQ(stacksOf(**Back), Twice);
}

/// Two samples live at the end that were not at the peak: no bytes of samples
/// are compared with the estimate of the peak.
TEST(Lifetimes, OfSamplesHaveAnEstimatedPeakAndTimeline) {
  LifetimeTotalsRecord Totals = {};
  Totals.PeakBytes = 30;
  Totals.Live.Points[0][0] = {30, 5 * SampleBlocks + SampleBlocks / 2, 40};
  LifetimeEntry Row = row(1, 2, 0);
  Row.Stamp = 30;
  Row.AtPeak = 0;
  for (bool Sampled : {false, true}) {
    ProfileBuilder File;
    File.module(0x1000, 0x3000, 0x1000, 0, "", "a").thread(0);
    File.lifetimeTotals(Totals).lifetimes(0, {Row});
    if (Sampled)
      File.info("mode", "lifetime").info("sample", "bytes:100");
    auto P = read(File.bytes());
    ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
    const LifetimeTotals &T = *(*P)->Processes[0].Lifetimes;
    ASSERT_EQ(T.Timeline.size(), 1u);
    EXPECT_EQ(T.PeakBytes, Sampled ? 30u : 48u);
    EXPECT_EQ((*P)->Lifetimes[0].Counts.AtPeak, Sampled ? 0u : 2u);
    EXPECT_EQ(T.Timeline[0].Blocks, Sampled ? 6u : 1408u);
    EXPECT_EQ(T.Timeline[0].UsableBytes, 40u);
  }
}

static std::string activationsOf(const Profile &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const Lifetime &L : P.Lifetimes)
    OS << L.Counts.Freed << " freed, " << L.Counts.ActivationKnown << " known, "
       << L.Counts.SameActivation << " same\n";
  for (const StackLifetime &L : P.StackLifetimes)
    OS << "of a stack: " << L.Counts.ActivationKnown << " known, "
       << L.Counts.SameActivation << " same\n";
  return Text;
}

TEST(Lifetimes, ActivationsAddUpOverLanesAndProfiles) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {row(1, 7, 5), ofStack(row(2, 7, 5), 0, 2)});
  File.lifetimes(1, {row(1, 0, 2)});
  File.activations(0, {{1, 0, 5, 4}, {2, 0, 3, 1}, {}});
  File.activations(1, {{1, 0, 1, 0}});
  auto P = read(File.bytes());
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  EXPECT_EQ(activationsOf(**P),
            "7 freed, 6 known, 4 same\nof a stack: 3 known, 1 same\n");
  std::vector<std::unique_ptr<Profile>> Two;
  for (int I = 0; I != 2; ++I)
    Two.push_back(llvm::cantFail(read(File.bytes())));
  auto Sum = merge(std::move(Two), {});
  const char *Twice =
      "14 freed, 12 known, 8 same\nof a stack: 6 known, 2 same\n";
  EXPECT_EQ(activationsOf(*Sum), Twice);
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*Sum, OS));
  auto Back = read(Bytes);
  ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
  EXPECT_EQ(activationsOf(**Back), Twice);
}

TEST(Lifetimes, ActivationsOfARowThatIsNotThereAreRefused) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {row(1, 7, 5)}).activations(0, {{9, 0, 5, 4}});
  EXPECT_NE(errorOf(File.bytes()).find("lifetime row 9 does not exist"),
            std::string::npos)
      << errorOf(File.bytes());
}

TEST(Lifetimes, OfAStackThatIsNotThereAreRefused) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {ofStack(row(2, 5, 3), 0, 3)});
  EXPECT_NE(errorOf(File.bytes()).find("lifetime row 2: node 3 of 2"),
            std::string::npos)
      << errorOf(File.bytes());
  ProfileBuilder Other = sound();
  Other.lifetimes(0, {ofStack(row(2, 5, 3), 7, 1)});
  EXPECT_NE(errorOf(Other.bytes()).find("lifetime row 2: node 1 of 0"),
            std::string::npos)
      << errorOf(Other.bytes());
}

TEST(Lifetimes, GrowthComesBackFromAMergedProfile) {
  ProfileBuilder File = sound();
  File.lifetimes(0, {row(1, 7, 3)}).lifetimeBuckets(0, {{1, 0, {3}}});
  File.growth(0, {{1, GrowthCounters::Reallocated, {5, 2}},
                  {1, GrowthCounters::MovedBytes, {0, 1, 99}}});
  std::vector<std::unique_ptr<Profile>> Two;
  for (int I = 0; I != 2; ++I)
    Two.push_back(llvm::cantFail(read(File.bytes())));
  auto Sum = merge(std::move(Two), {});
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  llvm::cantFail(writeMerged(*Sum, OS));
  auto Back = read(Bytes);
  ASSERT_TRUE(bool(Back)) << llvm::toString(Back.takeError());
  ASSERT_EQ((*Back)->Lifetimes.size(), 1u);
  std::map<uint32_t, uint64_t> Twice = {
      {0, 6},
      {GrowthCounters::Reallocated + GrowthCounters::More, 10},
      {GrowthCounters::Reallocated + 1, 4},
      {GrowthCounters::Shrunk, 2},
      {GrowthCounters::ShrunkBytes, 198}};
  EXPECT_EQ((*Back)->Lifetimes[0].Counts.Buckets, Twice);
}

TEST(Lifetimes, GrowthCountersThatAreNotThereAreRefused) {
  for (uint32_t First : {0u, GrowthCounters::First + 1, AccessCounters::End}) {
    ProfileBuilder File = sound();
    File.lifetimes(0, {row(1, 7, 3)}).growth(0, {{1, First, {5}}});
    EXPECT_NE(errorOf(File.bytes())
                  .find("growth counters from " + std::to_string(First)),
              std::string::npos)
        << errorOf(File.bytes());
  }
  ProfileBuilder Other = sound();
  Other.lifetimes(0, {row(1, 7, 3)});
  Other.lifetimeBuckets(0, {{1, GrowthCounters::First, {5}}});
  EXPECT_NE(errorOf(Other.bytes()).find("lifetime buckets from 128"),
            std::string::npos)
      << errorOf(Other.bytes());
}
