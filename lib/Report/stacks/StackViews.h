//===- StackViews.h - calling stacks as text and JSON -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_STACKS_STACKVIEWS_H
#define ANOMALLOC_REPORT_STACKS_STACKVIEWS_H

#include "Analysis/stacks/StackTree.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// Writes a list of stack trace types like Listing 1 of Gomes et al. 2019:
/// \code
///   Number of stack trace types: 14
///   Stack trace type 1/14: 256 occurrences, 3.0 KiB, 24.1 %
///   [0] Element::allocNodes(...) @ .../include/element.h:288
///   [1] main @ .../src/main.cpp:81
/// \endcode
void writeStackList(llvm::raw_ostream &OS, const StackTree &T,
                    const TextStyle &Style);

/// Writes a tree with each caller above the functions that it calls. With
/// \p BottomUp, each function stands above its callers:
/// \code
///   14,487,063  100 %  main @ .../main.cpp:81
///    5,365,760   37 %    Mesh::operator[](...) @ .../mesh.h:30
/// \endcode
void writeStackTree(llvm::raw_ostream &OS, const StackTree &T, bool BottomUp,
                    const TextStyle &Style);

/// Writes JSON as `anomalloc schema stacks` describes it.
void writeJsonStacks(llvm::raw_ostream &OS, const StackTree &T);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_STACKS_STACKVIEWS_H
