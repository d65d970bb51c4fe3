//===- DiffCommand.cpp - anomalloc diff -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/DiffViews.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "cli/FilterOptions.h"
#include "cli/Terminal.h"
#include "inputs/DiffInputs.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t DefaultTopRows = 10;

std::vector<OptionWord> diffViewWords() {
  std::vector<OptionWord> Words;
  for (const DiffView &V : diffViews())
    Words.push_back({V.Name.str(), V.Help.str()});
  return Words;
}

class DiffCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "diff", "show what changed between runs", "PROFILE PROFILE...",
        "Compares profiles with the first one: sums, sizes in sections, lines "
        "to change and their functions, allocation sites, and stack trace "
        "types if all were recorded with stacks. With lifetimes in all of "
        "them, also temporaries, the bytes at the peak, and what was never "
        "freed. A folder of profiles is one run of several processes.\n\n"
        "Code is found again in a newer build though lines moved, functions or "
        "files have new names, or the compiler inlined otherwise. A site is "
        "found by its id, else by its function and its order in it, else by "
        "its lines in a function of a new name. What is in doubt is not "
        "guessed: it counts as gone and as new. The first lines say how many "
        "were found in which way.\n\n"
        "With one run each, any difference is a change. Repeated runs of one "
        "build, after --base and --new, tell what varies by itself: only what "
        "is further apart than it varies is a change.",
        "anomalloc diff before.anomalloc after.anomalloc\n"
        "anomalloc diff --only=lines --sort=bytes before.anomalloc "
        "after.anomalloc\n"
        "anomalloc diff --label=main --label=branch main.anomalloc "
        "branch.anomalloc --markdown > comment.md\n"
        "anomalloc diff --base main-*.anomalloc --new branch-*.anomalloc"};
  }

  void addOptions(OptionSet &O) override {
    O.group("which runs");
    Inputs.addOptions(O);
    O.group("what is shown");
    O.words("only", "VIEW,...", diffViewWords(),
            "only these parts:", Options.Only);
    O.number("top", "rows of each table that changed; 0: all (10)", Top);
    O.flag("all", "all rows, those that did not change, too", Options.All);
    O.choice("sort", {"count", "bytes", "live"},
             "the unit of all tables but the first; the largest change comes "
             "first (count). live: bytes never freed, or of snapshots, live "
             "then, if all were recorded with lifetimes; shows sums, lines "
             "and sites, unless --only says more",
             Sort);
    O.group("filters");
    addFilterOptions(O, Compare.Filter,
                     {"source files, or libraries of dark allocations",
                      "functions, as 'Mesh::get*'"});
    O.group("output");
    O.flag("json", "print JSON as 'anomalloc schema diff' describes", Json);
    O.flag("markdown", "print markdown, for a comment of a merge request",
           Markdown);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Json && Markdown)
      return usageError("--json does not go with --markdown");
    constexpr Measure Sorts[] = {Measure::Allocations, Measure::Bytes,
                                 Measure::LeakedBytes};
    Compare.Sort = Sorts[Sort];
    Options.Top = Top.value_or(Options.All ? 0 : DefaultTopRows);
    Expected<std::vector<Side>> Sides =
        Inputs.read(Arguments, Compare.Filter, /*ForPeople=*/!Json);
    if (!Sides)
      return Sides.takeError();
    const Comparison C = compareRuns(std::move(*Sides), Compare);
    if (C.sortOf(C.Totals) != C.Sort)
      return makeError("--sort=live: not all profiles tell what lives; record "
                       "with --mode=lifetime");
    // Who keeps what lives. A site in a maker may have no line.
    if (C.Sort == Measure::LeakedBytes && Options.Only.empty() && !Json)
      Options.Only = {"totals", "lines", "sites"};
    const TextStyle Style = Terminal.startOutput();
    if (Json)
      writeJsonDiff(outs(), C, Options);
    else if (Markdown)
      writeMarkdownDiff(outs(), C, Options);
    else
      writeTextDiff(outs(), C, Options, Style);
    return ExitSuccess;
  }

private:
  DiffInputs Inputs;
  CompareOptions Compare;
  DiffOptions Options;
  TerminalOptions Terminal;
  std::optional<uint64_t> Top;
  unsigned Sort = 0;
  bool Json = false, Markdown = false;
};

RegisterCommand<DiffCommand> RegisterDiff;

} // namespace
} // namespace anomalloc
