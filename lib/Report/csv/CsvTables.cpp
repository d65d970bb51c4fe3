//===- CsvTables.cpp - profiles as tables for databases -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/csv/CsvTables.h"
#include "Analysis/estimate/Estimate.h"
#include "Analysis/totals/RankTable.h"
#include "Profile/JobFacts.h"
#include "Report/csv/AccessTables.h"
#include "Report/csv/CsvParts.h"
#include "Report/report/Fates.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {
namespace {

void writeProcesses(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const auto &[I, P] : enumerate(Source.P.Processes)) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number).add("process", I);
    Row.add("profile_file", P.File);
    for (const char *Key : {"program", "command", "directory", "host", "pid",
                            "parent", "rank", "mode", "allocator"})
      Row.add(Key, P.info(Key));
    Row.add("start_ns", P.StartTime).add("end_ns", unlessZero(P.EndTime));
    Row.add("exited", uint64_t(P.Exited));
    Row.add("dropped_events", P.DroppedEvents);
    Row.add("lost_stacks", P.LostStacks);
    const LifetimeTotals *T = P.Lifetimes ? &*P.Lifetimes : nullptr;
    Row.add("peak_bytes", memberOf(T, &LifetimeTotals::PeakBytes));
    Row.add("unknown_frees", memberOf(T, &LifetimeTotals::UnknownFrees));
    Row.add("sample", P.info("sample"));
    for (const JobFact &Fact : JobFacts)
      Row.add(Fact.Key, P.info(Fact.Key));
  }
}

/// Of a single rank, the table of counts tells as much.
void writeRankCounts(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  const Profile &P = Source.P;
  const uint64_t Ranks =
      count_if(P.Processes, [](const Process &One) { return One.rank(); });
  if (Ranks == 1)
    return;
  for (const RankCount &C : P.RankCounts) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number);
    addOrigin(Row, P, C.Site, C.Dark);
    Row.add("section",
            C.Section ? std::optional(P.section(*C.Section)) : std::nullopt);
    Row.add("size", C.Size);
    Row.add("ranks", Ranks).add("ranks_having", uint64_t(C.Ranks));
    auto AddSpread = [&](const Twine &Of, const RankSpread &Its) {
      const SpreadOverRanks S = {Ranks, C.Ranks, Its};
      auto Add = [&](const char *Name, auto Value) {
        Row.add((Of + Name).str(), Value);
      };
      Add("", Its.Sum);
      Add("_min", S.least());
      Add("_min_rank", S.leastRank());
      Add("_max", Its.Most);
      Add("_max_rank", S.mostRank());
      Row.addPlain((Of + "_deviation").str(),
                   formatv("{0:f3}", S.deviation()).str());
    };
    AddSpread("allocations", C.Allocations);
    AddSpread("bytes", C.Bytes);
  }
}

void writeThreads(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Lane &L : Source.P.Lanes)
    CsvRow(OS, Form)
        .add("profile", Source.Number)
        .add("process", L.Process)
        .add("thread", L.Number)
        .add("tid", L.Tid)
        .add("name", L.Name)
        .add("threads", L.Threads);
}

void writeSites(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Site &S : Source.P.Sites) {
    if (!Source.SitesWritten.insert(S.Id).second)
      continue;
    CsvRow Row(OS, Form);
    Row.add("site", siteText(S.Id)).add("family", nameOf(S.Family));
    Row.add("space", nameOf(S.Space));
    addPlace(Row, &S.userFrame());
    addPlace(Row, S.lineToChange(), "change_");
    Row.add("callee", plainFunctionName(S.Callee));
    Row.add("type", unlessEmpty(S.Type));
    Row.add("constant_size", S.ConstantSize).add("loop_depth", S.LoopDepth);
    addLoop(Row, "loop", Source.P, S.InnermostLoop);
  }
}

