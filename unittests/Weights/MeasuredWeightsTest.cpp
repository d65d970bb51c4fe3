//===- MeasuredWeightsTest.cpp - lint weights, written, read, looked up ---===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredText.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// main (a.cpp:9) calls make (a.cpp:7), which is no maker; that calls a
/// constructor (t.h:3).
Measurements twoSites() {
  Measurements M;
  M.Allocations = 100;
  M.Instrumented = 90;
  M.Bytes = 1000;
  M.Recorded = 1234567890123456789;
  M.Files = {"/src/a.cpp", "/src/t.h"};
  M.Functions = {"main", "_Z4makev", "_ZN1TC2Ev"};
  M.Frames = {{0, 9, 2, 0, std::nullopt}, {0, 7, 3, 1, 0}, {1, 3, 4, 2, 1}};
  MeasuredChain C;
  C.Sites = {0xabc};
  C.Innermost = 2;
  C.Change = 1;
  C.Depth = 2;
  C.Allocations = 50;
  C.Bytes = 500;
  C.Sizes = {{8, 30}, {13, 20}};
  C.SizeRange = {8, 13};
  M.Chains.push_back(C);
  C.Sites = {0xdef};
  C.Innermost = 1;
  C.Depth = 3;
  C.Allocations = 40;
  C.Bytes = 160;
  C.Sizes = {{4, 40}};
  C.SizeRange = {4, 4};
  M.Chains.push_back(C);
  return M;
}

std::string written(const Measurements &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeMeasurements(OS, M);
  return Text;
}

std::string refusal(StringRef Text) {
  Expected<Measurements> Read = readMeasurements(Text);
  return Read ? "" : toString(Read.takeError());
}

TEST(MeasuredWeights, ReadsWhatItWrote) {
  Measurements M = twoSites();
  M.Chains[0].OfCall = true;
  M.Chains[0].Makers = {2};
  M.Chains[1].Shared = true;
  M.Chains[1].Change.reset();
  M.Elsewhere = {{"f", "/lib/x.so", 10, 20}};
  M.Texts = {{0xabcdef, 0, 0x12}, {}};
  M.Calls = {{0, 5}, {2, 0}};
  M.Changes.resize(2);
  MeasuredChange &Last = M.Changes.back();
  Last.Rank = "2", Last.Anomaly = "repeated";
  Last.Evidence = "often", Last.Remedy = "use a pool";
  Last.IsMeasured = Last.MayStay = true;
  Last.Allocations = 1, Last.Blocks = 2, Last.MostBlocks = 3;
  Last.SavedLeast = 4, Last.SavedMost = 5, Last.SavedPages = 6;
  Last.SavedIfKept = 7, Last.SavedOfOthers = 8, Last.SavedBytes = 9;
  Last.SavedTraffic = 10;
  const std::string Text = written(M);
  Expected<Measurements> Read = readMeasurements(Text);
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(written(*Read), Text);
  EXPECT_EQ(Read->Recorded, M.Recorded);
  EXPECT_EQ(Read->Texts, M.Texts);
  EXPECT_EQ(Read->Calls, M.Calls);
  EXPECT_EQ(Read->Chains[0].Sites, M.Chains[0].Sites);
  EXPECT_EQ(Read->Frames[1].Caller, 0u);
  EXPECT_FALSE(Read->Frames[0].Caller);
  EXPECT_FALSE(Read->Chains[1].Change);
}

TEST(MeasuredWeights, RefusesWhatRefersToNothing) {
  for (const auto &[From, To] :
       {std::pair("[0, 7, 3, 1, 0]", "[2, 7, 3, 1, 0]"),
        std::pair("[0, 7, 3, 1, 0]", "[0, 7, 3, 3, 0]"),
        std::pair("[0, 7, 3, 1, 0]", "[0, 7, 3, 1, 1]"),
        std::pair("[0, 7, 3, 1, 0]", "[0, 7, 3, 1]"),
        std::pair("\"frame\": 2", "\"frame\": 3")}) {
    std::string Text = written(twoSites());
    ASSERT_NE(Text.find(From), std::string::npos);
    Text.replace(Text.find(From), StringRef(From).size(), To);
    EXPECT_NE(refusal(Text).find("not lint weights"), std::string::npos) << To;
  }
}

TEST(MeasuredWeights, ALineWeighsItsChainsUpToTheLineToChange) {
  MeasuredWeights W(twoSites());
  auto Of = [&](StringRef File, unsigned First, unsigned Last) {
    const std::optional<FileToday> Then = W.asThen(File);
    return Then ? W.ofLines(*Then, First, Last) : std::nullopt;
  };
  auto Seven = Of("/src/a.cpp", 7, 7);
  ASSERT_TRUE(Seven);
  EXPECT_EQ(Seven->Allocations, 90u);
  EXPECT_EQ(Seven->Bytes, 660u);
  EXPECT_EQ(Seven->Depth, 3u);
  EXPECT_EQ(Seven->CommonSize, 4u);
  EXPECT_EQ(Seven->phrase(), "90 allocations of 4 to 13 bytes");
  EXPECT_EQ(Of("src/t.h", 1, 5)->Allocations, 50u);
  // The callers of the line to change made nothing.
  EXPECT_FALSE(Of("/src/a.cpp", 9, 9));
  EXPECT_FALSE(Of("/other/a.cpp", 7, 7));
}

