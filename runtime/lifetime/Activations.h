//===- Activations.h - which call of a function made a block ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds out whether a block was freed while the activation that made it still
/// ran. The activation that made a block is the innermost one of an
/// instrumented function at the block's birth (struct AnomallocActivations).
/// The block remembers the depth of that activation and the allocation clock.
/// \code
///   depth 1   main       entered at clock 0
///   depth 2   solve      entered at clock 640    a block: depth 2, clock 700
/// \endcode
/// When the thread that made the block frees it, an activation of depth 2 runs,
/// or none does. An activation that began after the block's birth was entered
/// at clock 700 or later. So if the running one was entered at 640, it is the
/// one that made the block. A block of no size does not move the clock, so of
/// such a block nothing is known.
///
/// An exception or a longjmp that ends in code that is not instrumented leaves
/// entries of activations that are over. The next function that is entered
/// finds them, because their frames are not above its own. It gives them the
/// present clock, so that no block is taken for theirs.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_LIFETIME_ACTIVATIONS_H
#define ANOMALLOC_RUNTIME_LIFETIME_ACTIVATIONS_H

#include "anomalloc/Abi.h"

namespace anomalloc::runtime {

struct Lane;

/// Called when a thread takes the lane. Nothing is known of the thread's
/// activations until beginActivations().
void forgetActivations(Lane &L);

/// Makes room for the lane's activations, which are known from then on. Returns
/// false when there is no memory.
bool beginActivations(Lane &L);

/// The depth of the innermost activation, for a block of \p Size bytes.
/// \p Clock is the clock at the block's birth, the block included. 0 if the
/// depth is not known.
inline uint32_t depthOfBirth(Lane &L, uint64_t Size, uint64_t Clock) {
  AnomallocActivations &A = __anomalloc_activations;
  if (__builtin_expect(!A.Depth, 1))
    return 0;
  if (__builtin_expect(!A.Entered, 0) && !beginActivations(L))
    return 0;
  A.Clock = Clock;
  return Size && A.Depth < ANOMALLOC_ACTIVATION_DEPTHS ? uint32_t(A.Depth) : 0;
}

/// Whether the state of the calling thread's activations is known.
inline bool knowsActivations() { return __anomalloc_activations.Entered; }

/// Whether the activation at \p Depth in which the calling thread made a block
/// at \p Clock still runs. Only if knowsActivations().
inline bool stillRuns(uint32_t Depth, uint64_t Clock) {
  const AnomallocActivations &A = __anomalloc_activations;
  return A.Depth >= Depth && A.Entered[Depth].Clock < Clock;
}

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_LIFETIME_ACTIVATIONS_H
