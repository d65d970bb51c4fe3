//===- Accesses.h - what an instruction reads and writes --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_ACCESSES_H
#define ANOMALLOC_PASS_ACCESS_ACCESSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include <optional>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace anomalloc {

/// One access to memory that may be a block of the heap.
struct BlockAccess {
  llvm::Instruction *By;
  llvm::Instruction *Before; ///< In front of it, the access is counted.
  llvm::Value *Pointer;
  uint64_t Size; ///< Bytes.
  llvm::Align Alignment;
  bool IsWrite;
};

/// Adds the accesses of \p I to \p Out: none if \p I accesses no memory, or
/// only variables, or is code that we inserted. An atomic operation may read
/// and write. A call is no access, but for arguments that it passes by value.
void findAccesses(llvm::Instruction &I,
                  llvm::SmallVectorImpl<BlockAccess> &Out);

/// An access by the lanes of a vector whose bits are set in Mask.
struct MaskedAccess {
  llvm::Value *Pointers; ///< A vector of pointers, or the first lane's.
  llvm::Value *Mask;
  unsigned Lanes;
  uint64_t LaneSize; ///< Bytes.
  bool IsWrite;
  /// Only lanes whose bits are set have a place in memory, side by side.
  bool IsCompact;
};

/// The access of \p I, if it is one of LLVM's masked intrinsics, and may access
/// a block of the heap.
std::optional<MaskedAccess> findMaskedAccess(const llvm::Instruction &I);

/// Whether \p I is a call that may make or free blocks, or may wait for another
/// thread that does, or does so itself.
bool mayMeetAllocation(const llvm::Instruction &I);

/// Whether \p Pointer leads to a variable, on the stack or not, or to no memory
/// of the process (x86: segments).
bool isOfVariable(const llvm::Value *Pointer);

/// Whether \p I calls memcmp(3) or bcmp(3), of which the code generator may
/// make accesses of its own.
bool isComparison(const llvm::Instruction &I);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_ACCESSES_H
