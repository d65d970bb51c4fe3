//===- KeptPlan.h - a block that a loop can use again -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which blocks a loop makes and frees, so that what was freed can serve the
/// next iteration.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_KEPTPLAN_H
#define ANOMALLOC_PASS_TAME_KEPTPLAN_H

#include "tame/RemovableCall.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace anomalloc {

class EscapeFinder;
struct MeasuredSite;

/// A block that is not given back to the allocator as long as a loop runs.
struct KeptPlan {
  llvm::CallBase *Call = nullptr;
  RemovableCall What;
  unsigned SizeArgument = 0;
  llvm::SmallVector<llvm::Value *, 2> Factors; ///< Their product is the size.
  bool SameSize = false;                       ///< As long as the loop runs.
  bool IsKnown = false;               ///< All that may free the block is known.
  uint64_t Least = 0;                 ///< Bytes that each block has,
  std::optional<uint64_t> Bound;      ///< and the most that one has, if known.
  const llvm::Loop *Around = nullptr; ///< The outermost loop.
  unsigned Depth = 0;                 ///< Of loops around the call.
  /// A larger block is not kept, in bytes. keepLess() sets it.
  uint64_t Most = 0;
  /// Where the loop was left.
  llvm::SmallVector<llvm::BasicBlock *, 4> Exits;
  /// Calls in the loop that free what the call returned last,
  llvm::SmallVector<llvm::CallInst *, 2> Exact;
  /// and those that do so if the address is that of the last block.
  llvm::SmallVector<llvm::CallInst *, 2> Compared;
  /// Calls that free the block and say a size, which may be too small now.
  llvm::SmallVector<llvm::CallInst *, 2> Sized;
  /// Calls in the loop that may leave the function by an exception.
  llvm::SmallVector<llvm::CallInst *, 8> Throwing;
  const MeasuredSite *Measured = nullptr; ///< Null: no profile knows the site.
};

/// None: the block of \p Site is not kept. \p Gone are calls that are dealt
/// with already.
std::optional<KeptPlan>
planKept(const FoundSite &Site, const RemovableCall &What,
         const llvm::LoopInfo &Loops, llvm::ScalarEvolution *SE,
         EscapeFinder &Escapes, const llvm::TargetLibraryInfo &Library,
         const llvm::DenseSet<const llvm::CallBase *> &Gone);

/// Whether \p Free cannot be left out.
bool mustStay(const llvm::CallBase &Free);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_KEPTPLAN_H
