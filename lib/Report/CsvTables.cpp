//===- CsvTables.cpp - profiles as tables for databases -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/CsvTables.h"
#include "Report/CsvRow.h"
#include "Report/JsonParts.h"
#include "Report/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// "" is not known, as in the model.
void addName(CsvRow &Row, StringRef Name) {
  if (Name.empty())
    Row.none();
  else
    Row.add(Name);
}

/// 0 is not known.
void addKnown(CsvRow &Row, uint64_t Number) {
  if (Number)
    Row.add(Number);
  else
    Row.none();
}

void addFrame(CsvRow &Row, const Frame &F) {
  addName(Row, fullFunctionName(F.Function));
  addName(Row, F.File);
  addKnown(Row, F.Line);
  addKnown(Row, F.Column);
}

std::optional<StringRef> infoOf(const Process &P, const char *Key) {
  auto I = P.Info.find(Key);
  return I == P.Info.end() ? std::nullopt : std::optional<StringRef>(I->second);
}

void writeProcesses(raw_ostream &OS, const CsvSource &Source) {
  for (const auto &[I, P] : enumerate(Source.P.Processes)) {
    CsvRow Row(OS);
    Row.add(Source.Number).add(I).add(P.File);
    for (const char *Key : {"program", "command", "directory", "host", "pid",
                            "parent", "rank", "mode", "allocator"})
      Row.add(infoOf(P, Key));
    Row.add(P.StartTime);
    addKnown(Row, P.EndTime);
    Row.add(uint64_t(P.Exited)).add(P.DroppedEvents).add(P.LostStacks);
    if (P.Lifetimes)
      Row.add(P.Lifetimes->PeakBytes).add(P.Lifetimes->UnknownFrees);
    else
      Row.none(2);
  }
}

void writeThreads(raw_ostream &OS, const CsvSource &Source) {
  for (const Lane &L : Source.P.Lanes)
    CsvRow(OS)
        .add(Source.Number)
        .add(L.Process)
        .add(L.Number)
        .add(L.Tid)
        .add(L.Name)
        .add(L.Threads);
}

void writeSites(raw_ostream &OS, const CsvSource &Source) {
  for (const Site &S : Source.P.Sites) {
    if (!Source.SitesWritten.insert(S.Id).second)
      continue;
    CsvRow Row(OS);
    Row.add(hexId(S.Id)).add(nameOf(S.Family));
    addFrame(Row, S.userFrame());
    if (S.ChangeFrame)
      addFrame(Row, S.Chain[*S.ChangeFrame]);
    else
      Row.none(4);
    Row.add(plainFunctionName(S.Callee));
    addName(Row, S.Type);
    Row.add(S.ConstantSize).add(S.LoopDepth);
    if (S.InnermostLoop)
      Row.add(hexId(Source.P.loop(*S.InnermostLoop).Id));
    else
      Row.none();
  }
}

void writeLoops(raw_ostream &OS, const CsvSource &Source) {
  for (const Loop &L : Source.P.Loops) {
    CsvRow Row(OS);
    Row.add(Source.Number).add(hexId(L.Id));
    if (L.Parent)
      Row.add(hexId(Source.P.loop(*L.Parent).Id));
    else
      Row.none();
    addFrame(Row, {L.Function, L.File, L.Line, L.Column});
    Row.add(L.Depth);
    for (auto [Known, Number] : {std::pair(L.TripCount != 0, L.TripCount),
                                 std::pair(L.CountsEntries, L.Entries),
                                 std::pair(L.CountsIterations, L.Iterations)})
      if (Known)
        Row.add(Number);
      else
        Row.none();
  }
}

/// The site that is charged, and the code of a library that asked.
void addOrigin(CsvRow &Row, const Profile &P, std::optional<SiteIndex> Site,
               std::optional<DarkIndex> Dark) {
  if (Site)
    Row.add(hexId(P.site(*Site).Id));
  else
    Row.none();
  if (!Dark) {
    Row.none(3);
    return;
  }
  const DarkOrigin &D = P.dark(*Dark);
  addName(Row, D.Library);
  addName(Row, fullFunctionName(D.Function));
  addKnown(Row, D.Offset);
}

void addThread(CsvRow &Row, const Profile &P, LaneIndex Lane) {
  if (P.Lanes.empty())
    Row.none(2);
  else
    Row.add(P.lane(Lane).Process).add(P.lane(Lane).Number);
}

void writeCounts(raw_ostream &OS, const CsvSource &Source) {
  for (const Count &C : Source.P.Counts) {
    CsvRow Row(OS);
    Row.add(Source.Number);
    addOrigin(Row, Source.P, C.Site, C.Dark);
    Row.add(Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add(C.Size).add(C.Allocations);
  }
}

void writeCallers(raw_ostream &OS, const CsvSource &Source) {
  for (const MakerCount &C : Source.P.MakerCounts) {
    CsvRow Row(OS);
    Row.add(Source.Number);
    const MakerCall *Call = C.Call ? &Source.P.makerCall(*C.Call) : nullptr;
    if (Call && Call->ChangeFrame)
      addFrame(Row, Call->Chain[*Call->ChangeFrame]);
    else
      Row.none(4);
    Row.add(Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add(C.Blocks).add(C.Bytes);
  }
}

/// The levels of the stacks that something was counted for.
void writeStacks(raw_ostream &OS, const CsvSource &Source) {
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
        CsvRow Row(OS);
        Row.add(Source.Number).add(uint64_t(Stack)).add(Level++);
        if (F)
          addFrame(Row, *F);
        else
          Row.none(4);
        addName(Row, Place.Library);
        Row.add(Place.Offset);
      };
      for (const Frame &F : Place.Levels)
        Add(&F);
      if (Place.Levels.empty())
        Add(nullptr);
    }
  }
}

