//===- FuzzProfile.h - a profile with all records ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_FUZZPROFILE_H
#define ANOMALLOC_UNITTESTS_FUZZPROFILE_H

#include "ProfileBuilder.h"
#include "SiteTableBuilder.h"

namespace anomalloc::test {

inline std::string fuzzTable(bool Compressed) {
  SiteTableBuilder T("main");
  uint32_t Frame = T.frame(0, T.function("inlined"), 40, "vector.h");
  uint32_t Outer = T.loop({0x10, std::nullopt, 3, 4});
  uint32_t Loop = T.loop({0x20, Outer, 4, 5, 8});
  T.site({0x1, 0, 24, SiteFamily::Heap, "_Znwm", 0, Frame, 1, Loop,
          "Node"});
  T.site({0x2, 1, std::nullopt, SiteFamily::Heap, "malloc"});
  T.site({0x3, 6, 64, SiteFamily::Pool, "pool_get"});
  T.site({0x4, 7, std::nullopt, SiteFamily::Leading, "asprintf"});
  T.edge(1, 2, 2);
  T.call(2, Frame, true, 1);
  T.call(3, 0, false, 0);
  T.telling(0);
  return T.blob(Compressed);
}

inline std::string fuzzProfile(bool Compressed) {
  ProfileBuilder File;
  File.Header.End = format::EndState::Exited;
  File.Header.Flags = format::Interposed | format::FreesSeen;
  File.info("program", "/bin/x").unit(1, 7, fuzzTable(Compressed));
  File.unit(2, 7, fuzzTable(!Compressed))
      .section(1, "solve")
      .section(2, "post");
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
  format::LifetimeTotalsRecord Totals = {};
  Totals.AllocatedBytes = Totals.PeakBytes = 48;
  Totals.FreedBytes = 24;
  Totals.Live.Points[0][3] = {48, 2, 64};
  format::LifetimeEntry Row = {};
  Row.Unit = 1;
  Row.Section = 1;
  Row.Size = 24;
  Row.Number = 1;
  Row.Allocated = 2;
  Row.Freed = Row.FreeCount = 1;
  Row.Peak = Row.AtPeak = 2;
  Row.Stamp = 48;
  Row.FreePc = 0x1010;
  format::LifetimeEntry OfStack = Row;
  OfStack.Number = 2;
  OfStack.Stack = 2;
  OfStack.FreeCount = 0;
  File.lifetimeTotals(Totals).lifetimes(0, {Row, OfStack});
  File.lifetimeBuckets(0, {{1, 0, {1}}}).freeSites(0, {{0x1020, 0, 1, 1}});
  File.growth(0, {{1, format::GrowthCounters::Doubled, {0, 1}}});
  File.activations(0, {{1, 0, 1, 1}, {2, 0, 1, 0}});
  File.usableSizes({{24, 24}, {80, 88}}).record(format::RecordType(77), "new");
  return File.bytes();
}

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_FUZZPROFILE_H