void writeLoops(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Loop &L : Source.P.Loops) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number).add("loop", siteText(L.Id));
    addLoop(Row, "parent", Source.P, L.Parent);
    Frame Place = {L.Function, L.File, L.Line, L.Column};
    addPlace(Row, &Place);
    Row.add("depth", L.Depth);
    Row.add("trip_count", unlessZero(L.TripCount));
    Row.add("entries", onlyIf(L.CountsEntries, L.Entries));
    Row.add("iterations", onlyIf(L.CountsIterations, L.Iterations));
  }
}

void writeCounts(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Count &C : Source.P.Counts) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number);
    addOrigin(Row, Source.P, C.Site, C.Dark);
    Row.add("section", Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add("size", C.Size).add("allocations", C.Allocations);
  }
}

void writeCallers(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const MakerCount &C : Source.P.MakerCounts) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number);
    const MakerCall *Call = C.Call ? &Source.P.makerCall(*C.Call) : nullptr;
    addPlace(Row, Call ? Call->lineToChange() : nullptr);
    Row.add("section", Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add("allocations", C.Blocks).add("bytes", C.Bytes);
  }
}

/// Of a sampled profile, the drawn blocks behind a row. Else all of its numbers
/// are exact.
void addDraws(CsvRow &Row, const Draws &D) {
  Row.add("drawn", unlessZero(D.Blocks));
}

/// The interval of the column \p Name.
void addInterval(CsvRow &Row, const Twine &Name, const Draws &D,
                 const Estimate &E) {
  Row.add((Name + "_low").str(), onlyIf(D.Blocks != 0, E.Low));
  Row.add((Name + "_high").str(), onlyIf(D.Blocks != 0, E.High));
}

/// The levels of the stacks that something was counted for.
void writeStacks(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  const Profile &P = Source.P;
  std::set<StackIndex> Wanted;
  for (const StackCount &C : P.StackCounts)
    Wanted.insert(C.Stack);
  for (const StackLifetime &L : P.StackLifetimes)
    Wanted.insert(L.Stack);
  for (StackIndex Stack : Wanted) {
    uint64_t Level = 0;
    for (std::optional<StackIndex> I = Stack; I; I = P.stack(*I).Caller) {
      const CodePlace &Place = P.place(P.stack(*I).Place);
      auto Add = [&](const Frame *F) {
        CsvRow Row(OS, Form);
        Row.add("profile", Source.Number).add("stack", uint64_t(Stack));
        Row.add("level", Level++);
        addPlace(Row, F);
        Row.add("library", unlessEmpty(Place.Library));
        Row.add("offset", Place.Offset);
      };
      for (const Frame &F : Place.Levels)
        Add(&F);
      if (Place.Levels.empty())
        Add(nullptr);
    }
  }
}

void writeStackCounts(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const StackCount &C : Source.P.StackCounts) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number).add("stack", uint64_t(C.Stack));
    addSite(Row, Source.P, C.Site);
    Row.add("section", Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add("size", C.Size).add("allocations", C.Allocations);
    addDraws(Row, C.Drawn);
    SampleSum Its;
    Its.add(Source.P, C.Drawn, C.Allocations);
    addInterval(Row, "allocations", C.Drawn, Its.estimateHere(Source.P));
  }
}

/// Adds what is known of the fates that people ask for most.
void addIntervals(CsvRow &Row, const Profile &P, const Draws &D,
                  const LifetimeCounts &C) {
  addDraws(Row, D);
  addInterval(Row, "live", D, estimateOfRow(P, D, C.live()));
  addInterval(Row, "at_peak", D, estimateOfRow(P, D, C.AtPeak));
  addInterval(Row, "temporary", D, estimateOfRow(P, D, C.Temporary));
}

void addFates(CsvRow &Row, const LifetimeCounts &C) {
  forEachFate([&](StringRef Key, auto Member, StringRef) {
    Row.add(Key, uint64_t(std::invoke(Member, C)));
  });
}

void writeLifetimes(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Lifetime &L : Source.P.Lifetimes) {
    CsvRow Row(OS, Form);
    addKey(Row, Source.P, Source.Number, L);
    addFates(Row, L.Counts);
    addIntervals(Row, Source.P, L.Drawn, L.Counts);
  }
}

