//===- AllocatorsText.cpp - a study of allocators, for people -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/RankTest.h"
#include "Report/allocators/AllocatorsViews.h"
#include "Report/text/DrawnLine.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "Support/Printable.h"
#include "Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

static std::string inDigits(const char *Format, double Number) {
  std::string Text;
  raw_string_ostream(Text) << llvm::format(Format, Number);
  return Text;
}

std::string studyNumber(StudyUnit Unit, double Number) {
  switch (Unit) {
  case StudyUnit::Time:
    if (Number < 999.95e6)
      return inDigits("%.2f ms", Number * 1e-6);
    return Number < 60e9 ? inDigits("%.3f s", Number * 1e-9)
                         : formatDuration(uint64_t(Number));
  case StudyUnit::Bytes:
    return formatBytes(uint64_t(Number));
  case StudyUnit::Count:
    return formatCount(uint64_t(Number + 0.5));
  case StudyUnit::Number:
    break;
  }
  if (Number >= 1000 && Number < 1e15)
    return formatCount(uint64_t(Number + 0.5));
  return inDigits("%.4g", Number);
}

namespace {

void heading(raw_ostream &OS, const TextStyle &Style, const Twine &Title,
             const Twine &Remark) {
  Style.print(OS, Title, Paint::Heading);
  Style.print(OS, "   " + Remark, Paint::Dim);
  OS << '\n';
}

/// Half of the range of all runs, as a share of their median.
std::string spreadOf(std::vector<double> Numbers) {
  const double Median = medianOf(Numbers);
  if (Numbers.size() < 2 || Median == 0)
    return "";
  const double Half =
      (*max_element(Numbers) - *min_element(Numbers)) / 2 / Median * 100;
  return inDigits("%.1f %%", Half < 0 ? -Half : Half);
}

std::string threadsOf(const StudySeries &Its) {
  return Its.Threads ? formatNumberOf(*Its.Threads, "thread") : "";
}

void showTable(raw_ostream &OS, const TextStyle &Style, const Study &S) {
  size_t Counted = 0, All = 0;
  for (const StudySeries &Its : S.Series) {
    All += Its.Runs.size();
    Counted +=
        count_if(Its.Runs, [](const StudyRun &R) { return R.Failure.empty(); });
  }
  heading(OS, Style,
          "Under " + formatNumberOf(S.Allocators.size(), "allocator"),
          formatNumberOf(S.Repeat, "run") +
              " each, in turn; medians, +-: half "
              "of the range of all runs" +
              (Counted == All ? ""
                              : "; " + formatCount(All - Counted) + " of " +
                                    formatCount(All) + " runs do not count"));
  TextTable Table;
  const bool HasThreads = S.Series.front().Threads.has_value();
  Table.addColumn("allocator", TextTable::Align::Left);
  if (HasThreads)
    Table.addColumn("threads");
  for (const StudyMeasureInfo &Info : studyMeasures()) {
    if (!S.has(Info.Measure))
      continue;
    Table.addColumn(Info.Title, TextTable::Align::Right,
                    Info.Judged ? TextTable::Stays : 2);
    if (Info.Judged)
      Table.addColumn("+-", TextTable::Align::Right, 1);
  }
  for (const StudySeries &Its : S.Series) {
    std::vector<TextTable::Cell> Cells = {
        printable(S.Allocators[Its.Allocator].Name)};
    if (HasThreads)
      Cells.push_back(utostr(*Its.Threads));
    for (const StudyMeasureInfo &Info : studyMeasures()) {
      if (!S.has(Info.Measure))
        continue;
      std::vector<double> Numbers = Its.numbers(Info.Measure);
      Cells.push_back(
          Numbers.empty() ? "-" : studyNumber(Info.Unit, medianOf(Numbers)));
      if (Info.Judged)
        Cells.push_back(spreadOf(Numbers));
    }
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Style);
}

std::string changeText(const StudyComparison &C) {
  if (C.BaseMedian == 0)
    return C.Median > 0 ? "more" : "less";
  const double Percent = (C.Median / C.BaseMedian - 1) * 100;
  const char *Word = (C.Median > C.BaseMedian) ? "more" : "less";
  if (C.Median == C.BaseMedian)
    return "differs, though the medians are equal";
  return inDigits("%.1f %% ", Percent < 0 ? -Percent : Percent) + Word;
}

/// One line for a measure at one number of threads.
void showLine(raw_ostream &OS, const TextStyle &Style, const Study &S,
              ArrayRef<const StudyComparison *> Line, const Twine &Title,
              bool EnoughRuns) {
  std::vector<std::string> Different, Alike;
  for (const StudyComparison *C : Line) {
    std::string Name = printable(S.Allocators[C->Other->Allocator].Name);
    if (!C->Differs)
      Alike.push_back(Name);
    else
      Different.push_back(Name + " " + changeText(*C) +
                          (C->Corrected < 0.0001
                               ? " (p < 0.0001)"
                               : inDigits(" (p = %.4f)", C->Corrected)));
  }
  Paragraph P(2);
  P.add(Title + ": ", Paint::Strong);
  P.add(join(Different, ", "));
  if (!Alike.empty())
    P.add((Different.empty() ? "" : "; ") +
              ((EnoughRuns ? "no difference: " : "not told apart: ") +
               join(Alike, ", ")),
          Different.empty() ? Paint::Plain : Paint::Dim);
  P.print(OS, Style);
}

void showVerdict(raw_ostream &OS, const TextStyle &Style, const Study &S,
                 const StudyVerdict &V) {
  if (S.Allocators.size() < 2)
    return;
  OS << '\n';
  heading(OS, Style, "Against " + printable(S.Allocators.front().Name),
          "what is more than chance");
  ArrayRef<StudyComparison> Rest = V.Comparisons;
  while (!Rest.empty()) {
    const StudyComparison &First = Rest.front();
    std::vector<const StudyComparison *> Line;
    while (!Rest.empty() && Rest.front().Measure == First.Measure &&
           Rest.front().Base == First.Base) {
      Line.push_back(&Rest.front());
      Rest = Rest.drop_front();
    }
    std::string Threads = threadsOf(*First.Base);
    showLine(OS, Style, S, Line,
             studyMeasures()[size_t(First.Measure)].Title +
                 (Threads.empty() ? "" : ", " + Threads),
             !V.RepeatNeeded);
  }
  if (V.Comparisons.empty())
    Paragraph(2).add("nothing to compare: no run counts").print(OS, Style);
  else
    Paragraph(2)
        .add("by Mann and Whitney's U test, exact and two-sided, at a level "
             "of 5 %; each p is corrected by Holm's method for " +
                 formatNumberOf(V.Comparisons.size(), "comparison"),
             Paint::Dim)
        .print(OS, Style);
  if (V.RepeatNeeded)
    Paragraph(2)
        .add("! with " + formatNumberOf(S.Repeat, "run") +
                 " each chance cannot be told from so many differences: "
                 "--repeat=" +
                 utostr(V.RepeatNeeded) + " or more can",
             Paint::Warning)
        .print(OS, Style);
}

/// \p Rss in \p Width columns, of which \p Nanoseconds are all.
std::vector<uint64_t> heightsOf(const RssTrack &Rss, uint64_t Nanoseconds,
                                size_t Width) {
  std::vector<uint64_t> Heights;
  for (size_t I = 0; I != Width; ++I) {
    const size_t First = size_t(double(I) * double(Nanoseconds) /
                                double(Width) / double(Rss.Step));
    const size_t End =
        std::max(First + 1, size_t(double(I + 1) * double(Nanoseconds) /
                                   double(Width) / double(Rss.Step)));
    if (First >= Rss.Points.size())
      break;
    uint64_t Most = 0;
    for (size_t P = First; P != std::min(End, Rss.Points.size()); ++P)
      Most = std::max(Most, Rss.Points[P]);
    Heights.push_back(Most);
  }
  return Heights;
}

void showRss(raw_ostream &OS, const TextStyle &Style, const Study &S) {
  uint64_t Longest = 0, Most = 0;
  size_t Label = 0;
  auto LabelOf = [&](const StudySeries &Its) {
    return printable(S.Allocators[Its.Allocator].Name) +
           (Its.Threads ? ", " + threadsOf(Its) : "");
  };
  for (const StudySeries &Its : S.Series)
    if (const StudyRun *Run = Its.typicalRun()) {
      Longest = std::max(Longest, Run->Rss.Step * Run->Rss.Points.size());
      for (uint64_t Bytes : Run->Rss.Points)
        Most = std::max(Most, Bytes);
      Label = std::max(Label, LabelOf(Its).size());
    }
  // A program of a few milliseconds ends before it is looked at twice.
  constexpr unsigned Fewest = 5;
  if (!Most || Longest < Fewest * RssTrack().Step)
    return;
  OS << '\n';
  heading(OS, Style, "RSS over time",
          "of the run in the middle; in full: " + formatBytes(Most) + ", " +
              studyNumber(StudyUnit::Time, double(Longest)));
  constexpr size_t Least = 16;
  const size_t Room = std::min<size_t>(
      Style.Width > Label + 4 + Least ? Style.Width - Label - 4 : Least, 120);
  for (const StudySeries &Its : S.Series)
    if (const StudyRun *Run = Its.typicalRun()) {
      std::string Text = LabelOf(Its);
      OS << "  " << Text;
      OS.indent(unsigned(Label - Text.size()) + 2);
      OS << drawnLine(Style, heightsOf(Run->Rss, Longest, Room), Most) << '\n';
    }
}

} // namespace

void writeTextAllocators(raw_ostream &To, const Study &S, const StudyVerdict &V,
                         const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  std::vector<std::string> Words;
  for (StringRef Word : S.CommandLine)
    Words.push_back(printable(quoteForShell(Word)));
  Paragraph(0).add(join(Words, " ")).print(OS, Style);
  if (!S.MetricName.empty())
    Paragraph(2)
        .add("metric: " + printable(S.MetricName) + ", larger if better")
        .print(OS, Style);
  OS << '\n';
  showTable(OS, Style, S);
  showVerdict(OS, Style, S, V);
  showRss(OS, Style, S);
  for (const std::string &Note : S.Notes)
    Paragraph(2).add("! " + Note, Paint::Warning).print(OS, Style);
}

} // namespace anomalloc
