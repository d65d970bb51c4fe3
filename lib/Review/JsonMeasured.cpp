//===- JsonMeasured.cpp - what was measured, as JSON ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Review.h"

using namespace llvm;

namespace anomalloc::lint {

void writeLevels(json::OStream &J, const Review &R,
                 ArrayRef<SourceLevel> Levels) {
  for (const SourceLevel &L : Levels)
    J.object([&] {
      J.attribute("file", jsonText(R.Where->relative(L.File)));
      J.attribute("line", L.Line);
      J.attribute("column", L.Column);
      J.attribute("function", jsonText(L.Function));
    });
}

void writeNumbers(json::OStream &J, const Measured &Sum,
                  std::optional<double> Share) {
  J.attribute("allocations", Sum.Allocations);
  J.attribute("at_least", !Sum.Unsure.empty());
  J.attribute("bytes", Sum.Bytes);
  J.attribute("smallest_size", Sum.Smallest);
  J.attribute("largest_size", Sum.Largest);
  J.attribute("common_size", Sum.CommonSize);
  J.attribute("depth", Sum.Depth);
  J.attribute("share", Share ? json::Value(*Share) : json::Value(nullptr));
}

/// What the report says of the same blocks.
void writeEntries(json::OStream &J, ArrayRef<ReportEntry> Entries) {
  J.attributeArray("report", [&] {
    for (const ReportEntry &E : Entries)
      J.object([&] {
        const MeasuredChange &C = *E.Its;
        J.attribute("rank", jsonText(C.Rank));
        J.attribute("anomaly", jsonText(C.Anomaly));
        J.attribute("allocations", E.Allocations);
        J.attribute("evidence", jsonText(C.Evidence));
        J.attribute("remedy", jsonText(C.Remedy));
        J.attribute("saved_allocations", C.Blocks);
        J.attribute("saved_nanoseconds", C.SavedLeast);
        J.attribute("saved_nanoseconds_most", C.SavedMost);
        J.attribute("saved_bytes", C.SavedBytes);
      });
  });
}

void writeMeasured(json::OStream &J, const Review &R, const Finding &F) {
  if (!F.Recorded) {
    J.attribute("measured", nullptr);
    return;
  }
  const FindingWeight &W = *F.Recorded;
  J.attributeObject("measured", [&] {
    writeNumbers(J, W.Sum, W.Share);
    J.attribute("alone", W.Alone);
    J.attributeArray("sites", [&] {
      for (uint64_t Site : W.Sites)
        J.value(siteText(Site));
    });
    J.attributeObject("place", [&] {
      J.attribute("file", jsonText(R.Where->relative(W.At.File)));
      J.attribute("line", W.At.Line);
      J.attribute("column", W.At.Column);
    });
    J.attribute("hottest_allocations", W.OfHottest);
    J.attributeArray("hottest", [&] { writeLevels(J, R, W.Hottest); });
    J.attributeArray("lines", [&] {
      for (const auto &[Line, Allocations] : W.Lines)
        J.object([&, &Level = Line, Number = Allocations] {
          J.attribute("file", jsonText(R.Where->relative(Level.File)));
          J.attribute("line", Level.Line);
          J.attribute("function", jsonText(Level.Function));
          J.attribute("allocations", Number);
        });
    });
    writeEntries(J, W.Entries);
  });
}

} // namespace anomalloc::lint
