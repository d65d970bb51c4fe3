//===- LoopDepth.h - loop depth along the deepest call chain ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_SITES_LOOPDEPTH_H
#define ANOMALLOC_ANALYSIS_SITES_LOOPDEPTH_H

#include "Profile/Profile.h"
#include "llvm/ADT/DenseMap.h"

namespace anomalloc {

/// How deep in loops each function is called, over all units of the program.
///
/// The depth of a function is the largest sum of loop depths along any chain of
/// calls that leads to it. Recursion would make this sum endless, so functions
/// that call one another in a cycle count as one function. Of the edges inside
/// the cycle only the deepest counts, and it counts once, for every function of
/// the cycle. So a recursive walk whose call stands in one loop has depth 1,
/// and a plain recursion whose calls stand in no loop has depth 0. The depth
/// tells how many loops surround the call, not how often it runs.
class LoopDepths {
public:
  explicit LoopDepths(const Profile &P);

  /// The effective loop depth of \p S: its own and its function's.
  uint64_t effectiveDepth(const Site &S) const {
    return S.LoopDepth + depthOf(S.FunctionHash);
  }

  /// How deep in loops the function with the hash \p Hash is called.
  uint64_t depthOf(uint64_t Hash) const;

private:
  llvm::DenseMap<uint64_t, uint64_t> ByHash;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_SITES_LOOPDEPTH_H
