//===- FunctionWeightsTest.cpp - what a function allocated ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FunctionWeights.h"
#include "Weights/MeasuredText.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// main:9 calls step:20, step:21 and itself; step calls a constructor (t.h:3).
MeasuredWeights program() {
  Measurements M;
  M.Allocations = 1000;
  M.Files = {"/src/a.cpp", "/src/t.h"};
  M.Functions = {"main", "_Z4stepv", "_ZN1TC2Ev"};
  M.Frames = {{0, 9, 2, 0, std::nullopt}, {0, 20, 3, 1, 0}, {1, 3, 4, 2, 1},
              {0, 21, 3, 1, 0},           {1, 3, 4, 2, 3},  {0, 22, 1, 1, 1}};
  auto Chain = [&](uint32_t Frame, uint32_t Change, uint64_t Allocations) {
    MeasuredChain C;
    C.Sites = {M.Chains.size() + 1};
    C.Innermost = Frame;
    C.Change = Change;
    C.Allocations = Allocations;
    C.Bytes = 8 * Allocations;
    M.Chains.push_back(C);
  };
  Chain(2, 1, 30); // the constructor, for step:20
  Chain(4, 3, 50); // the constructor, for step:21
  Chain(0, 0, 7);  // main itself
  Chain(5, 5, 4);  // step:22, called by step:20: it calls itself
  return MeasuredWeights(std::move(M));
}

TEST(FunctionWeights, WhatItMadeAndForWhom) {
  const MeasuredWeights Weights = program();
  SoughtFunction F;
  F.LinkageNames = {"_ZN1TC1Ev", "_ZN1TC2Ev"};
  std::optional<MeasuredFunction> Found = measuredFunction(Weights, F);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Made.Allocations, 80u);
  EXPECT_EQ(Found->WithCallees.Allocations, 80u);
  ASSERT_EQ(Found->Lines.size(), 1u);
  EXPECT_EQ(Found->Lines[0].Line, 3u);
  ASSERT_EQ(Found->For.size(), 2u);
  EXPECT_EQ(Found->For[0].Line, 21u);
  EXPECT_EQ(Found->For[0].Sum.Allocations, 50u);
  EXPECT_EQ(Found->For[1].Sum.Allocations, 30u);
}

TEST(FunctionWeights, TheLineToChangeIsItsOwnOnce) {
  const MeasuredWeights Weights = program();
  SoughtFunction F;
  F.LinkageNames = {"_Z4stepv"};
  std::optional<MeasuredFunction> Found = measuredFunction(Weights, F);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Made.Allocations, 84u);
  ASSERT_EQ(Found->Lines.size(), 3u);
  EXPECT_EQ(Found->Lines[2].Line, 22u); // where it stands innermost
  EXPECT_TRUE(Found->For.empty());
}

TEST(FunctionWeights, CallersHaveWhatTheirCalleesMade) {
  const MeasuredWeights Weights = program();
  SoughtFunction F;
  F.LinkageNames = {"main"};
  std::optional<MeasuredFunction> Found = measuredFunction(Weights, F);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Made.Allocations, 7u);
  EXPECT_EQ(Found->WithCallees.Allocations, 91u);
}

TEST(FunctionWeights, ABodyHasWhatFits) {
  const MeasuredWeights Weights = program();
  SoughtFunction F;
  F.LinkageNames = {"_Z4stepIiEvv"};
  F.File = 0;
  F.FirstLine = 20;
  F.LastLine = 21;
  F.Fits = [](StringRef Name) { return Name.contains("step"); };
  std::optional<MeasuredFunction> Found = measuredFunction(Weights, F);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Made.Allocations, 80u);
  F.Fits = [](StringRef) { return false; };
  EXPECT_FALSE(measuredFunction(Weights, F));
}

std::optional<uint64_t> callsOf(const Measurements &M,
                                bool HasInstances = false) {
  MeasuredWeights Weights(M);
  SoughtFunction F;
  F.LinkageNames = {"_Z4stepv", "_Z4stepi"};
  F.HasInstances = HasInstances;
  return measuredFunction(Weights, F)->Calls;
}

TEST(FunctionWeights, CallsAreToldOfAllThatItMadeOrNot) {
  Measurements M = program().all();
  EXPECT_EQ(callsOf(M), std::nullopt);
  M.Calls[1] = 0;
  EXPECT_EQ(callsOf(M), std::nullopt);
  M.Calls[1] = 42;
  EXPECT_EQ(callsOf(M), 42u);
  EXPECT_EQ(callsOf(M, /*HasInstances=*/true), std::nullopt);
  // Another body made some of it.
  Measurements Two = M;
  Two.Functions.push_back("_Z4stepi");
  Two.Frames[3].Function = 3;
  EXPECT_EQ(callsOf(Two), std::nullopt);
  // Perhaps it made more.
  Measurements Unsure = M;
  Unsure.Chains[1].Shared = true;
  EXPECT_EQ(callsOf(Unsure), std::nullopt);
  // It made some that no line of its own is known for.
  Measurements OfCall = M;
  OfCall.Chains.push_back(M.Chains[2]);
  OfCall.Chains.back().OfCall = true;
  OfCall.Chains.back().Makers = {1};
  EXPECT_EQ(callsOf(OfCall), std::nullopt);
}

TEST(FunctionWeights, BlocksPerCallInWords) {
  EXPECT_EQ(perCallText(3600, 300),
            "12 allocations per call (3,600 in 300 calls)");
  EXPECT_EQ(perCallText(1, 1), "1 allocation per call (1 in 1 call)");
  EXPECT_EQ(perCallText(5, 2),
            "2.5 allocations per call on average (5 in 2 calls)");
  EXPECT_EQ(perCallText(1, 3),
            "0.333 allocations per call on average (1 in 3 calls)");
  EXPECT_EQ(perCallText(3001, 2),
            "1,501 allocations per call on average (3,001 in 2 calls)");
  EXPECT_EQ(perCallText(1, 1000001),
            "less than 0.001 allocations per call on average (1 in 1,000,001 "
            "calls)");
}

} // namespace
} // namespace anomalloc
