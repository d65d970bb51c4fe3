//===- JsonFindings.cpp - findings as JSON --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/JsonParts.h"
#include "Report/Names.h"

using namespace llvm;

namespace anomalloc {

/// How the line's containers grew, whatever the finding is.
static void writeGrowth(json::OStream &J, const GrowthChains &G) {
  J.attributeObject("growth", [&] {
    J.attribute("moves", G.moves());
    J.attribute("moved_bytes", G.MovedBytes);
    J.attribute("shrunk", G.Shrunk);
    J.attribute("shrunk_bytes", G.ShrunkBytes);
    J.attributeArray("chains", [&] {
      for (uint32_t I = 1; I <= G.longest(); ++I)
        if (uint64_t Chains = G.endedWith(I))
          J.object([&] {
            J.attribute("steps", I);
            J.attribute("chains", Chains);
          });
    });
  });
}

static void writeFinding(json::OStream &J, const Analysis &A,
                         const FindingTable::Row &R, const MeasuredAnomaly &F) {
  const Profile &P = *A.Source;
  const AllocatingLine &L = R.Line;
  const Anomaly &Kind = anomaly(F.Kind);
  J.object([&] {
    J.attribute("anomaly", Kind.Name);
    J.attribute("title", Kind.Title);
    J.attribute("advice", Kind.Advice);
    J.attribute("evidence", F.Evidence);
    writeJsonString(J, "function", fullFunctionName(L.Place.Function));
    writeJsonString(J, "linkage_name", L.Place.Function);
    writeJsonString(J, "file", L.Place.File);
    J.attribute("line", L.Place.Line);
    writeJsonString(J, "callee", plainFunctionName(L.Callee));
    J.attributeArray("sites", [&] {
      for (const LifetimeTable::Row *Row : L.Rows)
        J.value(hexId(P.site(*Row->Site).Id));
    });
    J.attribute("allocated", L.Sum.Allocated.Allocations);
    J.attribute("saved_allocations", F.Blocks);
    J.attribute("saved_nanoseconds", F.SavedNanoseconds);
    J.attribute("pair_nanoseconds", L.Cost.Least);
    J.attribute("pair_measured", L.Cost.Measured);
    J.attribute("saved_bytes", F.SavedBytes);
    writeGrowth(J, L.Growth);
  });
}

void writeJsonFindings(json::OStream &J, const Analysis &A) {
  J.attributeArray("findings", [&] {
    for (const FindingTable::Row &R : A.Findings.Rows)
      for (const MeasuredAnomaly &F : R.Findings)
        writeFinding(J, A, R, F);
  });
}

} // namespace anomalloc
