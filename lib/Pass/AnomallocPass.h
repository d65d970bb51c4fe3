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

/// Whether the pass counts in the code of \p M. The code must not be for an
/// accelerator, and size_t must have 64 bits, as in AllocFunctions.def.
bool isForOurTarget(const llvm::Module &M);

/// `-passes=anomalloc`, and the last pass of the optimizer at every level. A
/// function that was instrumented before (when it was compiled for link-time
/// optimization) is left alone.
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
