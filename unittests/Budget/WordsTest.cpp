//===- WordsTest.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "BudgetOf.h"

using namespace anomalloc;
using namespace anomalloc::budget;
using namespace anomalloc::test;

namespace {

/// The sentence about the first limit of a budget, and that limit.
struct Told {
  explicit Told(std::initializer_list<const char *> Text)
      : File(budgetWith(Text)) {
    V.Of = &File->Budgets.front();
    V.Its = &V.Of->Bounds.front();
  }
  Told &found(uint64_t Number, uint64_t Most, uint64_t Per = 1) {
    V.Found = {Number, Per};
    V.Most = mostOf(V.Its->AtMost, V.Its->What, V.Reference.value_or(0));
    EXPECT_EQ(V.Most.Number, Most);
    return *this;
  }
  Told &of(uint64_t Reference) {
    V.Reference = Reference;
    return *this;
  }
  std::string text() const { return sentenceOf(V); }

  std::unique_ptr<BudgetFile> File;
  Verdict V;
};

TEST(Words, ASentenceHasWhatWasFoundAndTheLimit) {
  EXPECT_EQ(Told({"allocations: 1,000"}).found(120000, 1000).text(),
            "the whole run: 120,000 allocations; at most 1,000");
  EXPECT_EQ(Told({"name: core", "peak: 4K"}).found(1, 4096).text(),
            "core: 1 byte at the peak; at most 4,096");
  EXPECT_EQ(
      Told({"section: a", "allocations: 5 %"}).of(1000).found(60, 50).text(),
      "section a: 60 allocations; at most 50 (5 % of 1,000)");
  EXPECT_EQ(Told({"bytes: +1 %"}).of(1000).found(2000, 1010).text(),
            "the whole run: 2,000 bytes; at most 1,010 (+1 % on the base's "
            "1,000)");
  EXPECT_EQ(
      Told({"allocations per iteration: 0.25"}).found(1, 250000, 3).text(),
      "the whole run: 0.333334 allocations per iteration; at most 0.25");
}

TEST(Words, WhatWasLeftOpenSaysWhy) {
  Told Open({"leaked: 0"});
  Open.V.Why = "no lifetimes";
  EXPECT_EQ(Open.text(), "the whole run: 'leaked' cannot be answered: no "
                         "lifetimes");
}

TEST(Words, ALineSaysHowMuchMoreItHas) {
  const Told Its({"allocations: 0"});
  Culprit C;
  C.Its = {1500};
  EXPECT_EQ(amountWords(Its.V, C), "1,500");
  C.Was = Value{500};
  EXPECT_EQ(amountWords(Its.V, C), "1,000 more than 500");
  C.Was = Value{0};
  EXPECT_EQ(amountWords(Its.V, C), "1,500");
  C.Was = Value{1500};
  EXPECT_EQ(amountWords(Its.V, C), "1,500, not more than the base's 1,500");
}

TEST(Words, NothingIsSaidOfNoLoopsAndNoOtherLines) {
  Culprit C;
  EXPECT_EQ(depthWords(C), "");
  EXPECT_EQ(othersWords(C), "");
  C.Depth = C.Others = 1;
  EXPECT_EQ(depthWords(C), "1 loop deep");
  EXPECT_EQ(othersWords(C), "or 1 other line");
  C.Depth = C.Others = 3;
  EXPECT_EQ(depthWords(C), "3 loops deep");
  EXPECT_EQ(othersWords(C), "or 3 other lines");
}

TEST(Words, APlaceIsOneThatEditorsFind) {
  const Told Its({"allocations: 0"});
  EXPECT_EQ(placeOf(*Its.File, Its.V.Its->At), "limits.yaml:2:16");
}

/// All limits: so many hold, are broken, unanswered, skipped.
std::string tally(size_t Holds, size_t Broken, size_t Unanswered,
                  size_t Skipped) {
  std::vector<Verdict> All;
  auto Add = [&](size_t Number, Outcome O) {
    for (size_t I = 0; I != Number; ++I)
      All.emplace_back().Outcome = O;
  };
  Add(Holds, Outcome::Holds);
  Add(Broken, Outcome::Broken);
  Add(Unanswered, Outcome::Unanswered);
  Add(Skipped, Outcome::Skipped);
  return wordsOf(countOutcomes(All));
}

TEST(Words, ATallyIsASentence) {
  EXPECT_EQ(tally(1, 0, 0, 0), "the limit holds");
  EXPECT_EQ(tally(2, 0, 0, 0), "all 2 limits hold");
  EXPECT_EQ(tally(0, 1, 0, 0), "1 of 1 limit is broken");
  EXPECT_EQ(tally(2, 2, 1, 0),
            "2 of 5 limits are broken, 1 cannot be answered");
  EXPECT_EQ(tally(1, 0, 0, 1), "1 of 2 limits holds, 1 skipped");
  EXPECT_EQ(tally(0, 0, 1, 0), "0 of 1 limit holds, 1 cannot be answered");
  EXPECT_EQ(tally(0, 0, 2, 0), "0 of 2 limits hold, 2 cannot be answered");
}

} // namespace
