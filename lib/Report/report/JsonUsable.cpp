//===- JsonUsable.cpp - requested against taken, for programs -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {

/// Four decimals are enough for per cent.
static double rounded(double Percent) {
  return std::round(Percent * 1e4) / 1e4;
}

void writeJsonUsable(json::OStream &J, const Analysis &A) {
  const UsableSummary &S = A.Usable;
  J.attributeObject("usable", [&] {
    J.attribute("distinct_sizes", S.DistinctSizes);
    writeJsonAmount(J, "requested", S.Requested);
    for (BlockSource Source : BlockSources)
      writeJsonAmount(J, nameOf(Source), S.of(Source));
    if (!S.NotMeasured.empty())
      writeJsonString(J, "not_measured", S.NotMeasured);
    J.attribute("taken_bytes", S.Taken);
    J.attribute("extra_bytes", S.Extra);
    J.attribute("extra_percent", rounded(percent(S.Extra, S.Taken)));
    J.attributeArray("bins", [&] {
      for (const UsableSummary::Bin &B : S.Bins)
        J.object([&] {
          J.attribute("limit",
                      B.Limit ? json::Value(B.Limit) : json::Value(nullptr));
          J.attribute("allocations", B.Requested.Allocations);
          J.attribute("requested_bytes", B.Requested.Bytes);
          J.attribute("taken_bytes", B.Taken);
          J.attribute("extra_bytes", B.Extra);
        });
    });
    J.attributeArray("sizes", [&] {
      for (const UsableSummary::SizeRow &R : S.Sizes)
        J.object([&] {
          bool Known = R.Block.Source != BlockSource::Unknown;
          J.attribute("size", R.Size);
          J.attribute("allocations", R.Allocations);
          J.attribute("source", nameOf(R.Block.Source));
          J.attribute("usable", numberOrNull(Known, R.Block.Usable));
          J.attribute("taken", numberOrNull(Known, R.Block.Taken));
          J.attribute("extra_bytes", numberOrNull(Known, R.Extra));
        });
    });
  });
}

} // namespace anomalloc
