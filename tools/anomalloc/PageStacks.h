//===- PageStacks.h - stacks, threads and time for a page -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_PAGESTACKS_H
#define ANOMALLOC_ANOMALLOC_PAGESTACKS_H

#include "Page/PageWriter.h"
#include "Profile/Profile.h"

namespace anomalloc {

/// Adds those of "stacks", "callgraph-...", "threads" and "timeline" that the
/// profile has. They are of the whole profile: no filter applies. \p P was read
/// with its lanes, and symbolized. \p Path: the one file that \p P was read
/// from;
/// "": there are several, and no timeline.
void addStackPieces(std::vector<PagePiece> &To, unsigned Run, const Profile &P,
                    llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_PAGESTACKS_H
