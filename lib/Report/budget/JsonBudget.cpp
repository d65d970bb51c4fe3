//===- JsonBudget.cpp - what became of budgets, for programs --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "Document/Document.h"
#include "Report/text/EstimateKeys.h"
#include "Report/budget/BudgetViews.h"
#include "Report/report/JsonParts.h"

using namespace llvm;
using namespace anomalloc::budget;

namespace anomalloc {

template <>
inline constexpr budget::Outcome LastOf<budget::Outcome> =
    budget::Outcome::Skipped;

static void describe(Keys<budget::Value> &K) {
  K.name("budget_value");
  K.add("number", &budget::Value::Number);
  K.add("per", "1, or of a rate the number of iterations or calls",
        &budget::Value::Per);
}

static void describe(Keys<ScopePart> &K) {
  K.add("key", &ScopePart::Key);
  K.add("values", &ScopePart::Values);
}

static void describe(Keys<Tally> &K) {
  K.add("limits", "how many there are: the sum of the next four", &Tally::All);
  K.add("holding", &Tally::Holds);
  K.add("broken", &Tally::Broken);
  K.add("unanswered", &Tally::Unanswered);
  K.add("skipped", &Tally::Skipped);
}

namespace {

/// With files relative to the root.
Each<Frame> shownFrames(const BudgetPage &Page, ArrayRef<Frame> Frames) {
  return {[&Page, Frames](auto Take) {
    for (Frame F : Frames) {
      const std::string File = Page.relative(F.File);
      F.File = File;
      Take(F);
    }
  }};
}

struct BudgetCulprit {
  const BudgetPage &Page;
  const Profile &P;
  const Culprit &Its;
};
void describe(Keys<BudgetCulprit> &K) {
  using Shown = const BudgetCulprit &;
  K.name("budget_line");
  K.add("value",
        "what the line has of the measure; null: of a rate nobody knows, but "
        "it is more than nothing",
        [](Shown C) { return orNull(!C.Its.IsUnrated, C.Its.Its); });
  K.add("base", "what it had in the base, if that was asked for",
        [](Shown C) { return C.Its.Was; });
  K.add("allocations", "of the line, in the budget's scope",
        [](Shown C) { return C.Its.Allocations; });
  K.add("depth", "loops around it along the deepest chain of calls",
        [](Shown C) { return C.Its.Depth; });
  K.add("other_lines", "so many other lines may have made the same blocks",
        [](Shown C) { return C.Its.Others; });
  K.add("callee", "what the line calls; empty: unknown",
        [](Shown C) { return fullFunctionName(C.Its.Callee); });
  K.add("library", "of dark allocations",
        [](Shown C) { return C.Its.Library; });
  K.add("library_function", "of dark allocations",
        [](Shown C) { return fullFunctionName(C.Its.Function); });
  K.add("sites", [](Shown C) {
    return each(C.Its.Sites,
                [&C](SiteIndex I) { return SiteId{C.P.site(I).Id}; });
  });
  K.add("levels",
        "the line to change, then the program's own levels that lead to it; "
        "empty: no line is known",
        [](Shown C) { return shownFrames(C.Page, C.Its.Levels); });
  K.add("stack", "the heaviest that was recorded, innermost first",
        [](Shown C) { return shownFrames(C.Page, C.Its.Stack); });
}

struct BudgetVerdict {
  const BudgetPage &Page;
  const Verdict &Its;

  bool isKnown() const { return Its.Why.empty(); }
};
void describe(Keys<BudgetVerdict> &K) {
  using Shown = const BudgetVerdict &;
  K.name("budget_verdict");
  K.add("budget", "its name, or which blocks it is of",
        [](Shown V) { return V.Its.Of->title(); });
  K.add("number", "of the budget in the file, from 1",
        [](Shown V) { return V.Its.Of->Number; });
  K.add("scope", [](Shown V) { return ArrayRef(V.Its.Of->Scope.Parts); });
  std::vector<std::string> Measures;
  for (const MeasureRow &Row : measures())
    Measures.push_back(Row.Key.str());
  K.addWord("measure", Measures, [](Shown V) { return V.Its.Its->What; });
  K.add("limit", "as it was written",
        [](Shown V) { return StringRef(V.Its.Its->AtMost.Text); });
  K.add("line", [](Shown V) { return V.Its.Its->At.Line; });
  K.add("column", [](Shown V) { return V.Its.Its->At.Column; });
  K.add("outcome", [](Shown V) { return V.Its.Outcome; });
  K.add("message", [](Shown V) { return sentenceOf(V.Its); });
  K.add("why", "it was left open, and what to do; else empty",
        [](Shown V) { return StringRef(V.Its.Why); });
  K.add("found", [](Shown V) { return orNull(V.isKnown(), V.Its.Found); });
  K.add("interval",
        "of found, if it is estimated from a sample; a limit is broken only if "
        "all of the interval is above it",
        [](Shown V) { return intervalOf(V.Its.Interval); });
  K.add("allowed", "the most that holds",
        [](Shown V) { return orNull(V.isKnown(), V.Its.Most); });
  K.add("reference", "what a share is of, or what the base has",
        [](Shown V) { return V.Its.Reference; });
  K.add("run", "index of the run that decided",
        [](Shown V) { return orNull(V.isKnown(), V.Its.DecidedBy); });
  K.add("lines",
        "what broke it, the most first, and beside a base first those that "
        "grew; as many as make up for what is too much, but for more_lines",
        [](Shown V) {
          return each(V.Its.Lines, [&V](const Culprit &C) {
            return BudgetCulprit{V.Page, *V.Page.Profiles[V.Its.DecidedBy], C};
          });
        });
  K.add("more_lines", [](Shown V) { return V.Its.OtherLines; });
}

} // namespace

static void describe(Keys<BudgetPage> &K) {
  using Shown = const BudgetPage &;
  K.constant("schema", "anomalloc-check");
  K.constant("version", 1);
  K.add("generator",
        [](Shown) { return StringRef("anomalloc " ANOMALLOC_VERSION); });
  K.add("budgets", "the file of budgets",
        [](Shown Page) { return StringRef(Page.File.Path); });
  K.add("runs", "as they were named", &BudgetPage::Runs);
  K.add("base", "the runs that they were compared with", &BudgetPage::Base);
  K.add("root", &BudgetPage::Root);
  K.include([](Shown Page) { return countOutcomes(Page.Verdicts); });
  K.add("verdicts", "one a limit, in the order of the file", [](Shown Page) {
    return each(Page.Verdicts,
                [&Page](const Verdict &V) { return BudgetVerdict{Page, V}; });
  });
}

void writeBudgetJson(raw_ostream &To, const BudgetPage &Page) {
  writeDocument(To, Page);
}

const JsonObject &checkObject() { return keysOf<BudgetPage>().object(); }

} // namespace anomalloc
