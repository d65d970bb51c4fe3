//===- HeadlineView.cpp - the first thing one reads -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// multiscale --level 5
///   136,750,231 allocations, 18.59 GiB requested; 99.1 % at sites, 0.9 % dark
///   1 process, 4 threads, 3.21 s
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Profile/JobFacts.h"
#include "Profile/Losses.h"
#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/EstimateText.h"
#include "Report/text/Paragraph.h"
#include "anomalloc/SnapshotFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <ctime>

using namespace llvm;

namespace anomalloc {

/// The command of all processes, or the names of their programs.
static std::string commandOf(const Profile &P) {
  std::set<std::string> Commands, Programs;
  for (const Process &One : P.Processes) {
    StringRef Program = One.info("program").value_or("");
    Programs.insert(sys::path::filename(Program).str());
    Commands.insert(One.info("command").value_or("").str());
  }
  if (Commands.size() == 1 && !Commands.begin()->empty())
    return *Commands.begin();
  return join(Programs, ", ");
}

/// "2026-11-23T14:05:09Z", of nanoseconds since the epoch.
static std::string formatTime(uint64_t Nanoseconds) {
  time_t Seconds = Nanoseconds / 1000000000;
  tm Parts;
  char Text[64];
  if (!gmtime_r(&Seconds, &Parts) ||
      !strftime(Text, sizeof(Text), "%Y-%m-%dT%H:%M:%SZ", &Parts))
    return "";
  return Text;
}

/// \p What: what was new.
static void warnOfRoom(std::vector<std::string> &Warnings,
                       const Coverage::NoRoom &No, StringRef What,
                       const std::string &Then) {
  if (No.Since && No.Events)
    Warnings.push_back(("since " + formatTime(No.Since) + " new " + What +
                        " have no room of their own (record --room): ")
                           .str() +
                       Then);
}

std::vector<std::string> lossWarnings(const Coverage &C) {
  std::vector<std::string> Warnings;
  if (C.DroppedEvents)
    Warnings.push_back(
        formatNumberOf(C.DroppedEvents, "event") + " (" +
        formatBytes(C.DroppedBytes) + ") could not be stored (" +
        (C.DroppedBecause.empty() ? whyNotWritten(0) : C.DroppedBecause) +
        ") and are missing");
  if (C.Unrecorded)
    Warnings.push_back(formatNumberOf(C.Unrecorded, "process") +
                       " that the program started left no profile (" +
                       C.UnrecordedBecause + "), and " +
                       (C.Unrecorded == 1 ? "is" : "are") + " missing");
  if (uint64_t Reduced = C.Reduced)
    Warnings.push_back(
        "a limit (ulimit -v, -d) left too little address space for the "
        "mode " +
        C.Asked + " in " + formatNumberOf(Reduced, "process") +
        ": recorded is " + C.Recorded +
        "; raise the limit, see docs/limits.md");
  warnOfRoom(Warnings, C.Stacks, "stacks",
             formatNumberOf(C.Stacks.Events, "drawn block") +
                 " are counted at their sites alone");
  warnOfRoom(Warnings, C.Sizes, "sizes",
             formatNumberOf(C.Sizes.Events, "allocation") +
                 " are told with the mean size of their power of two");
  return Warnings;
}

/// How many processes ran on when they were recorded up to here.
static size_t snapshotsIn(const Profile &P) {
  return count_if(P.Processes, [](const Process &One) {
    return One.info(format::SnapshotKey).has_value();
  });
}

/// "leaked: 30 blocks, 29.31 KiB; besides 1 block, 71.00 KiB of libraries".
static std::string leakLine(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  if (T.State != LifetimeState::Seen && T.State != LifetimeState::Partly)
    return "";
  Amount OfSites, OfLibraries;
  std::vector<const Lifetime *> AtSites, InLibraries;
  size_t Sites = 0;
  for (const LifetimeTable::Row &R : T.Rows) {
    (R.Site ? OfSites : OfLibraries) += R.Sum.Live;
    append_range(R.Site ? AtSites : InLibraries, R.Parts);
    Sites += R.Site && R.Sum.Live.Allocations;
  }
  const Profile &P = Page.profile();
  auto Words = [&](const Amount &Its, ArrayRef<const Lifetime *> Parts) {
    if (!P.isEstimated())
      return formatNumberOf(Its.Allocations, "block", Page.Style.Numbers) +
             ", " + formatBytes(Its.Bytes);
    LifetimeEstimates E = estimateLifetimes(P, Parts, /*InTotals=*/true);
    return formatEstimate(E.Live.Blocks, Page.Style.Numbers) + " blocks, " +
           formatEstimatedBytes(E.Live.Bytes);
  };
  bool Ended = all_of(Page.profile().Processes,
                      [](const Process &One) { return One.Exited; });
  std::string Text = Ended ? "leaked: "
                     : snapshotsIn(Page.profile())
                         ? "live at the snapshot: "
                     : Page.A.Coverage.EndedBefore
                         ? "live at MPI_Finalize: "
                         : "live when the record ended: ";
  Text += OfSites.Allocations
              ? Words(OfSites, AtSites) + " of " + formatNumberOf(Sites, "site")
              : "nothing";
  if (OfLibraries.Allocations)
    Text += "; besides " + Words(OfLibraries, InLibraries) + " of libraries";
  bool IsToldBelow = any_of(Page.A.Changes.Entries, [](const ChangeEntry &E) {
    return E.Kind == AnomalyKind::Leak;
  });
  if (OfSites.Allocations && !IsToldBelow)
    Text += "; --leaks shows the lines";
  return Text;
}

/// "; job 4711.0 (solve)" if all processes are of one job.
static std::string jobWords(const Profile &P) {
  auto Common = [&P](const char *Key) -> std::string {
    if (P.Processes.empty())
      return "";
    const auto First = P.Processes.front().info(Key);
    return all_of(P.Processes,
                  [&](const Process &One) { return One.info(Key) == First; })
               ? First.value_or("").str()
               : "";
  };
  const std::string Job = Common("job"), Step = Common("job_step"),
                    Name = Common("job_name");
  if (Job.empty())
    return "";
  return "; job " + Job + (Step.empty() ? "" : "." + Step) +
         (Name.empty() ? "" : " (" + Name + ")");
}

void showHeadline(const TextPage &Page) {
  const Analysis &A = Page.A;
  std::string Command = commandOf(Page.profile());
  if (Command.empty())
    Command = "(unknown program)";
  Page.heading(cutEnd(Command, Page.Style.room(Page.Style.Width)));

  Paragraph Sums(2);
  Sums.add(formatNumberOf(A.Totals.All.Allocations, "allocation",
                          Page.Style.Numbers) +
               ", " + formatBytes(A.Totals.All.Bytes) + " requested",
           Paint::Strong);
  if (uint64_t All = A.Totals.All.Allocations) {
    Sums.add("; " + formatPercent(A.Totals.AtSites.Allocations, All) +
             " at sites");
    if (uint64_t Recovered = A.Totals.Recovered.Allocations)
      Sums.add(Recovered == A.Totals.AtSites.Allocations
                   ? " found in the binary"
                   : " (" + formatPercent(Recovered, All) +
                         " at sites found in binaries)");
    if (A.Totals.Leading.Allocations)
      Sums.add(" (" + formatPercent(A.Totals.Leading.Allocations, All) +
               " through libraries)");
    Sums.add(", " + formatPercent(A.Totals.Dark.Allocations, All) + " dark");
  }
  Sums.print(Page.OS, Page.Style);
  std::string Run = formatNumberOf(A.Coverage.Processes, "process") + ", " +
                    formatNumberOf(A.Coverage.Threads, "thread");
  if (A.Coverage.Nanoseconds)
    Run += ", " + formatDuration(A.Coverage.Nanoseconds);
  if (snapshotsIn(Page.profile()))
    Run += "; a snapshot, the program ran on";
  if (A.Totals.Pool.Allocations)
    Run += "; besides, " +
           formatNumberOf(A.Totals.Pool.Allocations, "pool allocation",
                          Page.Style.Numbers) +
           ", " + formatBytes(A.Totals.Pool.Bytes);
  Run += jobWords(Page.profile());
  if (A.Filtered)
    Run += "; filtered";
  Page.line(Run);
  Page.line(coverageLine(A.Coverage));
  if (std::string Note = estimateNote(Page.profile()); !Note.empty())
    Page.line("counts are exact. " + Note);
  if (std::string Leaks = leakLine(Page); !Leaks.empty())
    Page.line(Leaks);
  for (const std::string &Warning : lossWarnings(A.Coverage))
    Page.warn(Warning);
}

static void describe(Keys<HeapTotals> &K) {
  auto Add = [&K](const std::string &Prefix, const char *Bytes,
                  Amount HeapTotals::*Part, StringRef Help) {
    K.add(Prefix + "allocations", Help,
          [Part](const HeapTotals &T) { return (T.*Part).Allocations; });
    K.add(Prefix + Bytes,
          [Part](const HeapTotals &T) { return (T.*Part).Bytes; });
  };
  Add("", "requested_bytes", &HeapTotals::All,
      "all heap allocations: site_allocations + dark_allocations");
  Add("site_", "bytes", &HeapTotals::AtSites,
      "at sites, leading ones included");
  Add("leading_", "bytes", &HeapTotals::Leading,
      "made by library code during a call at a leading site");
  Add("recovered_", "bytes", &HeapTotals::Recovered,
      "at sites found in binaries that were built without the plugin");
  Add("dark_", "bytes", &HeapTotals::Dark, "that no site made or led to");
  Add("pool_", "bytes", &HeapTotals::Pool,
      "of users' own allocation functions; in none of the above");
}

namespace {

struct SeenProcess {
  const Process &Its;
};
void describe(Keys<SeenProcess> &K) {
  using Shown = const SeenProcess &;
  K.add("profile", [](Shown P) { return StringRef(P.Its.File); });
  auto AddInfo = [&K](const char *Key, StringRef Help = "") {
    K.add(Key, Help,
          [Key](Shown P) -> IfThere<StringRef> { return P.Its.info(Key); });
  };
  for (const char *Key :
       {"program", "command", "directory", "host", "pid", "rank"})
    AddInfo(Key);
  for (const JobFact &Fact : JobFacts)
    AddInfo(Fact.Key, Fact.Help);
  AddInfo("mode", "what was recorded");
  AddInfo("sample", "how blocks were drawn, \"bytes:524288\" or \"count:1000\"; "
                    "then what is told of stacks and lifetimes is estimated");
  K.add("started", "ISO 8601, in UTC", [](Shown P) {
    return ifThere(P.Its.StartTime, formatTime(P.Its.StartTime));
  });
  K.add("ended", [](Shown P) { return P.Its.Exited; });
  K.add("interposed", [](Shown P) { return P.Its.Interposed; });
  K.add("bypassed", [](Shown P) { return P.Its.Bypassed; });
  K.add("units", [](Shown P) { return P.Its.Units; });
  K.add("dropped_events", [](Shown P) { return P.Its.DroppedEvents; });
}

} // namespace

void describeHeadline(Keys<Analysis> &K) {
  K.add("totals", &Analysis::Totals);
  K.add("processes", [](const Analysis &A) {
    return each(A.Source->Processes,
                [](const Process &P) { return SeenProcess{P}; });
  });
}

} // namespace anomalloc
