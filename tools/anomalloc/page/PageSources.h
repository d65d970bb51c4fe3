//===- PageSources.h - source text in a report page -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGE_PAGESOURCES_H
#define ANOMALLOC_ANOMALLOC_PAGE_PAGESOURCES_H

#include "Page/PageWriter.h"
#include "inputs/AnalysisInputs.h"

namespace anomalloc {

/// Adds the document "sources" ('anomalloc schema sources'): the files with
/// lines to change. It has the text only of files below one of \p Folders,
/// because a profile may name any file, and a page is sent to other people.
void addSources(std::vector<PagePiece> &To, unsigned Run, const AnalyzedRun &R,
                llvm::ArrayRef<std::string> Folders);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGESOURCES_H