void writeLifetimeBuckets(raw_ostream &OS, const CsvSource &Source,
                          CsvForm Form) {
  using Buckets = format::LifetimeBuckets;
  for (const Lifetime &L : Source.P.Lifetimes)
    for (auto [Bucket, Blocks] : L.Counts.Buckets) {
      if (Bucket >= Buckets::End)
        break; // Counters of growth and accesses.
      CsvRow Row(OS, Form);
      addKey(Row, Source.P, Source.Number, L);
      Row.add("unit",
              Bucket < Buckets::NanosecondBuckets ? "bytes" : "nanoseconds");
      uint32_t B = Bucket % Buckets::NumBuckets;
      Row.add("shortest", Buckets::shortest(B));
      Row.add("longest", Buckets::longest(B)).add("blocks", Blocks);
    }
}

void writeFreeSites(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Lifetime &L : Source.P.Lifetimes)
    for (auto [Dark, Blocks] : L.FreeSites) {
      CsvRow Row(OS, Form);
      addKey(Row, Source.P, Source.Number, L);
      const DarkOrigin &By = Source.P.dark(Dark);
      Row.add("free_library", unlessEmpty(By.Library));
      Frame OnlyName = {By.Function};
      addPlace(Row, By.UserFrame.Line ? &By.UserFrame : &OnlyName);
      Row.add("blocks", Blocks);
    }
}

void writeStackLifetimes(raw_ostream &OS, const CsvSource &Source,
                         CsvForm Form) {
  for (const StackLifetime &L : Source.P.StackLifetimes) {
    CsvRow Row(OS, Form);
    Row.add("profile", Source.Number).add("stack", uint64_t(L.Stack));
    addSite(Row, Source.P, L.Site);
    Row.add("section", Source.P.section(L.Section)).add("size", L.Size);
    addFates(Row, L.Counts);
    addIntervals(Row, Source.P, L.Drawn, L.Counts);
  }
}

const CsvTable Tables[] = {
    {"processes", writeProcesses},
    {"rank_counts", writeRankCounts},
    {"threads", writeThreads},
    {"sites", writeSites},
    {"loops", writeLoops},
    {"counts", writeCounts},
    {"callers", writeCallers},
    {"stacks", writeStacks},
    {"stack_counts", writeStackCounts},
    {"lifetimes", writeLifetimes},
    {"lifetime_buckets", writeLifetimeBuckets},
    {"free_sites", writeFreeSites},
    {"stack_lifetimes", writeStackLifetimes},
    {"accesses", writeAccesses},
    {"access_extents", writeAccessExtents},
    {"access_pieces", writeAccessPieces},
};

/// Gives \p P one row for each table.
void fillOnce(Profile &P) {
  P.Processes.emplace_back();
  P.RankCounts.emplace_back();
  P.Lanes.emplace_back();
  P.Sites.emplace_back().Chain.emplace_back();
  P.Loops.emplace_back();
  P.Counts.emplace_back();
  P.MakerCounts.emplace_back();
  P.Places.emplace_back();
  P.Stacks.emplace_back();
  P.StackCounts.emplace_back();
  P.Dark.emplace_back();
  Lifetime &L = P.Lifetimes.emplace_back();
  using format::AccessCounters;
  for (uint32_t Counter : {0u, AccessCounters::First, AccessCounters::Extents,
                           AccessCounters::SlotReads})
    L.Counts.Buckets[Counter] = 1;
  L.FreeSites.push_back({DarkIndex(0), 1});
  P.StackLifetimes.emplace_back();
}

} // namespace

ArrayRef<CsvTable> csvTables() { return Tables; }

void writeColumns(raw_ostream &OS, const CsvTable &Table) {
  Profile P;
  fillOnce(P);
  std::set<uint64_t> NoSites;
  Table.Write(OS, {P, 0, NoSites}, CsvForm::Names);
}

} // namespace anomalloc