void writeStackCounts(raw_ostream &OS, const CsvSource &Source) {
  for (const StackCount &C : Source.P.StackCounts) {
    CsvRow Row(OS);
    Row.add(Source.Number).add(uint64_t(C.Stack));
    if (C.Site)
      Row.add(hexId(Source.P.site(*C.Site).Id));
    else
      Row.none();
    Row.add(Source.P.section(C.Section));
    addThread(Row, Source.P, C.Lane);
    Row.add(C.Size).add(C.Allocations);
  }
}

void addFates(CsvRow &Row, const LifetimeCounts &C) {
  Row.add(C.Allocated).add(C.Freed).add(C.live());
  Row.add(C.Peak).add(uint64_t(C.PeakIsBound)).add(C.AtPeak);
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) Row.add(C.Member);
#include "anomalloc/LifetimeCounters.def"
}

/// The key columns of a lifetime.
void addKey(CsvRow &Row, const CsvSource &Source, const Lifetime &L) {
  Row.add(Source.Number);
  addOrigin(Row, Source.P, L.Site, L.Dark);
  Row.add(Source.P.section(L.Section)).add(L.Size);
}

void writeLifetimes(raw_ostream &OS, const CsvSource &Source) {
  for (const Lifetime &L : Source.P.Lifetimes) {
    CsvRow Row(OS);
    addKey(Row, Source, L);
    addFates(Row, L.Counts);
  }
}

void writeLifetimeBuckets(raw_ostream &OS, const CsvSource &Source) {
  using Buckets = format::LifetimeBuckets;
  for (const Lifetime &L : Source.P.Lifetimes)
    for (auto [Bucket, Blocks] : L.Counts.Buckets) {
      if (Bucket >= Buckets::End)
        continue; // A counter of growth.
      CsvRow Row(OS);
      addKey(Row, Source, L);
      Row.add(Bucket < Buckets::NanosecondBuckets ? "bytes" : "nanoseconds");
      uint32_t B = Bucket % Buckets::NumBuckets;
      Row.add(Buckets::shortest(B)).add(Buckets::longest(B)).add(Blocks);
    }
}

void writeFreeSites(raw_ostream &OS, const CsvSource &Source) {
  for (const Lifetime &L : Source.P.Lifetimes)
    for (auto [Dark, Blocks] : L.FreeSites) {
      CsvRow Row(OS);
      addKey(Row, Source, L);
      const DarkOrigin &By = Source.P.dark(Dark);
      addName(Row, By.Library);
      addFrame(Row, By.UserFrame.Line ? By.UserFrame : Frame{By.Function});
      Row.add(Blocks);
    }
}

void writeStackLifetimes(raw_ostream &OS, const CsvSource &Source) {
  for (const StackLifetime &L : Source.P.StackLifetimes) {
    CsvRow Row(OS);
    Row.add(Source.Number).add(uint64_t(L.Stack));
    if (L.Site)
      Row.add(hexId(Source.P.site(*L.Site).Id));
    else
      Row.none();
    Row.add(Source.P.section(L.Section)).add(L.Size);
    addFates(Row, L.Counts);
  }
}

#define FRAME_COLUMNS "function,file,line,column"
#define ORIGIN_COLUMNS "site,library,library_function,library_offset"
#define KEY_COLUMNS "profile," ORIGIN_COLUMNS ",section,size"

#define FATE_COLUMNS "allocated,freed,live,peak,peak_is_bound,at_peak"

constexpr char LifetimeColumns[] = KEY_COLUMNS "," FATE_COLUMNS
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) "," Key
#include "anomalloc/LifetimeCounters.def"
    ;
constexpr char StackLifetimeColumns[] =
    "profile,stack,site,section,size," FATE_COLUMNS
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) "," Key
#include "anomalloc/LifetimeCounters.def"
    ;

const CsvTable Tables[] = {
    {"processes",
     "profile,process,profile_file,program,command,directory,host,pid,parent,"
     "rank,mode,allocator,start_ns,end_ns,exited,dropped_events,lost_stacks,"
     "peak_bytes,unknown_frees",
     writeProcesses},
    {"threads", "profile,process,thread,tid,name,threads", writeThreads},
    {"sites",
     "site,family," FRAME_COLUMNS
     ",change_function,change_file,change_line,change_column,callee,type,"
     "constant_size,loop_depth,loop",
     writeSites},
    {"loops",
     "profile,loop,parent," FRAME_COLUMNS
     ",depth,trip_count,entries,iterations",
     writeLoops},
    {"counts",
     "profile," ORIGIN_COLUMNS ",section,process,thread,size,allocations",
     writeCounts},
    {"callers",
     "profile," FRAME_COLUMNS ",section,process,thread,allocations,bytes",
     writeCallers},
    {"stacks", "profile,stack,level," FRAME_COLUMNS ",library,offset",
     writeStacks},
    {"stack_counts",
     "profile,stack,site,section,process,thread,size,allocations",
     writeStackCounts},
    {"lifetimes", LifetimeColumns, writeLifetimes},
    {"lifetime_buckets", KEY_COLUMNS ",unit,shortest,longest,blocks",
     writeLifetimeBuckets},
    {"free_sites", KEY_COLUMNS ",free_library," FRAME_COLUMNS ",blocks",
     writeFreeSites},
    {"stack_lifetimes", StackLifetimeColumns, writeStackLifetimes},
};

} // namespace

ArrayRef<CsvTable> csvTables() { return Tables; }

} // namespace anomalloc
