//===- RemovableCall.h - allocations that may be left out -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which calls the language lets a compiler leave out: those of new-expressions
/// ([expr.new]/10 of C++; Clang marks them "builtin", and those of
/// std::allocator), and malloc and its like.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_REMOVABLECALL_H
#define ANOMALLOC_PASS_TAME_REMOVABLECALL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Alignment.h"
#include <optional>

namespace llvm {
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

struct FoundSite;

/// A call that makes a block and may be left out, if somebody else provides the
/// memory.
struct RemovableCall {
  bool IsZeroed = false;       ///< The block's bytes are zero at first.
  llvm::Align Alignment;       ///< That the program may rely on.
  llvm::StringRef Free;        ///< The function that takes such a block back.
  bool TakesAlignment = false; ///< Free is told the alignment that was asked,
  uint64_t Asked = 0;          ///< in bytes. 0: none was.

  /// Gives \p Block, which is not null, back to the allocator.
  void createFree(llvm::IRBuilderBase &B, llvm::Value *Block) const;
};

/// None: the call of \p Site must stay.
std::optional<RemovableCall> removableCall(const FoundSite &Site,
                                           const llvm::TargetLibraryInfo &TLI);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_REMOVABLECALL_H
