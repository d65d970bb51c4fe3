//===- AdviceText.cpp - which allocator, which setting, as text -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/AdviceParts.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {

std::string AdviceView::prefixOf(const Candidate &C) const {
  std::string Line;
  if (!C.With.Library.empty())
    Line += "LD_PRELOAD=" + quoteForShell(C.With.Library) + " ";
  else if (!Request.Allocators.front().Library.empty())
    Line += "LD_PRELOAD= "; // Nothing any more.
  for (const std::string &Each : environmentOf(C.Settings)) {
    auto [Name, Value] = StringRef(Each).split('=');
    Line += (Name + "=" + quoteForShell(Value) + " ").str();
  }
  return Line;
}

namespace {

class AdviceText {
public:
  AdviceText(raw_ostream &OS, const AdviceView &V, const TextStyle &Style)
      : OS(OS), V(V), Run(V.Run), Found(V.Found), Style(Style) {}

  void headline() {
    heading("Advice for " + Run.Path,
            formatNumberOf(Run.Events, "event", Style.Numbers) + " of " +
                formatNumberOf(Run.Threads, "thread") + ", under " + base());
    Paragraph P(2);
    P.add("live at most " + formatBytes(Run.PeakBytes) + "; time " +
          numberOf(Found.Base, AdviceMeasure::Time));
    if (Run.Nanoseconds)
      P.add(" (" +
            percentOf(Found.Base.median(AdviceMeasure::Time),
                      double(Run.Nanoseconds)) +
            " of the " + formatDuration(Run.Nanoseconds) +
            " that the traced run took)");
    P.add(", peak RSS " + numberOf(Found.Base, AdviceMeasure::PeakResident) +
          ", mean RSS " + numberOf(Found.Base, AdviceMeasure::MeanResident));
    P.print(OS, Style);
    if (!Run.Missing.empty())
      warn(Run.Missing);
    if (Run.Nanoseconds && Found.Base.median(AdviceMeasure::Time) >
                               double(Run.Nanoseconds * Run.Threads))
      warn("The replay takes longer than the run: the program does not write "
           "all of its blocks, as the replay does. --touch=first or "
           "--touch=none is nearer to it.");
  }

  void advice() {
    OS << '\n';
    if (Found.Best.empty()) {
      heading("Nothing here is worth a change", "");
      Paragraph(2)
          .add("No allocator and no setting saves 5 % and 1 MiB of RSS, or " +
               std::string(Run.Nanoseconds ? "1 % of the run's time"
                                           : "10 % of the allocator's time") +
               ", beyond chance.")
          .print(OS, Style);
    }
    for (auto [I, B] : enumerate(Found.Best)) {
      if (I)
        OS << '\n';
      piece(I + 1, B);
    }
  }

  void measured() {
    OS << '\n';
    heading("Measured", replaysOf(V.Request.Repeat) +
                            " of each, in turn; medians, and what changes "
                            "beyond chance");
    std::vector<const Finalist *> Finalists;
    for (const Finalist &F : Found.Finalists)
      Finalists.push_back(&F);
    printMeasured(OS, Style, base(), Found.Base, Finalists);
    Paragraph(2)
        .add("by Mann and Whitney's U test, exact and two-sided, at a level "
             "of 5 %, corrected by Holm's method",
             Paint::Dim)
        .print(OS, Style);
    if (Found.RepeatNeeded)
      warn("with " + replaysOf(V.Request.Repeat) +
           " of each, chance cannot be told from so many differences: "
           "--repeat=" +
           utostr(Found.RepeatNeeded) + " or more can");
  }

  void tried(bool All) {
    if (!All) {
      Paragraph(2)
          .add("chosen from " + formatCount(Found.Tried.size()) +
                   " that were tried: --all shows them",
               Paint::Dim)
          .print(OS, Style);
      return;
    }
    OS << '\n';
    heading("Tried", replaysOf(V.Request.Screening) +
                         " of each, in turn; medians. They choose, and prove "
                         "nothing");
    TextTable Table;
    Table.addColumn("under", TextTable::Align::Left);
    for (AdviceMeasure M : AdviceMeasures)
      Table.addColumn(titleOf(M));
    for (const auto &[What, Its] : Found.Tried) {
      std::vector<TextTable::Cell> Cells = {nameCell(What)};
      for (AdviceMeasure M : AdviceMeasures)
        Cells.push_back(Its.Failure.empty() ? numberOf(Its, M) : "failed");
      Table.addRow(std::move(Cells));
    }
    Table.print(OS, Style);
  }

private:
  std::string base() const { return V.Request.Allocators.front().Name; }

  void heading(const Twine &Title, StringRef Remark) {
    Style.print(OS, Title, Paint::Heading);
    if (!Remark.empty())
      Style.print(OS, "   " + Remark, Paint::Dim);
    OS << '\n';
  }

  void warn(const Twine &Text) {
    Paragraph(2).add("! " + Text, Paint::Warning).print(OS, Style);
  }

  void piece(size_t Rank, const Advice &B) {
    const Finalist &F = Found.Finalists[B.Finalist];
    std::vector<std::string> For;
    for (AdviceMeasure M : B.For)
      For.push_back(titleOf(M).str());
    const bool SameAllocator = F.What.With.Name == base();
    heading(Twine(Rank) + ". " + F.What.name(),
            "for " + join(For, " and ") +
                (SameAllocator ? "; the allocator stays" : ""));
    Paragraph(2)
        .keepWords()
        .add(V.prefixOf(F.What) +
                 (Run.Command.empty() ? "./program" : Run.Command),
             Paint::Strong)
        .print(OS, Style);
    printChanges(OS, Style, F.Changes, Run.Nanoseconds);
    for (const AllocatorSetting *S : F.What.Settings)
      Paragraph(2)
          .add(S->Id + ": " + S->Does + " (" + S->Source + ")", Paint::Dim)
          .print(OS, Style);
  }

  raw_ostream &OS;
  const AdviceView &V;
  const TracedRun &Run;
  const AllocatorAdvice &Found;
  const TextStyle &Style;
};

} // namespace

void writeTextAdvice(raw_ostream &To, const AdviceView &V,
                     const TextStyle &Style, bool All) {
  PrintableStream OS(To, Style.documentKind());
  AdviceText Text(OS, V, Style);
  Text.headline();
  Text.advice();
  if (!V.Found.Finalists.empty())
    Text.measured();
  Text.tried(All);
  printServed(OS, V, Style);
}

} // namespace anomalloc
