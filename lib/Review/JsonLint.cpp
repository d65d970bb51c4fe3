//===- JsonLint.cpp - findings as JSON of our own -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Review/Outcome.h"

using namespace llvm;

namespace anomalloc {

template <>
inline constexpr lint::Severity LastOf<lint::Severity> = lint::Severity::High;
template <> inline constexpr Certainty LastOf<Certainty> = Certainty::Suspected;
template <> inline constexpr Weight LastOf<Weight> = Weight::MeasuredCold;

} // namespace anomalloc

namespace anomalloc::lint {
namespace {

struct ShownEdit {
  const Review &R;
  const Edit &Its;
};
void describe(Keys<ShownEdit> &K) {
  using Shown = const ShownEdit &;
  K.add("file", [](Shown E) { return E.R.Where->relative(E.Its.File); });
  K.add("offset", "in bytes", [](Shown E) { return E.Its.Offset; });
  K.add("length", "in bytes", [](Shown E) { return E.Its.Length; });
  K.add("text", [](Shown E) { return StringRef(E.Its.Text); });
}

struct ShownNote {
  const Review &R;
  const Note &Its;
};
void describe(Keys<ShownNote> &K) {
  K.include([](const ShownNote &N) { return ShownPlace{N.R, N.Its.At}; });
  K.add("message", [](const ShownNote &N) { return StringRef(N.Its.Message); });
  K.add("fix",
        "a change that is right if what the message asks is so; all of it or "
        "nothing; empty: none is offered",
        [](const ShownNote &N) {
          return each(N.Its.Fix,
                      [&R = N.R](const Edit &E) { return ShownEdit{R, E}; });
        });
}

struct ShownFinding {
  const Outcome &O;
  const Finding &Its;
};
void describe(Keys<ShownFinding> &K) {
  using Shown = const ShownFinding &;
  K.name("finding");
  K.add("check", [](Shown F) { return StringRef(F.Its.Check); });
  K.addWord("level", {"hint", "warning"},
            [](Shown F) { return F.Its.Loud == Level::Warning; });
  K.add("severity",
        "unrated: a check that is neither Anomalloc's nor in "
        "docs/checks/stock-checks.md",
        [](Shown F) { return F.Its.Worth; });
  K.add("certainty",
        "null: a check that is neither Anomalloc's nor in "
        "docs/checks/stock-checks.md",
        [](Shown F) { return F.Its.Sure; });
  K.add("weight", "how often the place runs",
        [](Shown F) { return F.Its.Heavy; });
  K.add("rank",
        "0 to 100, from level, measured allocations, weight, severity and "
        "certainty; 50 and more: a warning",
        [](Shown F) { return rankOf(F.Its); });
  K.add("message", [](Shown F) { return StringRef(F.Its.Message); });
  K.include([](Shown F) { return ShownPlace{F.O, F.Its.At}; });
  K.add("fingerprint", "32 hexadecimal digits",
        [](Shown F) { return StringRef(F.Its.Fingerprint); });
  K.add("allocations", "with a profile only; null: not measured", [](Shown F) {
    return ifThere(F.O.Measured,
                   orNull(F.Its.Recorded.has_value(), F.Its.allocations()));
  });
  K.add("measured", "with a profile only; null: not measured",
        [](Shown F) -> IfThere<std::optional<ShownWeight>> {
          if (!F.O.Measured)
            return {};
          if (!F.Its.Recorded)
            return std::optional<ShownWeight>();
          return std::optional(ShownWeight{F.O, *F.Its.Recorded});
        });
  K.add("notes", [](Shown F) {
    return each(F.Its.Notes,
                [&R = F.O](const Note &N) { return ShownNote{R, N}; });
  });
  K.add("fix", "all of it or nothing; empty: none is offered", [](Shown F) {
    return each(F.Its.Fix,
                [&R = F.O](const Edit &E) { return ShownEdit{R, E}; });
  });
}

auto shownFindings(const Outcome &O, const std::vector<Finding> &List) {
  return each(List, [&O](const Finding &F) { return ShownFinding{O, F}; });
}

/// Nothing without a profile.
auto shownRest(std::vector<Unexplained> Rest::*List) {
  return [List](const Outcome &O) {
    return ifThere(O.Measured, each(O.Rest.*List, [&O](const Unexplained &U) {
                     return ShownRest{O, U};
                   }));
  };
}

struct FailedUnit {
  const Review &R;
  const UnitFailure &Its;
};
void describe(Keys<FailedUnit> &K) {
  using Shown = const FailedUnit &;
  K.add("file", [](Shown U) { return U.R.Where->relative(U.Its.File); });
  K.add("error", [](Shown U) { return StringRef(U.Its.Why); });
}

} // namespace

static void describe(Keys<Outcome> &K) {
  using Shown = const Outcome &;
  K.constant("schema", "anomalloc-lint");
  K.constant("version", 1,
             "a later version removes a key or changes its meaning; within a "
             "version keys may be added");
  K.add("generator", [](Shown O) { return "anomalloc " + O.Version; });
  K.add("root", [](Shown O) { return StringRef(O.Where->Root); });
  K.add("units_checked", &Outcome::UnitsChecked);
  K.add("in_baseline", "findings left out because the baseline has them",
        &Outcome::InBaseline);
  K.add("elsewhere",
        "findings left out because their file is not of the project",
        &Outcome::Elsewhere);
  K.add("cold_files",
        "files of which nothing was asked but what a profile measured: tests, "
        "examples, benchmarks",
        &Outcome::ColdFiles);
  K.add("other_language_files",
        "files that are no C++: the checks know no other language",
        &Outcome::OtherLanguage);
  K.add("findings",
        "warnings, then hints; with a profile those first that have most "
        "allocations which no finding before has, then by weight, severity and "
        "certainty",
        [](Shown O) { return shownFindings(O, O.Findings); });
  K.add("fixed", "what --fix repaired",
        [](Shown O) { return shownFindings(O, O.Fixed); });
  K.add(
      "causes",
      "with a profile, and paths or a diff: findings in other places about "
      "blocks that came through what was asked for",
      [](Shown O) { return ifThere(O.Measured, shownFindings(O, O.Causes)); });
  K.add("unexplained",
        "with a profile: hot lines of the project without a finding, most "
        "allocations first",
        shownRest(&Rest::Lines));
  K.add("measured_elsewhere",
        "with a profile: hot code that is not of the project",
        shownRest(&Rest::Elsewhere));
  K.add("failed_units", [](Shown O) {
    return each(O.Failures,
                [&O](const UnitFailure &F) { return FailedUnit{O, F}; });
  });
  K.add("notes", [](Shown O) { return ArrayRef(O.Notes); });
}

void writeJson(raw_ostream &OS, const Outcome &O) {
  writeDocument(OS, O, /*Indent=*/1);
}

} // namespace anomalloc::lint

namespace anomalloc {

const JsonObject &lintObject() { return keysOf<lint::Outcome>().object(); }

} // namespace anomalloc
