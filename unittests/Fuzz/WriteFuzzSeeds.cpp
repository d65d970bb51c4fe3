//===- WriteFuzzSeeds.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes synthetic profiles with all record types, as whole files and as the
/// records alone (see ProfileReaderFuzzer.cpp), and a trace (see
/// TraceReaderFuzzer.cpp): WriteFuzzSeeds <folder> <folder of traces>
///
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "Profile/ModelCodec.h"
#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"
#include "TraceBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

static void write(const std::string &Path, llvm::StringRef Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  if (EC)
    llvm::report_fatal_error(llvm::Twine(Path) + ": " + EC.message());
  OS << Bytes;
}

static std::string table(bool Compressed) {
  SiteTableBuilder T("main");
  uint32_t Frame = T.frame(0, T.function("inlined"), 40, "vector.h");
  uint32_t Outer = T.loop({0x10, std::nullopt, 3, 4});
  uint32_t Loop = T.loop({0x20, Outer, 4, 5, 8});
  T.site({0x1, 0, 24, SiteFamily::Heap, "_Znwm", 0, Frame, 1, Loop, "Node"});
  T.site({0x2, 1, std::nullopt, SiteFamily::Heap, "malloc"});
  T.site({0x3, 6, 64, SiteFamily::Pool, "pool_get"});
  T.site({0x4, 7, std::nullopt, SiteFamily::Leading, "asprintf"});
  T.edge(1, 2, 2);
  T.call(2, Frame, true, 1);
  T.call(3, 0, false, 0);
  T.telling(0);
  return T.blob(Compressed);
}

static std::string profile(bool Compressed) {
  ProfileBuilder File;
  File.info("program", "/bin/x").unit(1, 7, table(Compressed));
  File.unit(2, 7, table(!Compressed)).section(1, "solve").section(2, "post");
  File.section(3, "\x1b[31m\n\xff\xe2\x80\xae");
  File.info("command", "_Z1f1AIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_E");
  File.info("directory", "_RIC1aTllEB5_EB5_E");
  File.module(0x1000, 0x3000, 0x1000, 0, "\x12\x34", "/libc.so");
  File.module(0x2000, 0x4000, 0x2000, 1, "", "/libm.so").thread(0).thread(1);
  File.counters(0, 1, 1, {5, 81, 2, 3, 4, 5, 6});
  File.counters(1, 2, 2, {5, 91, 2, 3, 4, 5, 6});
  File.sizeTable(0, {{0x1010, 1, 7, 2, 0, 99, 1},
                     {0x2020, 0, 0, 0, 1, 7, 10},
                     {0, 1, 1, 0, 0, 48, 3}});
  File.stackNodes(0, 1, {{0x1010, 0, 0, 0}, {0x1020, 1, 0, 1}});
  File.stackCounts(0, {{2, 1, 1, 1, 24, 9}, {1, 0, 0, 0, 8, 1}});
  LifetimeTotalsRecord Totals = {};
  Totals.AllocatedBytes = Totals.PeakBytes = 48;
  Totals.FreedBytes = 24;
  Totals.Live.Points[0][3] = {48, 2, 64};
  LifetimeEntry Row = {};
  Row.Unit = 1;
  Row.Section = 1;
  Row.Size = 24;
  Row.Number = 1;
  Row.Allocated = 2;
  Row.Freed = Row.FreeCount = 1;
  Row.Peak = Row.AtPeak = 2;
  Row.Stamp = 48;
  Row.FreePc = 0x1010;
  LifetimeEntry OfStack = Row;
  OfStack.Number = 2;
  OfStack.Stack = 2;
  OfStack.FreeCount = 0;
  File.lifetimeTotals(Totals).lifetimes(0, {Row, OfStack});
  File.lifetimeBuckets(0, {{1, 0, {1}}}).freeSites(0, {{0x1020, 0, 1, 1}});
  File.growth(0, {{1, GrowthCounters::Doubled, {0, 1}}});
  File.activations(0, {{1, 0, 1, 1}, {2, 0, 1, 0}});
  File.usableSizes({{24, 24}, {80, 88}}).record(RecordType(77), "new");
  return File.bytes();
}

/// A model without compression, whose checksum no mutation would get past.
static std::string model(const Profile &P) {
  llvm::SmallVector<char, 0> Payload = encodeModel(P);
  ModelRecord Head = {{}, 0, 0, Payload.size(), Payload.size()};
  std::string Body(reinterpret_cast<char *>(&Head), sizeof(Head));
  Body = Body.substr(sizeof(RecordHeader)) +
         std::string(Payload.data(), Payload.size());
  return ProfileBuilder().record(RecordType::Model, Body).bytes();
}

static llvm::StringRef recordsOf(llvm::StringRef File) {
  return File.drop_front(FileHeaderSize + sizeof(SegmentHeader)).rtrim('\0');
}

static std::string trace() {
  TraceBuilder T;
  T.block(0, 100).thread(7).define(3, {0, 24, 1, 7, 0, 0, 0}).allocate(3);
  T.time(20)
      .define(1023, {0x1010, 99, 1, 7, 2, 1, TraceZeroed})
      .free(1)
      .free(0);
  T.block(1, 110).freeElsewhere(0, 2);
  T.define(0, {0x2020, 1, 0, 0, 0, 0, traceAligned(64)});
  T.reallocated().free(0).reallocated().allocate(0);
  T.block(0, 200).allocate(3).kept(0, 1, 5).raw(
      "\x80\x01\xd0\1\2\xe0\1\2\3\xcc\x05");
  return T.bytes();
}

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    llvm::errs() << "usage: WriteFuzzSeeds <folder> <folder of traces>\n";
    return 2;
  }
  write(std::string(Argv[2]) + "/synthetic", trace());
  std::string Folder = std::string(Argv[1]) + "/synthetic-";
  std::string Plain = profile(false), Packed = profile(true), Merged;
  auto P = llvm::cantFail(read(Plain));
  llvm::raw_string_ostream OS(Merged);
  llvm::cantFail(writeMerged(*P, OS));
  write(Folder + "plain", Plain);
  write(Folder + "packed", Packed);
  write(Folder + "merged", Merged);
  write(Folder + "plain-records", recordsOf(Plain));
  write(Folder + "packed-records", recordsOf(Packed));
  write(Folder + "merged-records", recordsOf(Merged));
  write(Folder + "model-records", recordsOf(model(*P)));
  return 0;
}
