//===- LintWeights.cpp - a profile as lint weights ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintWeights.h"
#include "Analysis/Measure.h"
#include "Inputs.h"
#include "Profile/Symbolizer.h"
#include "Support/PrintableStream.h"

using namespace llvm;

namespace anomalloc {

void writeLintWeights(raw_ostream &To, Profile &P) {
  symbolize(P); // a changed library leaves its functions without names
  warnOfChanged(symbolizeStacks(P));
  PrintableStream OS(To, PrintableStream::Kind::Json);
  writeMeasurements(OS, measure(P));
}

} // namespace anomalloc
