//===- StackGraphViews.h - the call graph of stacks, drawn ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_STACKS_STACKGRAPHVIEWS_H
#define ANOMALLOC_REPORT_STACKS_STACKGRAPHVIEWS_H

#include "Analysis/stacks/StackGraph.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// Writes where to repair, then the vertices that most allocations pass
/// through:
/// \code
///   Where to repair: 2 functions lead to 81.2 % of the allocations
///     5,365,760  37.0 %  Mesh::operator[](int) const @ mesh.cpp:12
///                        called by local() 60.1 %, reduce() 39.9 %
/// \endcode
void writeTextStackGraph(llvm::raw_ostream &OS, const StackTree &T,
                         const StackGraph &G, const TextStyle &Style);
/// Writes only where to repair, the first part of writeTextStackGraph.
void writeWhereToRepair(llvm::raw_ostream &OS, const StackTree &T,
                        const StackGraph &G, const TextStyle &Style);
/// Writes the graph for Graphviz.
void writeDotStackGraph(llvm::raw_ostream &OS, const StackTree &T,
                        const StackGraph &G);
void writeSvgStackGraph(llvm::raw_ostream &OS, const StackTree &T,
                        const StackGraph &G);
/// Writes JSON as `anomalloc schema callgraph` describes it.
void writeJsonStackGraph(llvm::raw_ostream &OS, const StackTree &T,
                         const StackGraph &G);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_STACKS_STACKGRAPHVIEWS_H
