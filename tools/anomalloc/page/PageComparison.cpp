//===- PageComparison.cpp - the runs of a page, compared ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/PageComparison.h"
#include "Compare/Comparison.h"
#include "Report/diff/DiffViews.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

void addComparison(std::vector<PagePiece> &To, ArrayRef<AnalyzedRun> Runs,
                   ArrayRef<std::string> Labels, const Filter &F) {
  std::vector<Side> Sides;
  for (const auto &[Run, Label] : zip(Runs, Labels))
    Sides.push_back({Label, {Run.Model.get()}});
  CompareOptions Options;
  Options.Filter = F;
  PagePiece New{"diff", 0, ""};
  raw_string_ostream OS(New.Json);
  writeJsonDiff(OS, compareRuns(std::move(Sides), Options), {});
  OS.flush();
  To.push_back(std::move(New));
}

} // namespace anomalloc
