//===- PageStacks.h - stacks, threads and time for a page -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGE_PAGESTACKS_H
#define ANOMALLOC_ANOMALLOC_PAGE_PAGESTACKS_H

#include "Analysis/filter/Filter.h"
#include "Page/PageWriter.h"

namespace anomalloc {

/// Adds the documents "stacks", "callgraph-...", "threads" and "timeline", as
/// far as the profile has their data. Removes everything from \p P that \p F
/// does not let pass. If \p F chooses a part of the run, there is no timeline.
/// If \p F chooses threads, the document "threads" is left out. \p P must be
/// symbolized, and read with its lanes. \p Path is the file that \p P was read
/// from. It is "" if there were several files; then there is no timeline.
void addStackPieces(std::vector<PagePiece> &To, unsigned Run, Profile &P,
                    const Filter &F, llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGESTACKS_H
