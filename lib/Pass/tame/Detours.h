//===- Detours.h - a way around a call --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that runs in place of a call, if a condition holds.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_DETOURS_H
#define ANOMALLOC_PASS_TAME_DETOURS_H

#include "llvm/IR/IRBuilder.h"

namespace anomalloc {

/// The product of \p Factors, one or two numbers of 64 bits. With two, and if
/// \p Overflows is given, *Overflows becomes the bit that says that the product
/// is wrong; else it becomes null.
llvm::Value *createProduct(llvm::IRBuilderBase &B,
                           llvm::ArrayRef<llvm::Value *> Factors,
                           llvm::Value **Overflows = nullptr);

/// Replaces the allocation \p Call, or invoke, by \p Block. Nothing is thrown.
void replaceAllocation(llvm::CallBase &Call, llvm::Value &Block);

struct Detour {
  llvm::Instruction *Instead; ///< The end of what runs if the condition holds.
  llvm::PHINode *Result;      ///< Stands for the call's result from here on.
};

/// Lets the allocation \p Call, or invoke, run only if \p Condition, which is
/// computed in front of it, does not hold. If it holds, the result is \p Block.
Detour detourAround(llvm::CallBase &Call, llvm::Value &Condition,
                    llvm::Value &Block, const llvm::Twine &Name);

/// Lets \p Free run only if \p Condition, which is computed in front of it,
/// does not hold. Returns the end of what runs if it holds.
llvm::Instruction *detourAroundFree(llvm::CallInst &Free,
                                    llvm::Value &Condition);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_DETOURS_H
