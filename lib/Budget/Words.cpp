//===- Words.cpp - what is said of a limit --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Words.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::budget {

StringRef nameOf(Outcome O) {
  constexpr StringLiteral Names[] = {"holds", "broken", "unanswered",
                                     "skipped"};
  return Names[size_t(O)];
}

std::string foundWords(const Verdict &V) {
  // A loop that allocates in some iterations; nobody knows in how many.
  if (V.Outcome == Outcome::Broken && !(V.Most < V.Found))
    return "allocations in loops whose iterations nobody counted";
  std::string Words = wordsOf(V.Its->What, V.Found);
  if (V.Interval.IsExact)
    return Words;
  return "~" + Words + " (estimated: " + formatCount(V.Interval.Low) + " to " +
         formatCount(V.Interval.High) + ")";
}

/// A bare number of the measure.
static std::string bareWords(Measure What, const Value &V) {
  return rowOf(What).Unit == MeasureUnit::Rate ? scalarOf(What, V)
                                               : formatCount(V.Number);
}

std::string limitWords(const Verdict &V) {
  std::string Text = "at most " + bareWords(V.Its->What, V.Most);
  if (!V.Reference)
    return Text;
  const bool IsShare = V.Its->AtMost.Kind == LimitKind::Share;
  return Text + " (" + V.Its->AtMost.Text +
         (IsShare ? " of " : " on the base's ") + formatCount(*V.Reference) +
         ")";
}

std::string sentenceOf(const Verdict &V) {
  std::string Title = V.Of->title() + ": ";
  if (V.Why.empty())
    return Title + foundWords(V) + "; " + limitWords(V);
  return Title + "'" + rowOf(V.Its->What).Key.str() +
         "' cannot be answered: " + V.Why;
}

std::string amountWords(const Verdict &V, const Culprit &C) {
  if (C.IsUnrated)
    return formatCount(C.Allocations);
  const MeasureRow &Row = rowOf(V.Its->What);
  if (Row.Unit == MeasureUnit::Rate)
    return scalarOf(Row.Which, C.Its) +
           (Row.Which == Measure::PerCall ? " per call" : " per iteration");
  // Of a site itself, how much it allocated says more than that it is one.
  if (Row.Which == Measure::Sites || Row.Which == Measure::NewSites)
    return formatCount(C.Allocations);
  if (C.Was && !C.grown())
    return formatCount(C.Its.Number) + ", not more than the base's " +
           formatCount(C.Was->Number);
  if (C.Was && C.Was->Number)
    return formatCount(C.grown()) + " more than " + formatCount(C.Was->Number);
  return formatCount(C.Its.Number);
}

std::string depthWords(const Culprit &C) {
  return C.Depth ? formatNumberOf(C.Depth, "loop") + " deep" : "";
}

std::string othersWords(const Culprit &C) {
  return C.Others ? "or " + formatNumberOf(C.Others, "other line") : "";
}

std::string placeOf(const BudgetFile &File, const TextRange &At) {
  return File.Path + ":" + utostr(At.Line) + ":" + utostr(At.Column);
}

Tally countOutcomes(ArrayRef<Verdict> Verdicts) {
  Tally T;
  for (const Verdict &V : Verdicts) {
    ++T.All;
    T.Holds += V.Outcome == Outcome::Holds;
    T.Broken += V.Outcome == Outcome::Broken;
    T.Unanswered += V.Outcome == Outcome::Unanswered;
    T.Skipped += V.Outcome == Outcome::Skipped;
  }
  return T;
}

std::string wordsOf(const Tally &T) {
  std::string Text;
  if (T.Broken)
    Text = formatCount(T.Broken) + " of " + formatNumberOf(T.All, "limit") +
           (T.Broken == 1 ? " is broken" : " are broken");
  else if (T.Holds == T.All)
    Text = T.All == 1 ? "the limit holds"
                      : "all " + formatNumberOf(T.All, "limit") + " hold";
  else
    Text = formatCount(T.Holds) + " of " + formatNumberOf(T.All, "limit") +
           (T.Holds == 1 || T.All == 1 ? " holds" : " hold");
  if (T.Unanswered)
    Text += ", " + formatCount(T.Unanswered) + " cannot be answered";
  if (T.Skipped)
    Text += ", " + formatCount(T.Skipped) + " skipped";
  return Text;
}

} // namespace anomalloc::budget
