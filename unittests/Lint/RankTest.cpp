//===- RankTest.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Rank.h"
#include <gtest/gtest.h>

using namespace anomalloc;
using namespace anomalloc::lint;

namespace {

Finding named(const char *Message) {
  Finding F;
  F.Message = Message;
  return F;
}

/// The messages in their order.
std::string order(std::vector<Finding> Findings,
                  const MeasuredWeights *Weights = nullptr) {
  rank(Findings, Weights);
  std::string Text;
  for (const Finding &F : Findings)
    Text += (Text.empty() ? "" : " ") + F.Message;
  return Text;
}

/// Both orders of a pair are tried.
void expectFirst(const Finding &First, const Finding &Second) {
  const std::string Text = First.Message + " " + Second.Message;
  EXPECT_EQ(order({First, Second}), Text);
  EXPECT_EQ(order({Second, First}), Text);
}

TEST(Rank, NoFindingsAreInOrder) { EXPECT_EQ(order({}), ""); }

TEST(Rank, WarningsComeBeforeHints) {
  Finding Hint = named("hint"), Warning = named("warning");
  Hint.Loud = Level::Hint;
  Hint.Worth = Severity::High;
  Hint.Heavy = Weight::Measured;
  expectFirst(Warning, Hint);
}

TEST(Rank, WeightComesBeforeSeverityAndThatBeforeCertainty) {
  Finding Plain = named("plain"), Sure = named("sure"),
          Severe = named("severe"), Heavy = named("heavy");
  Sure.Sure = Certainty::Proved;
  Severe.Worth = Severity::Low;
  Heavy.Heavy = Weight::Cold;
  expectFirst(Sure, Plain);
  expectFirst(Severe, Sure);
  expectFirst(Heavy, Severe);
}

TEST(Rank, EqualOnesAreInTheOrderOfTheirPlaces) {
  Finding A = named("a"), B = named("b");
  A.At.File = "/src/a.cpp";
  B.At.File = "/src/b.cpp";
  A.At.Offset = 9;
  expectFirst(A, B);
  B.At = A.At;
  B.At.Offset = 10;
  expectFirst(A, B);
  B.At = A.At;
  A.Check = "b";
  B.Check = "c";
  expectFirst(A, B);
  B.Check = A.Check;
  expectFirst(A, B);
}

TEST(Rank, MoreAllocationsComeFirst) {
  Finding Many = named("many"), Few = named("few"), Unknown = named("unknown");
  Many.Recorded.emplace().Alone = 20;
  Few.Recorded.emplace().Alone = 10;
  expectFirst(Many, Few);
  expectFirst(Few, Unknown);
  // Neither has some alone: all that came by way of them decide.
  Many.Recorded->Alone = Few.Recorded->Alone = 0;
  Many.Recorded->Sum.Allocations = 2;
  Few.Recorded->Sum.Allocations = 1;
  expectFirst(Many, Few);
}

/// With so many allocations, which no other finding has.
Finding alone(const char *Message, uint64_t Allocations) {
  Finding F = named(Message);
  F.Recorded.emplace().Alone = Allocations;
  F.Recorded->Sum.Allocations = Allocations;
  return F;
}

TEST(Rank, WhatIsMovedForNothingCountsAsAllocations) {
  Finding Many = alone("many", 1000), Large = alone("large", 2);
  expectFirst(Many, Large);
  Large.Recorded->Sum.Uses = {2, 2 << 20, 0, 2 << 20, 2, 0};
  expectFirst(Large, Many);
}

TEST(Rank, WhatAccessesSpeakAgainstComesLast) {
  Finding Many = alone("many", 1000), Few = alone("few", 2);
  Many.Check = Few.Check = "anomalloc-unnecessary-copy";
  Many.Recorded->Sum.Uses = {1000, 8000, 8000, 15000, 0, 0};
  expectFirst(Many, Few);
  Many.Recorded->Sum.Uses->Written = 16000;
  expectFirst(Few, Many);
  Many.Check = "anomalloc-loop-local-container"; // It claims nothing of it.
  expectFirst(Many, Few);
  Few.Loud = Level::Hint;
  Many.Check = Few.Check;
  expectFirst(Many, Few);
}

/// A run of three lines; each is a chain with so many allocations.
Measurements threeLines() {
  Measurements M;
  M.Files = {"/src/a.cpp"};
  M.Functions = {"f"};
  for (uint32_t I : {0, 1, 2}) {
    M.Frames.push_back({0, I + 1, 0, 0, std::nullopt});
    MeasuredChain &C = M.Chains.emplace_back();
    C.Sites = {I + 1};
    C.Innermost = I;
    C.Change = I;
    C.Allocations = 10 * (I + 1);
  }
  return M;
}

/// Of these chains.
Finding measured(const char *Message, const MeasuredWeights &Weights,
                 std::vector<uint32_t> Chains) {
  Finding F = named(Message);
  F.Recorded.emplace().Sum = Weights.sum(std::move(Chains));
  return F;
}

TEST(Rank, EachAllocationBelongsToOneFinding) {
  const MeasuredWeights Weights(threeLines());
  std::vector<Finding> Findings{measured("part", Weights, {2}),
                                measured("rest", Weights, {0}),
                                measured("both", Weights, {1, 2})};
  rank(Findings, &Weights);
  ASSERT_EQ(Findings.size(), 3u);
  EXPECT_EQ(Findings[0].Message, "both");
  EXPECT_EQ(Findings[0].Recorded->Alone, 50u);
  EXPECT_EQ(Findings[1].Message, "rest");
  EXPECT_EQ(Findings[1].Recorded->Alone, 10u);
  EXPECT_EQ(Findings[2].Message, "part");
  EXPECT_EQ(Findings[2].Recorded->Alone, 0u);
}

TEST(Rank, AWarningTakesItsAllocationsBeforeAHint) {
  const MeasuredWeights Weights(threeLines());
  Finding Hint = measured("hint", Weights, {1, 2});
  Hint.Loud = Level::Hint;
  std::vector<Finding> Findings{Hint, measured("warning", Weights, {2})};
  rank(Findings, &Weights);
  EXPECT_EQ(Findings[0].Message, "warning");
  EXPECT_EQ(Findings[0].Recorded->Alone, 30u);
  EXPECT_EQ(Findings[1].Recorded->Alone, 20u);
}

} // namespace