TEST(MeasuredWeights, AFunctionWeighsAllItsCallsEachOnce) {
  MeasuredWeights W(twoSites());
  EXPECT_EQ(W.ofFunctions({"_ZN1TC2Ev", "_ZN1TC2Ev"})->Allocations, 50u);
  // Its own line is to be changed.
  EXPECT_FALSE(W.ofFunctions({"_Z4makev"}));
  EXPECT_FALSE(W.ofFunctions({"main"}));
}

TEST(MeasuredWeights, BlocksOfMakersCountOnceForTheCallsThatMadeThem) {
  Measurements M = twoSites();
  M.Chains[0].Change.reset(); // the maker's own: nobody above it was seen
  M.Chains[1].OfCall = true;
  M.Chains[1].Sites = {0xabc};
  M.Chains[1].Makers = {2};
  MeasuredWeights W(M);
  EXPECT_EQ(W.sum({0, 1}).Allocations, 40u);
  EXPECT_EQ(W.ofFunctions({"_ZN1TC2Ev"})->Chains, std::vector<uint32_t>{1});
  EXPECT_EQ(W.ofLines(*W.asThen("/src/t.h"), 3, 3)->Allocations, 50u);
}

TEST(MeasuredWeights, WhatMayBeOfOthersIsNotCalledCold) {
  Measurements M = twoSites();
  M.Chains[0].Shared = true;
  MeasuredWeights W(M);
  // 40 of its own, and perhaps 50 more.
  EXPECT_FALSE(W.known({0, 1}));
  M.Chains[0].Allocations = 40;
  EXPECT_EQ(MeasuredWeights(M).known({0, 1})->Allocations, 40u);
  // What is said of it, by tools as well: that others may be there.
  Measured Some = *MeasuredWeights(M).known({0, 1});
  EXPECT_EQ(Some.phrase().rfind("at least 40 allocations", 0), 0u);
  EXPECT_EQ(MeasuredWeights(M).sum(Some.allChains()).phrase(), Some.phrase());
}

TEST(MeasuredWeights, VersionOneIsRefused) {
  EXPECT_NE(refusal(R"({"format": "anomalloc-lint-weights", "version": 1,
                        "files": {"a.cpp": [{"line": 5, "allocations": 7}]}})")
                .find("another version"),
            std::string::npos);
}

TEST(MeasuredWeights, ALineHasAShareForEachInstanceAndCall) {
  // "new T(Kept)" at 4:12 and 4:16, made for Text and for Closure.
  Measurements M;
  M.Files = {"/src/h.h"};
  M.Functions = {"_Z4makeI4TextEvv", "_Z4makeI7ClosureEvv", "_Z5otherv"};
  M.Frames = {{0, 4, 12, 0, std::nullopt},
              {0, 4, 12, 1, std::nullopt},
              {0, 4, 16, 1, std::nullopt}};
  for (auto [Frame, Allocations] : {std::pair(0, 500000), {1, 2}, {2, 3}}) {
    MeasuredChain C;
    C.Innermost = uint32_t(Frame);
    C.Change = C.Innermost;
    C.Allocations = uint64_t(Allocations);
    M.Chains.push_back(C);
  }
  const MeasuredWeights W(M);
  const FileToday Then = *W.asThen("/src/h.h");
  const CodeSpan All = {4, 5, 4, 40}, Copy = {4, 16, 4, 20};
  const CodeOwner Text = {{M.Functions[0]}, true},
                  Closure = {{"_ZX", M.Functions[1]}, true};
  auto Chains = [&](const CodeSpan &Code, const CodeOwner &Owner) {
    const ChainsOfCode Found = W.chainsOf(Then, Code, Owner);
    return std::pair(Found.Known, Found.Unsure);
  };
  using List = std::vector<uint32_t>;
  EXPECT_EQ(Chains(All, Text), std::pair(List{0}, List{}));
  EXPECT_EQ(Chains(All, Closure), std::pair(List({1, 2}), List{}));
  EXPECT_EQ(Chains(Copy, Closure), std::pair(List{2}, List{}));
  // No call of it stands there.
  EXPECT_EQ(Chains(Copy, Text), std::pair(List{}, List{0}));
  // An instance that nobody names.
  EXPECT_EQ(Chains(All, {{"_Z4makeI3IntEvv"}, true}),
            std::pair(List{}, List({0, 1, 2})));
  EXPECT_EQ(Chains(All, {{}, true}), std::pair(List{}, List({0, 1, 2})));
  // A template's pattern speaks for all, a part of a function for the function.
  EXPECT_EQ(Chains(Copy, {}), std::pair(List{2}, List{}));
  EXPECT_EQ(Chains(Copy, {{"_Z4makeI7ClosureEv"}, false}),
            std::pair(List{2}, List{}));
  EXPECT_EQ(W.known({0, 0})->Allocations, 500000u);
  EXPECT_FALSE(W.known({}));

  // Any part of what made nothing made nothing.
  M.Chains[0].Allocations = 0;
  const MeasuredWeights Idle(M);
  EXPECT_EQ(Idle.chainsOf(Then, Copy, Text).Known, List{0});
  EXPECT_EQ(Idle.chainsOfOneCall(Then, 4, 4).Unsure, List({0, 1, 2}));
  M.Chains[1].Allocations = 0;
  EXPECT_EQ(MeasuredWeights(M).chainsOfOneCall(Then, 4, 4).Known,
            List({0, 1, 2}));
}

