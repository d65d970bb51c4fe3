//===- AnomallocPass.h - finds sites and inserts the recording --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_ANOMALLOCPASS_H
#define ANOMALLOC_PASS_ANOMALLOCPASS_H

#include "Options.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

/// Whether the pass counts in the code of \p M. It does so if the code is not
/// for an accelerator, and if size_t has 64 bits, as in AllocFunctions.def.
bool isForOurTarget(const llvm::Module &M);

/// Finds the sites of a module, and inserts the code that counts. Runs as
/// `-passes=anomalloc`, and as the last pass of the optimizer at every level.
/// Leaves alone a function that was instrumented before (when it was compiled
/// for link-time optimization).
class AnomallocPass : public llvm::PassInfoMixin<AnomallocPass> {
public:
  explicit AnomallocPass(PassOptions Options) : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  PassOptions Options;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_ANOMALLOCPASS_H
