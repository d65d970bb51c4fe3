//===- AdviceText.cpp - which allocator, which setting, as text -----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/AdviceViews.h"
#include "Report/Paragraph.h"
#include "Report/TextTable.h"
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

constexpr StringLiteral Titles[] = {"time", "peak RSS", "mean RSS"};

StringRef titleOf(AdviceMeasure M) { return Titles[size_t(M)]; }

std::string amount(AdviceMeasure M, double Number) {
  const uint64_t Whole = uint64_t(Number < 0 ? -Number : Number);
  if (M != AdviceMeasure::Time)
    return formatBytes(Whole);
  std::string Text;
  if (Whole >= 10000000)
    return formatDuration(Whole);
  raw_string_ostream(Text) << llvm::format("%.2f ms", double(Whole) * 1e-6);
  return Text;
}

std::string replays(unsigned Number) {
  return utostr(Number) + (Number == 1 ? " replay" : " replays");
}

std::string percent(double Part, double Whole) {
  return Whole > 0 ? formatPercent(100 * (Part < 0 ? -Part : Part) / Whole)
                   : "";
}

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
          number(Found.Base, AdviceMeasure::Time));
    if (Run.Nanoseconds)
      P.add(" (" +
            percent(Found.Base.median(AdviceMeasure::Time),
                    double(Run.Nanoseconds)) +
            " of the " + formatDuration(Run.Nanoseconds) +
            " that the traced run took)");
    P.add(", peak RSS " + number(Found.Base, AdviceMeasure::PeakResident) +
          ", mean RSS " + number(Found.Base, AdviceMeasure::MeanResident));
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
    heading("Measured", replays(V.Request.Repeat) +
                            " of each, in turn; medians, and what changes "
                            "beyond chance");
    TextTable Table;
    Table.addColumn("under", TextTable::Align::Left);
    for (AdviceMeasure M : AdviceMeasures) {
      Table.addColumn(titleOf(M));
      Table.addColumn("change", TextTable::Align::Right, 1);
    }
    std::vector<TextTable::Cell> First = {base()};
    for (AdviceMeasure M : AdviceMeasures) {
      First.push_back(number(Found.Base, M));
      First.push_back("");
    }
    Table.addRow(std::move(First));
    for (const Finalist &F : Found.Finalists) {
      std::vector<TextTable::Cell> Cells = {nameOf(F.What)};
      for (AdviceMeasure M : AdviceMeasures) {
        const Change &C = F.Changes[size_t(M)];
        Cells.push_back(F.Fresh.Failure.empty() ? number(F.Fresh, M)
                                                : "failed");
        Cells.push_back(!C.Differs ? "no"
                                   : (C.saved() > 0 ? "-" : "+") +
                                         percent(C.saved(), C.Base));
      }
      Table.addRow(std::move(Cells));
    }
    Table.print(OS, Style);
    for (const Finalist &F : Found.Finalists)
      if (!F.Fresh.Failure.empty())
        warn(F.What.name() + " failed: " + F.Fresh.Failure);
    Paragraph(2)
        .add("by Mann and Whitney's U test, exact and two-sided, at a level "
             "of 5 %, corrected by Holm's method",
             Paint::Dim)
        .print(OS, Style);
    if (Found.RepeatNeeded)
      warn("with " + replays(V.Request.Repeat) +
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
    heading("Tried", replays(V.Request.Screening) +
                         " of each, in turn; medians. They choose, and prove "
                         "nothing");
    TextTable Table;
    Table.addColumn("under", TextTable::Align::Left);
    for (AdviceMeasure M : AdviceMeasures)
      Table.addColumn(titleOf(M));
    for (const auto &[What, Its] : Found.Tried) {
      std::vector<TextTable::Cell> Cells = {nameOf(What)};
      for (AdviceMeasure M : AdviceMeasures)
        Cells.push_back(Its.Failure.empty() ? number(Its, M) : "failed");
      Table.addRow(std::move(Cells));
    }
    Table.print(OS, Style);
  }

private:
  std::string base() const { return V.Request.Allocators.front().Name; }

  static TextTable::Cell nameOf(const Candidate &C) {
    return {[Name = C.name()](size_t Room) {
      return Name.size() <= Room ? Name : Name.substr(0, Room - 3) + "...";
    }};
  }

  static std::string number(const Measured &Its, AdviceMeasure M) {
    return amount(M, Its.median(M));
  }

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
    for (bool Saves : {true, false})
      for (AdviceMeasure M : AdviceMeasures) {
        const Change &C = F.Changes[size_t(M)];
        if (isTold(C) && (C.saved() > 0) == Saves)
          change(M, C);
      }
    std::vector<std::string> Alike;
    for (AdviceMeasure M : AdviceMeasures)
      if (!isTold(F.Changes[size_t(M)]))
        Alike.push_back(titleOf(M).str());
    if (!Alike.empty())
      Paragraph(2)
          .add(join(Alike, " and ") + ": no difference of 1 % or more")
          .print(OS, Style);
    for (const AllocatorSetting *S : F.What.Settings)
      Paragraph(2)
          .add(S->Id + ": " + S->Does + " (" + S->Source + ")", Paint::Dim)
          .print(OS, Style);
  }

  /// Whether it is more than chance, and enough to read of it.
  static bool isTold(const Change &C) {
    return C.Differs &&
           (C.saved() < 0 ? -C.saved() : C.saved()) >= 0.01 * C.Base;
  }

  void change(AdviceMeasure M, const Change &C) {
    const bool Saves = C.saved() > 0;
    Paragraph P(2);
    P.add((Saves ? "saves " : "costs ") + amount(M, C.saved()) + " of " +
          titleOf(M) + ": " + percent(C.saved(), C.Base) +
          (Saves ? " less" : " more"));
    if (M == AdviceMeasure::Time && Run.Nanoseconds)
      P.add(" in the allocator, " +
            percent(C.saved(), double(Run.Nanoseconds)) + " of the run");
    P.print(OS, Style);
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
}

} // namespace anomalloc
