//===- AccessPass.h - has a module count its accesses -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ACCESS_ACCESSPASS_H
#define ANOMALLOC_PASS_ACCESS_ACCESSPASS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

/// Has each of \p Functions, of \p M, count what it reads and writes of blocks,
/// when the mode access runs. A function that may have no second body is left
/// as it is. Runs after all else was inserted. Returns whether \p M changed.
bool countAccesses(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Functions,
                   llvm::FunctionAnalysisManager &FAM);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ACCESS_ACCESSPASS_H
