//===- SizeOfCall.h - the size of the block that a call makes ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_VERDICTS_SIZEOFCALL_H
#define ANOMALLOC_PASS_VERDICTS_SIZEOFCALL_H

#include "sites/UserFunctions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace llvm {
class CallBase;
class Function;
class Loop;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace anomalloc {

/// The size of the block that one call makes, and the block's alignment.
class SizeOfCall {
public:
  /// \p Size: the arguments that tell the size. \p SE may be null: the function
  /// has no loops.
  SizeOfCall(const llvm::CallBase &Call, std::optional<SizeArguments> Size,
             llvm::ScalarEvolution *SE);

  /// Whether all arguments of the call that are numbers are the same in each
  /// iteration of \p L.
  bool isInvariantIn(const llvm::Loop &L) const;

  /// Whether a variable of the stack can have the block's alignment.
  bool hasUsualAlignment() const;

  /// The largest size in bytes. None if it is not known, or 4 GiB or more.
  std::optional<uint64_t> bound() const;

  /// A number of bytes that no size is below.
  uint64_t least() const;

  /// The numbers whose product is the size, one or two. Empty: not known.
  llvm::ArrayRef<llvm::Value *> factors() const { return Arguments; }

private:
  void add(unsigned Number);

  const llvm::CallBase &Call;
  llvm::ScalarEvolution *SE;
  llvm::SmallVector<llvm::Value *, 2> Arguments; ///< That the size is made of,
  llvm::SmallVector<unsigned, 2> Numbers;        ///< and their numbers.
};

/// Null if \p F has no loops, or was not optimized.
llvm::ScalarEvolution *evolutionOf(llvm::Function &F,
                                   llvm::FunctionAnalysisManager &FAM);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_VERDICTS_SIZEOFCALL_H
