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

#include "Profile/Losses.h"
#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/Columns.h"
#include "Report/text/Paragraph.h"
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
  return Warnings;
}

/// "leaked: 30 blocks, 29.31 KiB; besides 1 block, 71.00 KiB of libraries".
static std::string leakLine(const TextPage &Page) {
  const LifetimeTable &T = Page.A.Lifetimes;
  if (T.State != LifetimeState::Seen && T.State != LifetimeState::Partly)
    return "";
  Amount OfSites, OfLibraries;
  size_t Sites = 0;
  for (const LifetimeTable::Row &R : T.Rows) {
    (R.Site ? OfSites : OfLibraries) += R.Sum.Live;
    Sites += R.Site && R.Sum.Live.Allocations;
  }
  auto Words = [&](const Amount &Its) {
    return formatNumberOf(Its.Allocations, "block", Page.Style.Numbers) + ", " +
           formatBytes(Its.Bytes);
  };
  bool Ended = all_of(Page.profile().Processes,
                      [](const Process &One) { return One.Exited; });
  std::string Text = Ended ? "leaked: " : "live when the record ended: ";
  Text += OfSites.Allocations
              ? Words(OfSites) + " of " + formatNumberOf(Sites, "site")
              : "nothing";
  if (OfLibraries.Allocations)
    Text += "; besides " + Words(OfLibraries) + " of libraries";
  bool IsToldBelow = any_of(Page.A.Changes.Entries, [](const ChangeEntry &E) {
    return E.Kind == AnomalyKind::Leak;
  });
  if (OfSites.Allocations && !IsToldBelow)
    Text += "; --leaks shows the lines";
  return Text;
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
  if (A.Totals.Pool.Allocations)
    Run += "; besides, " +
           formatNumberOf(A.Totals.Pool.Allocations, "pool allocation",
                          Page.Style.Numbers) +
           ", " + formatBytes(A.Totals.Pool.Bytes);
  if (A.Filtered)
    Run += "; filtered";
  Page.line(Run);
  Page.line(coverageLine(A.Coverage));
  if (std::string Leaks = leakLine(Page); !Leaks.empty())
    Page.line(Leaks);
  for (const std::string &Warning : lossWarnings(A.Coverage))
    Page.warn(Warning);
}

static void writeTotals(json::OStream &J, const HeapTotals &T) {
  J.attributeObject("totals", [&] {
    J.attribute("allocations", T.All.Allocations);
    J.attribute("requested_bytes", T.All.Bytes);
    J.attribute("site_allocations", T.AtSites.Allocations);
    J.attribute("site_bytes", T.AtSites.Bytes);
    J.attribute("leading_allocations", T.Leading.Allocations);
    J.attribute("leading_bytes", T.Leading.Bytes);
    J.attribute("dark_allocations", T.Dark.Allocations);
    J.attribute("dark_bytes", T.Dark.Bytes);
    J.attribute("pool_allocations", T.Pool.Allocations);
    J.attribute("pool_bytes", T.Pool.Bytes);
  });
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

static void writeProcesses(json::OStream &J, const Profile &P) {
  J.attributeArray("processes", [&] {
    for (const Process &One : P.Processes)
      J.object([&] {
        writeJsonString(J, "profile", One.File);
        for (const char *Key :
             {"program", "command", "directory", "host", "pid", "rank", "mode"})
          if (std::optional<StringRef> Its = One.info(Key))
            writeJsonString(J, Key, *Its);
        if (One.StartTime)
          J.attribute("started", formatTime(One.StartTime));
        J.attribute("ended", One.Exited);
        J.attribute("interposed", One.Interposed);
        J.attribute("bypassed", One.Bypassed);
        J.attribute("units", One.Units);
        J.attribute("dropped_events", One.DroppedEvents);
      });
  });
}

void writeJsonHeadline(json::OStream &J, const Analysis &A) {
  writeTotals(J, A.Totals);
  writeProcesses(J, *A.Source);
}

} // namespace anomalloc
