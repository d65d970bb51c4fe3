//===- AdviceParts.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/AdviceParts.h"
#include "Report/text/Paragraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {

namespace {
constexpr StringLiteral Titles[] = {"time", "peak RSS", "mean RSS"};

} // namespace

StringRef titleOf(AdviceMeasure M) { return Titles[size_t(M)]; }

std::string amountOf(AdviceMeasure M, double Number) {
  const uint64_t Whole = uint64_t(Number < 0 ? -Number : Number);
  if (M != AdviceMeasure::Time)
    return formatBytes(Whole);
  std::string Text;
  if (Whole >= 10000000)
    return formatDuration(Whole);
  raw_string_ostream(Text) << llvm::format("%.2f ms", double(Whole) * 1e-6);
  return Text;
}

std::string replaysOf(unsigned Number) {
  return utostr(Number) + (Number == 1 ? " replay" : " replays");
}

std::string percentOf(double Part, double Whole) {
  return Whole > 0 ? formatPercent(100 * (Part < 0 ? -Part : Part) / Whole)
                   : "";
}

std::string numberOf(const CandidateRuns &Its, AdviceMeasure M) {
  return amountOf(M, Its.median(M));
}

TextTable::Cell nameCell(const Candidate &C) {
  return {[Name = C.name()](size_t Room) {
    return Name.size() <= Room ? Name : Name.substr(0, Room - 3) + "...";
  }};
}

/// Whether it is more than chance, and enough to read of it.
static bool isTold(const MeasureChange &C) {
  return C.Differs && (C.saved() < 0 ? -C.saved() : C.saved()) >= 0.01 * C.Base;
}

static void printChange(raw_ostream &OS, const TextStyle &Style,
                        AdviceMeasure M, const MeasureChange &C,
                        uint64_t RunNanoseconds) {
  const bool Saves = C.saved() > 0;
  Paragraph P(2);
  P.add((Saves ? "saves " : "costs ") + amountOf(M, C.saved()) + " of " +
        titleOf(M) + ": " + percentOf(C.saved(), C.Base) +
        (Saves ? " less" : " more"));
  if (M == AdviceMeasure::Time && RunNanoseconds)
    P.add(" in the allocator, " + percentOf(C.saved(), double(RunNanoseconds)) +
          " of the run");
  P.print(OS, Style);
}

void printChanges(raw_ostream &OS, const TextStyle &Style,
                  const PerMeasure<MeasureChange> &Changes,
                  uint64_t RunNanoseconds) {
  for (bool Saves : {true, false})
    for (AdviceMeasure M : AdviceMeasures) {
      const MeasureChange &C = Changes[size_t(M)];
      if (isTold(C) && (C.saved() > 0) == Saves)
        printChange(OS, Style, M, C, RunNanoseconds);
    }
  std::vector<std::string> Alike;
  for (AdviceMeasure M : AdviceMeasures)
    if (!isTold(Changes[size_t(M)]))
      Alike.push_back(titleOf(M).str());
  if (!Alike.empty())
    Paragraph(2)
        .add(join(Alike, " and ") + ": no difference of 1 % or more")
        .print(OS, Style);
}

void printMeasured(raw_ostream &OS, const TextStyle &Style, StringRef BaseName,
                   const CandidateRuns &Base,
                   ArrayRef<const Finalist *> Finalists) {
  TextTable Table;
  Table.addColumn("under", TextTable::Align::Left);
  for (AdviceMeasure M : AdviceMeasures) {
    Table.addColumn(titleOf(M));
    Table.addColumn("change", TextTable::Align::Right, 1);
  }
  std::vector<TextTable::Cell> First = {BaseName.str()};
  for (AdviceMeasure M : AdviceMeasures) {
    First.push_back(numberOf(Base, M));
    First.push_back("");
  }
  Table.addRow(std::move(First));
  for (const Finalist *F : Finalists) {
    std::vector<TextTable::Cell> Cells = {nameCell(F->What)};
    for (AdviceMeasure M : AdviceMeasures) {
      const MeasureChange &C = F->Changes[size_t(M)];
      Cells.push_back(F->Fresh.Failure.empty() ? numberOf(F->Fresh, M)
                                               : "failed");
      Cells.push_back(!C.Differs ? "no"
                                 : (C.saved() > 0 ? "-" : "+") +
                                       percentOf(C.saved(), C.Base));
    }
    Table.addRow(std::move(Cells));
  }
  Table.print(OS, Style);
  for (const Finalist *F : Finalists)
    if (!F->Fresh.Failure.empty())
      Paragraph(2)
          .add("! " + F->What.name() + " failed: " + F->Fresh.Failure,
               Paint::Warning)
          .print(OS, Style);
}

} // namespace anomalloc
