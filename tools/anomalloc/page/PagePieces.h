//===- PagePieces.h - the documents in a report page ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGE_PAGEPIECES_H
#define ANOMALLOC_ANOMALLOC_PAGE_PAGEPIECES_H

#include "Page/PageWriter.h"
#include "inputs/AnalysisInputs.h"

namespace anomalloc {

/// Adds all documents of \p R, which is run \p Run of the page (the first is
/// 0), to \p To. Names and schemas are listed in docs/html.md.
void addPieces(std::vector<PagePiece> &To, unsigned Run, const AnalyzedRun &R);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGEPIECES_H
