//===- BudgetReaderTest.cpp ---------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetOf.h"

using namespace anomalloc;
using namespace anomalloc::budget;
using namespace anomalloc::test;

namespace {

/// Why \p Text is no file of budgets.
std::string refusal(llvm::StringRef Text) {
  auto File = parsed(Text);
  return File ? "" : llvm::toString(File.takeError());
}

constexpr const char *Advice =
    "limits.yaml:1:1: expected 'budgets:' with a list of budgets; 'anomalloc "
    "check --init PROFILE' writes a first file";

TEST(BudgetReader, ABudgetHasAScopeLimitsAndSettings) {
  const auto File = budgetOf("# What it may allocate.\n"
                             "budgets:\n"
                             "- name: the core\n"
                             "  section: [solve, 'post*']\n"
                             "  deeper than: 2\n"
                             "  allocations: 1,000 # by hand\n"
                             "  leaked bytes: \"64 KiB\"\n"
                             "  optional: true\n"
                             "  any end: no\n"
                             "- peak: 1M\n");
  ASSERT_EQ(File->Budgets.size(), 2u);
  const Budget &Core = File->Budgets[0];
  EXPECT_EQ(Core.title(), "the core");
  EXPECT_EQ(Core.Scope.words(), "section solve or post*, deeper than 2 loops");
  EXPECT_EQ(Core.Scope.Globs.Sections.size(), 2u);
  EXPECT_EQ(Core.Scope.DeeperThan, 2u);
  ASSERT_EQ(Core.Bounds.size(), 2u);
  EXPECT_EQ(Core.Bounds[0].What, Measure::Allocations);
  EXPECT_EQ(Core.Bounds[0].AtMost.Number, 1000u);
  EXPECT_EQ(Core.Bounds[1].What, Measure::LeakedBytes);
  EXPECT_EQ(Core.Bounds[1].AtMost.Number, 65536u);
  EXPECT_TRUE(Core.Optional);
  EXPECT_FALSE(Core.AnyEnd);
  EXPECT_FALSE(Core.MissingChildren);
  EXPECT_EQ(Core.Number, 1u);
  EXPECT_EQ(File->Budgets[1].title(), "the whole run");
  EXPECT_EQ(File->Budgets[1].Number, 2u);
}

TEST(BudgetReader, ALimitKnowsWhereItStands) {
  const char *Text = "budgets:\n- allocations: 1,000  # by hand\n  dark: '5'\n";
  const auto File = budgetOf(Text);
  ASSERT_EQ(File->Budgets.size(), 1u);
  ASSERT_EQ(File->Budgets[0].Bounds.size(), 2u);
  const TextRange Plain = File->Budgets[0].Bounds[0].At;
  EXPECT_EQ(llvm::StringRef(Text).slice(Plain.Begin, Plain.End), "1,000");
  EXPECT_EQ(Plain.Line, 2u);
  EXPECT_EQ(Plain.Column, 16u);
  const TextRange Quoted = File->Budgets[0].Bounds[1].At;
  EXPECT_EQ(llvm::StringRef(Text).slice(Quoted.Begin, Quoted.End), "'5'");
}

TEST(BudgetReader, AFolderIsWhatIsBelowIt) {
  const auto File = budgetWith({"file: src/", "bytes: 0"});
  const Scope &S = File->Budgets[0].Scope;
  EXPECT_TRUE(matchesPath(S.Globs.Files, "/home/me/src/deep/a.cpp"));
  EXPECT_FALSE(matchesPath(S.Globs.Files, "/home/me/lib/a.cpp"));
  EXPECT_EQ(S.words(), "file src/");
}

TEST(BudgetReader, OneLoopIsSingular) {
  EXPECT_EQ(budgetWith({"deeper than: 1", "sites: 0"})->Budgets[0].title(),
            "deeper than 1 loop");
}

TEST(BudgetReader, WithoutBudgetsItSaysHowToBegin) {
  for (const char *Text : {"", "[]", "limits\n"})
    EXPECT_EQ(refusal(Text), Advice) << Text;
  EXPECT_EQ(refusal("budgets: []\n"), Advice);
  EXPECT_EQ(refusal("budgets: 5\n"),
            "limits.yaml:1:10: expected a list of budgets, each behind '-'");
  EXPECT_EQ(refusal("budgets:\n- 5\n"),
            "limits.yaml:2:3: expected a budget: 'key: value' pairs with at "
            "least one limit, as 'allocations: 1000'");
}

TEST(BudgetReader, AnUnknownKeyHasAPlaceAndANeighbour) {
  EXPECT_EQ(refusal("budget:\n- bytes: 0\n"),
            "limits.yaml:1:1: unknown key 'budget'; did you mean 'budgets'?");
  EXPECT_EQ(refusal("budgets:\n- bytes: 0\n  alocations: 1\n"),
            "limits.yaml:3:3: unknown key 'alocations'; did you mean "
            "'allocations'?");
  EXPECT_EQ(refusal("budgets:\n- xyz: 0\n"),
            "limits.yaml:2:3: unknown key 'xyz'; expected one of: section, "
            "file, function, site, size, deeper than, allocations, bytes, "
            "allocations per iteration, allocations per call, sites, new "
            "sites, dark, temporary, leaked, leaked bytes, peak, name, "
            "optional, any end, missing children");
}

TEST(BudgetReader, AKeyComesOnce) {
  EXPECT_EQ(refusal("budgets:\n- bytes: 0\n  bytes: 1\n"),
            "limits.yaml:3:3: 'bytes' comes a second time in this budget");
  EXPECT_EQ(refusal("budgets:\n- bytes: 0\nbudgets:\n- bytes: 1\n"),
            "limits.yaml:3:1: 'budgets' comes a second time");
}

TEST(BudgetReader, ABudgetLimitsSomething) {
  EXPECT_EQ(refusal("budgets:\n- section: solve\n"),
            "limits.yaml:2:3: this budget limits nothing; expected one of: "
            "allocations, bytes, allocations per iteration, allocations per "
            "call, sites, new sites, dark, temporary, leaked, leaked bytes, "
            "peak");
  EXPECT_EQ(refusal("budgets:\n- allocations per call: 0\n"),
            "limits.yaml:2:25: 'allocations per call' needs 'function:' beside "
            "it, to say whose calls");
}

TEST(BudgetReader, AWrongValueHasAPlace) {
  EXPECT_EQ(refusal("budgets:\n- sites: few\n"),
            "limits.yaml:2:10: 'few' is no limit of 'sites': expected a "
            "number, as 1000; or how much more than the base, as +1 % or +10");
  EXPECT_EQ(refusal("budgets:\n- sites: [1]\n"),
            "limits.yaml:2:10: expected a limit behind 'sites:'");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  optional: maybe\n"),
            "limits.yaml:3:13: 'maybe' is neither true nor false");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  deeper than: x\n"),
            "limits.yaml:3:16: 'x' is no number of loops");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  deeper than: [1, 2]\n"),
            "limits.yaml:3:16: expected one number of loops");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  section: []\n"),
            "limits.yaml:3:12: expected a GLOB behind 'section:', and not an "
            "empty list");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  section: ''\n"),
            "limits.yaml:3:12: expected a text that is not empty");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  size: 64-1\n"),
            "limits.yaml:3:9: '64-1' is an empty range of sizes");
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n  section: {a: b}\n"),
            "limits.yaml:3:12: expected a GLOB behind 'section:', or a list of "
            "them");
}

TEST(BudgetReader, WhatIsNoYamlIsCalledSo) {
  const std::string Broken = refusal("budgets:\n- section: [solve\n");
  EXPECT_EQ(Broken.find("limits.yaml:2:18: this is no YAML: "), 0u) << Broken;
  EXPECT_EQ(refusal("budgets:\n- sites: 1\n---\nbudgets:\n- sites: 2\n"),
            "limits.yaml:4:1: expected one document, not several");
}

TEST(BudgetReader, AFileThatIsNotThereIsNamed) {
  auto File = readBudgets("no/such/limits.yaml");
  ASSERT_FALSE(File);
  EXPECT_EQ(llvm::toString(File.takeError()),
            "cannot read no/such/limits.yaml: No such file or directory; "
            "'anomalloc check --init PROFILE' writes a first one");
}

} // namespace
