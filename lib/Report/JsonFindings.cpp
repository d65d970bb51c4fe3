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

static void writeFinding(json::OStream &J, const Profile &P,
                         const FindingTable::Row &R, const Finding &F) {
  const AllocatingLine &L = R.Line;
  const Anomaly &A = anomaly(F.Kind);
  J.object([&] {
    J.attribute("anomaly", A.Name);
    J.attribute("title", A.Title);
    J.attribute("advice", A.Advice);
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
    J.attribute("saved_bytes", F.SavedBytes);
  });
}

void writeJsonFindings(json::OStream &J, const Analysis &A) {
  J.attributeArray("findings", [&] {
    for (const FindingTable::Row &R : A.Findings.Rows)
      for (const Finding &F : R.Findings)
        writeFinding(J, *A.Source, R, F);
  });
}

} // namespace anomalloc