TEST(MeasuredWeights, WithoutColumnsCodeMustHaveItsLinesForItself) {
  Measurements M = twoSites();
  for (MeasuredFrame &F : M.Frames)
    F.Column = 0;
  const MeasuredWeights W(M);
  const FileToday Then = *W.asThen("/src/a.cpp");
  CodeSpan Code = {7, 3, 7, 9};
  EXPECT_EQ(W.chainsOf(Then, Code, {}).Unsure, std::vector<uint32_t>({0, 1}));
  Code.HasWholeLines = true;
  EXPECT_EQ(W.chainsOf(Then, Code, {}).Known, std::vector<uint32_t>({0, 1}));
}

TEST(MeasuredWeights, SizesAreOfAllAndNotOfTheMostFrequent) {
  Measurements M = twoSites();
  M.Chains[0].Sizes.clear();
  for (uint64_t I = 0; I != 20; ++I)
    M.Chains[0].Sizes.push_back({72 * (I + 1) * (I + 1), 20 - I});
  M.Chains[0].Allocations = 210;
  M.Chains[0].SizeRange = {72, 72 * 400};
  M.Chains[1].SizeRange = {4, 4};
  Expected<Measurements> Read = readMeasurements(written(M));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Chains[0].Sizes.size(), 16u);
  EXPECT_EQ(MeasuredWeights(*Read).sum({0}).phrase(),
            "210 allocations of 72 to 28,800 bytes");
  EXPECT_EQ(MeasuredWeights(*Read).sum({0, 1}).phrase(),
            "250 allocations of 4 to 28,800 bytes");
  // Files of before have the most frequent ones, which may be all.
  std::string Old = written(M);
  for (size_t At; (At = Old.find("\"size_range\"")) != std::string::npos;)
    Old.replace(At, 12, "\"unknown\"");
  Read = readMeasurements(Old);
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(MeasuredWeights(*Read).sum({0}).phrase(), "210 allocations");
  EXPECT_EQ(MeasuredWeights(*Read).sum({1}).phrase(),
            "40 allocations of 4 bytes");
}

TEST(MeasuredWeights, AccessesAreToldIfTheyAreKnownOfAllBlocks) {
  Measurements M = twoSites();
  M.Chains[0].Uses = {10, 320, 0, 320, 10, 0};
  M.Chains[1].Uses = {5, 40, 80, 40, 1, 4};
  Expected<Measurements> Read = readMeasurements(written(M));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  MeasuredWeights Weights(std::move(*Read));
  const Measured Both = Weights.sum({0, 1});
  ASSERT_TRUE(Both.Uses);
  EXPECT_EQ(Both.Uses->Blocks, 15u);
  EXPECT_EQ(Both.Uses->Asked, 360u);
  EXPECT_EQ(Both.Uses->Read, 80u);
  EXPECT_EQ(Both.Uses->Written, 360u);
  EXPECT_EQ(Both.Uses->Unread, 11u);
  EXPECT_EQ(Both.Uses->OnlyCopied, 4u);
  EXPECT_TRUE(StringRef(detailsText(Weights.sum({0}), Weights.all()))
                  .ends_with("320 B written, none of it read)"));
  M.Chains[1].Uses.reset();
  EXPECT_FALSE(MeasuredWeights(std::move(M)).sum({0, 1}).Uses);
}

TEST(MeasuredWeights, WhatIsMovedForNothingWeighsAsAllocations) {
  Measured Sum;
  Sum.Allocations = 10;
  EXPECT_EQ(Sum.weight(), 10u);
  Sum.Uses = {10, 10240, 1, 10240, 9, 0};
  EXPECT_EQ(Sum.weight(), 30u);
  Sum.Uses = {10, 10240, 10240, 10240, 0, 9};
  EXPECT_EQ(Sum.weight(), 50u);
  Sum.Uses = {10, 10240, 10240, 10240, 4, 5};
  EXPECT_EQ(Sum.weight(), 10u);
}

TEST(MeasuredWeights, ANoteTellsTheChains) {
  EXPECT_EQ(measuredNote({3, 17}), "anomalloc-measured: 3 17");
  EXPECT_EQ(parseMeasuredNote("anomalloc-measured: 3 17"),
            (std::vector<uint32_t>{3, 17}));
  EXPECT_FALSE(parseMeasuredNote("anomalloc-measured: x"));
  EXPECT_FALSE(parseMeasuredNote("called in a loop here"));
}

} // namespace
} // namespace anomalloc
