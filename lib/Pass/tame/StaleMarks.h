//===- StaleMarks.h - marks that no longer hold -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the optimizer noted of a function while each block was a new one. A
/// block that is used again, or that stands in the frame, makes some of it
/// wrong.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_STALEMARKS_H
#define ANOMALLOC_PASS_TAME_STALEMARKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace anomalloc {

/// Whether \p F says of memory that it never changes again, for which a new
/// block is needed each time (llvm.invariant.start).
bool saysMemoryStays(const llvm::Function &F);

/// Takes away what says that accesses do not alias because of their type,
/// scope or iteration, or that what is loaded stays the same: it was said of
/// one block, and the next one has the same address without a call of the
/// allocator between.
void forgetAliasing(llvm::Function &F);

/// Takes away `tail` where the call may be given an address in the frame of
/// \p F, while the frame is still needed.
void forgetTailCalls(llvm::Function &F);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_STALEMARKS_H
