//===- TimelineCommand.cpp - anomalloc timeline ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Texts.h"
#include "Report/timeline/TimelineViews.h"
#include "cli/Command.h"
#include "cli/Messages.h"
#include "cli/Terminal.h"
#include "inputs/TimelineInput.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

class TimelineCommand : public Command {
public:
  CommandInfo info() const override {
    return {
        "timeline", "show live memory over a run, and who held its peak",
        "PROFILE",
        "Plays a profile's trace (record --mode=trace) and shows how many "
        "bytes lived: over the bytes that were allocated, and over time. Then "
        "follow the sites and sections that held the most at the peak, and "
        "what of it lives at the end. Of a profile with lifetimes and no trace "
        "(record --mode=lifetime) it shows what that knows: nothing over time, "
        "and who held live memory at the peak only.\n\n"
        "With one thread the peak is exact. With several it depends on the "
        "order of events between the times that a trace tells, some "
        "hundreds of events apart.\n\n"
        "--json gives everything, as 'anomalloc schema timeline' describes, in "
        "up to 256 points for each axis: the most that lived in each step of "
        "so many bytes allocated, or nanoseconds. "
        "--csv gives the points alone. --svg draws them, by who held the most "
        "at the peak.",
        "anomalloc timeline program.4711.anomalloc\n"
        "anomalloc timeline --csv program.4711.anomalloc > points.csv\n"
        "anomalloc timeline --svg program.4711.anomalloc > live.svg"};
  }

  void addOptions(OptionSet &O) override {
    O.number("limit", "rows of who held the peak to show; 0: all (10)", Limit);
    O.flag("json", "print JSON as 'anomalloc schema timeline' describes", Json);
    O.flag("csv", "print the points as CSV", Csv);
    O.flag("svg", "draw a picture", Svg);
    Terminal.addOptions(O);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    if (Arguments.size() != 1)
      return usageError("a timeline is that of one profile: name one");
    if (Json + Csv + Svg > 1)
      return usageError("--json, --csv and --svg: choose one");
    Expected<ReadTimeline> Read = readTimeline(Arguments[0], Svg || Json);
    if (!Read)
      return Read.takeError();
    const TraceTimeline &T = Read->Timeline;
    const TraceBands *Bands = Read->Bands ? &*Read->Bands : nullptr;
    if (!Json)
      makePrintable(*T.Model);
    if (!T.Missing.empty())
      tellWarning(T.Missing);
    if (Json)
      writeJsonTimeline(outs(), T, Bands);
    else if (Csv)
      writeCsvTimeline(outs(), T);
    else if (Svg)
      writeSvgTimeline(outs(), T, Bands);
    else
      writeTextTimeline(outs(), T, Terminal.startOutput(), Limit.value_or(10));
    return ExitSuccess;
  }

private:
  std::optional<uint64_t> Limit;
  bool Json = false;
  bool Csv = false;
  bool Svg = false;
  TerminalOptions Terminal;
};

RegisterCommand<TimelineCommand> RegisterTimeline;

} // namespace
} // namespace anomalloc
