//===- AccessTables.cpp - accesses to blocks as CSV -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/csv/AccessTables.h"
#include "Report/csv/CsvParts.h"

using namespace llvm;

namespace anomalloc {

using format::AccessCounters;

void writeAccesses(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Lifetime &L : Source.P.Lifetimes) {
    if (!L.Counts.access(AccessCounters::Blocks))
      continue;
    CsvRow Row(OS, Form);
    addKey(Row, Source.P, Source.Number, L);
#define ANOMALLOC_ACCESS_COUNTER(Member, Key, Text)                            \
  Row.add(Key, L.Counts.access(AccessCounters::Member));
#include "anomalloc/AccessCounters.def"
  }
}

void writeAccessExtents(raw_ostream &OS, const CsvSource &Source,
                        CsvForm Form) {
  for (const Lifetime &L : Source.P.Lifetimes)
    for (uint32_t I = 0; I != AccessCounters::NumExtents; ++I)
      if (uint64_t Blocks = L.Counts.access(AccessCounters::Extents + I)) {
        CsvRow Row(OS, Form);
        addKey(Row, Source.P, Source.Number, L);
        Row.add("sixteenths", uint64_t(I)).add("blocks", Blocks);
      }
}

void writeAccessPieces(raw_ostream &OS, const CsvSource &Source, CsvForm Form) {
  for (const Lifetime &L : Source.P.Lifetimes)
    for (uint32_t I = 0; I != AccessCounters::NumSlots; ++I) {
      const uint64_t Read = L.Counts.access(AccessCounters::SlotReads + I);
      const uint64_t Written = L.Counts.access(AccessCounters::SlotWrites + I);
      if (!Read && !Written)
        continue;
      CsvRow Row(OS, Form);
      addKey(Row, Source.P, Source.Number, L);
      Row.add("offset", uint64_t(8) * I);
      Row.add("read_bytes", Read).add("written_bytes", Written);
    }
}

} // namespace anomalloc
