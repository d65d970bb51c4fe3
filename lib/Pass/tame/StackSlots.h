//===- StackSlots.h - blocks that stand in the frame ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts blocks that are freed before their function ends into its frame. From
///
/// \code
///   %p = call ptr @_Znwm(i64 %n)      ; at most 64 bytes, says the plan
///   ...
///   call void @_ZdlPv(ptr %p)
///   call void @_ZdlPv(ptr %q)         ; %p, or something else
/// \endcode
///
/// becomes
///
/// \code
/// entry:
///   %slot = alloca [64 x i8], align 16
///   ...
///   call void @llvm.lifetime.start(ptr %slot)
///   ...                               ; %slot stands for %p
///   call void @llvm.lifetime.end(ptr %slot)
///   %is.slot = icmp eq ptr %q, %slot
///   br i1 %is.slot, label %done, label %free
/// free:
///   call void @_ZdlPv(ptr %q)
/// \endcode
///
/// Where the size may be larger than the slot, the heap serves those blocks:
/// %p is "size <= 64 ? slot : heap", and each free compares.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_STACKSLOTS_H
#define ANOMALLOC_PASS_TAME_STACKSLOTS_H

#include "tame/RemovableCall.h"
#include "llvm/ADT/SmallVector.h"

namespace anomalloc {

struct MeasuredSite;

/// A block that becomes a slot of the frame.
struct SlotPlan {
  llvm::CallBase *Call = nullptr;
  RemovableCall What;
  uint64_t Bytes = 0;       ///< Of the slot.
  bool MayBeLarger = false; ///< The size is compared when the program runs.
  unsigned Number = 0;      ///< Among those of the function.
  unsigned LoopDepth = 0;   ///< Of loops around the call.
  llvm::SmallVector<llvm::Value *, 2> Factors;  ///< Their product is the size.
  llvm::SmallVector<llvm::CallBase *, 2> Frees; ///< All that may free it.
  const MeasuredSite *Measured = nullptr; ///< Null: no profile knows the site.
};

/// Carries out \p Plans, which are all of \p F. Leaves blocks that no path
/// leads to.
void makeSlots(llvm::Function &F, llvm::ArrayRef<SlotPlan> Plans);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_STACKSLOTS_H
