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

/// Adds "diff", docs/diff.schema.json, to the first run: all others beside it.
/// \p Labels: what each is called. At least two.
void addComparison(std::vector<PagePiece> &To, llvm::ArrayRef<AnalyzedRun> Runs,
                   llvm::ArrayRef<std::string> Labels, const Filter &F);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGECOMPARISON_H
