//===- TameJudge.cpp - whether a change is worth keeping ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameJudge.h"
#include "Report/text/Paragraph.h"
#include "Support/Numbers.h"
#include "tame/TameTimer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {

std::string placeOf(const TameChange &C) {
  return C.File + ":" + utostr(C.Line) +
         (C.MoreLines ? " and " + formatNumberOf(C.MoreLines, "more line")
                      : "");
}

/// "a, b and c".
static std::string listOf(ArrayRef<std::string> Words) {
  if (Words.size() == 1)
    return Words.front();
  return join(Words.drop_back(), ", ") + " and " + Words.back();
}

std::string briefPlaces(ArrayRef<TameChange> Changes) {
  const std::string First = placeOf(Changes.front());
  return Changes.size() == 1
             ? First
             : First + " and " + formatCount(Changes.size() - 1) + " more";
}

std::string changesOf(ArrayRef<TameChange> Changes) {
  return listOf(to_vector(map_range(Changes, [](const TameChange &C) {
    return placeOf(C) + " [" + C.Check + "]";
  })));
}

std::string formatTime(TameClock Clock, uint64_t Time) {
  return Clock == TameClock::Cpu ? formatDuration(Time) : formatCount(Time);
}

std::string formatChange(uint64_t Before, uint64_t Now) {
  if (Before == Now)
    return "0 %";
  if (!Before)
    return "new";
  const double Percent =
      100 * std::abs(double(Now) - double(Before)) / double(Before);
  return (Now < Before ? "-" : "+") + formatPercent(Percent);
}

/// Whether \p Now is more than \p Before, beyond the noise and a little.
static bool isMore(uint64_t Before, uint64_t Now, uint64_t Noise) {
  return double(Now) >
         double(Before) * (1 + MostMoreBytes / 100) + double(Noise);
}

bool savesNothing(const TameState &State, const TameNumbers &After) {
  return SaturatingAdd(After.Allocations, State.Noise.Allocations) >=
         State.Now.Allocations;
}

std::string whyNoGain(const TameState &State, const TameNumbers &After) {
  const TameNumbers &Before = State.Now;
  if (savesNothing(State, After))
    return "it saves nothing: " + formatCount(Before.Allocations) +
           " allocations before, " + formatCount(After.Allocations) + " after" +
           (State.Noise.Allocations
                ? "; two runs of one program are " +
                      formatCount(State.Noise.Allocations) + " apart"
                : "");
  if (isMore(Before.Bytes, After.Bytes, State.Noise.Bytes))
    return "it asks for more bytes: " + formatBytes(Before.Bytes) +
           " before, " + formatBytes(After.Bytes) + " after";
  if (isMore(Before.Peak, After.Peak, State.Noise.Peak))
    return "its peak is higher: " + formatBytes(Before.Peak) + " before, " +
           formatBytes(After.Peak) + " after";
  return "";
}

/// \p Text as a paragraph of a commit's message.
static std::string wrapped(StringRef Text) {
  TextStyle Style;
  Style.Width = 72;
  std::string Made;
  raw_string_ostream OS(Made);
  Paragraph(/*Indent=*/0, /*Hanging=*/0).keepWords().add(Text).print(OS, Style);
  return Made;
}

static std::string messageRow(StringRef Name, StringRef Before, StringRef Now,
                              StringRef Change) {
  std::string Line;
  raw_string_ostream(Line) << left_justify(Name, 16)
                           << right_justify(Before, 18)
                           << right_justify(Now, 18)
                           << right_justify(Change, 10);
  return StringRef(Line).rtrim().str() + "\n";
}

/// What is proved of a kept step, and what was only tested.
static std::string proofOf(const TameState &State, const TameStep &Step,
                           StringRef Test) {
  std::vector<std::string> Tested, Doubts;
  if (!Test.empty())
    Tested.push_back("the tests pass (" + Test.str() + ")");
  if (State.OutputAgrees)
    Tested.push_back("the program's output is the same");
  const bool IsGroup = Step.Changes.size() > 1;
  for (const TameChange &C : Step.Changes)
    if (!C.IsProved)
      Doubts.push_back((IsGroup ? placeOf(C) + ": " : "") + C.Doubt);
  std::string Text;
  if (!Doubts.empty())
    Text = "Not proved: " + join(Doubts, "; ") + ".";
  else if (IsGroup)
    Text = "The checks have proved that each change means the same.";
  else
    Text = "The check has proved that the change means the same.";
  if (IsGroup)
    Text += " Not proved of all together: each was looked at alone.";
  return Tested.empty() ? Text
                        : Text + " Tested: " + join(Tested, ", and ") + ".";
}

std::string commitMessage(const TameState &State, const TameStep &Step,
                          StringRef Run, StringRef Test) {
  const TameNumbers &Before = State.Now, &Now = Step.After;
  const uint64_t Saved = Before.Allocations - Now.Allocations;
  const bool IsGroup = Step.Changes.size() > 1;
  std::string Text = formatNumberOf(Saved, "allocation") +
                     " fewer: " + briefPlaces(Step.Changes) + "\n\n";
  for (const TameChange &C : Step.Changes)
    Text += wrapped((IsGroup ? placeOf(C) + ": " : "") + C.Message + " [" +
                    C.Check + "]") +
            "\n";
  Text += wrapped("Measured by 'anomalloc tame' with: " + Run.str()) + "\n";
  Text += messageRow("", "before", "after", "");
  Text += messageRow("allocations", formatCount(Before.Allocations),
                     formatCount(Now.Allocations),
                     formatChange(Before.Allocations, Now.Allocations));
  Text += messageRow("bytes", formatBytes(Before.Bytes), formatBytes(Now.Bytes),
                     formatChange(Before.Bytes, Now.Bytes));
  Text += messageRow("peak", formatBytes(Before.Peak), formatBytes(Now.Peak),
                     formatChange(Before.Peak, Now.Peak));
  if (Before.Time && Now.Time)
    Text += messageRow(nameOfTime(State.Clock),
                       formatTime(State.Clock, *Before.Time),
                       formatTime(State.Clock, *Now.Time),
                       formatChange(*Before.Time, *Now.Time));
  Text +=
      "\n" + wrapped(IsGroup
                         ? "Each of these changes was tried alone before, and "
                           "saved nothing."
                         : "The place made " +
                               formatNumberOf(Step.Changes.front().Allocations,
                                              "allocation") +
                               " before; " + formatCount(Saved) + " are gone.");
  return Text + "\n" + wrapped(proofOf(State, Step, Test));
}

} // namespace anomalloc
