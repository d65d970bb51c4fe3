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

/// Adds those of "stacks", "callgraph-...", "threads" and "timeline" that the
/// profile has, of what \p F lets pass; all else is taken out of \p P. There is
/// no timeline of a part of a run, and threads that a filter chose are not
/// compared. \p P was read with its lanes, and symbolized. \p Path: the one
/// file that \p P was read from; "": there are several, and no timeline.
void addStackPieces(std::vector<PagePiece> &To, unsigned Run, Profile &P,
                    const Filter &F, llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGE_PAGESTACKS_H
