//===- OncePerCall.h - what runs once per call of its function --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of functions are not counted. But two counts may tell the number of
/// calls that return: the count of a site that runs exactly once in each such
/// call, and the entries of a loop that each such call enters exactly once:
/// \code
///   Row *makeRow(int N) {          void fill(Row **Rows, int N) {
///     if (N < 0)                     do                      // once
///       N = 0;                         *Rows++ = makeRow(N);
///     return new Row(N); // once     while (--N);
///   }                              }
/// \endcode
/// A function that is inlined anywhere is left out: each run of a copy of its
/// body in another function is a call, too, but is counted in that function.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_ONCEPERCALL_H
#define ANOMALLOC_PASS_LOOPS_ONCEPERCALL_H

#include "sites/SiteFinder.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class DominatorTree;
class Module;
} // namespace llvm

namespace anomalloc {

struct LoopCounter;
class LoopRows;
class UnitTable;

/// The functions of a module whose body exists only once. Each call in the
/// source is a call of that one body, unless the optimizer removed the call.
class WholeFunctions {
public:
  /// Looks at the bodies in \p M. Must be called after the last inlining and
  /// before recording.
  explicit WholeFunctions(const llvm::Module &M);

  bool contains(const llvm::Function &F) const;

private:
  llvm::StringSet<> Inlined;        ///< Linkage names, from debug locations.
  llvm::StringMap<unsigned> Bodies; ///< How many, by linkage name.
};

/// Marks the rows of the sites and of the counted loops of \p F that run once
/// per call. \p Rows has the row of each of \p Sites. Must run while \p DT is
/// valid.
void markOncePerCall(const llvm::Function &F, llvm::ArrayRef<FoundSite> Sites,
                     llvm::ArrayRef<unsigned> Rows, LoopRows &Loops,
                     const llvm::DominatorTree &DT, UnitTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_ONCEPERCALL_H
