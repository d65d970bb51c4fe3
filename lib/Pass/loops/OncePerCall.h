//===- OncePerCall.h - what runs once per call of its function --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of functions are not counted. But the count of a site that runs
/// exactly once in each call that returns is the number of these calls, and so
/// is the number of entries of a loop that each such call enters exactly once:
/// \code
///   Row *makeRow(int N) {          void fill(Row **Rows, int N) {
///     if (N < 0)                     do                      // once
///       N = 0;                         *Rows++ = makeRow(N);
///     return new Row(N); // once     while (--N);
///   }                              }
/// \endcode
/// That is told only of a function that is nowhere inlined: copies of its body
/// in other functions would be calls, too.
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

/// The functions of a module whose body stands in one place: each call in the
/// source is one of the function, or the optimizer removed it.
class WholeFunctions {
public:
  /// Looks at \p M as it is now: after the last inlining, before recording.
  explicit WholeFunctions(const llvm::Module &M);

  bool contains(const llvm::Function &F) const;

private:
  llvm::StringSet<> Inlined; ///< Linkage names; copies of them have a trace.
  llvm::StringMap<unsigned> Bodies; ///< Functions of one linkage name.
};

/// Marks the rows of \p F's sites and counted loops that run once per call.
/// \p Rows are those of \p Sites. Must run while \p DT is true.
void markOncePerCall(const llvm::Function &F, llvm::ArrayRef<FoundSite> Sites,
                     llvm::ArrayRef<unsigned> Rows, LoopRows &Loops,
                     const llvm::DominatorTree &DT, UnitTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_ONCEPERCALL_H
