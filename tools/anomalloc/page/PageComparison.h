//===- PageComparison.h - the runs of a page, compared ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGE_PAGECOMPARISON_H
#define ANOMALLOC_ANOMALLOC_PAGE_PAGECOMPARISON_H

#include "Page/PageWriter.h"
#include "inputs/AnalysisInputs.h"

namespace anomalloc {

/// Adds the document "diff" ('anomalloc schema diff') to the first run. It
/// compares all other runs with the first one. \p Labels are the names of the
/// runs. There must be at least two runs.
void addComparison(std::vector<PagePiece> &To, llvm::ArrayRef<AnalyzedRun> Runs,
                   llvm::ArrayRef<std::string> Labels, const Filter &F);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGECOMPARISON_H
