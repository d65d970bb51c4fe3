//===- MeasuredWeightsTest.cpp - lint weights, written, read, looked up ---===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredWeights.h"
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
  M.Chains.push_back(C);
  C.Sites = {0xdef};
  C.Innermost = 1;
  C.Depth = 3;
  C.Allocations = 40;
  C.Bytes = 160;
  C.Sizes = {{4, 40}};
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
  auto Seven = W.of("/src/a.cpp", 7, 7);
  ASSERT_TRUE(Seven);
  EXPECT_EQ(Seven->Allocations, 90u);
  EXPECT_EQ(Seven->Bytes, 660u);
  EXPECT_EQ(Seven->Depth, 3u);
  EXPECT_EQ(Seven->CommonSize, 4u);
  EXPECT_EQ(Seven->phrase(), "90 allocations of 4 to 13 bytes");
  EXPECT_EQ(W.of("src/t.h", 1, 5)->Allocations, 50u);
  // The callers of the line to change made nothing.
  EXPECT_FALSE(W.of("/src/a.cpp", 9, 9));
  EXPECT_FALSE(W.of("/other/a.cpp", 7, 7));
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
  EXPECT_EQ(W.of("/src/t.h", 3, 3)->Allocations, 50u);
}

TEST(MeasuredWeights, WhatMayBeOfOthersIsNotCalledCold) {
  Measurements M = twoSites();
  M.Chains[0].Shared = true;
  MeasuredWeights W(M);
  // 40 of its own, and perhaps 50 more.
  EXPECT_FALSE(W.of("/src/a.cpp", 7, 7));
  M.Chains[0].Allocations = 40;
  EXPECT_EQ(MeasuredWeights(M).of("/src/a.cpp", 7, 7)->Allocations, 40u);
}

TEST(MeasuredWeights, VersionOneKnowsLines) {
  Expected<Measurements> Read = readMeasurements(
      R"({"format": "anomalloc-lint-weights", "version": 1, "files": {"a.cpp": [
          {"line": 5, "allocations": 7, "bytes": 56, "sizes": [[8, 7]]},
          {"line": 6, "allocations": 0}]}})");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  MeasuredWeights W(std::move(*Read));
  EXPECT_EQ(W.of("/src/a.cpp", 5, 6)->phrase(), "7 allocations of 8 bytes");
  EXPECT_EQ(W.of("/src/a.cpp", 6, 6)->Allocations, 0u);
  EXPECT_FALSE(W.ofFunctions({"_Z4makev"}));
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
