//===- TamePass.h - takes allocations out of a program ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transform of `-mllvm -anomalloc-tame=stack,hoist`
/// (docs/design/transform.md).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_TAMEPASS_H
#define ANOMALLOC_PASS_TAME_TAMEPASS_H

#include "Options.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

/// Runs as `-passes=anomalloc-tame`, and with the option behind the optimizer's
/// passes, before what records. Does nothing without the option.
class TamePass : public llvm::PassInfoMixin<TamePass> {
public:
  explicit TamePass(PassOptions Options) : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);

private:
  PassOptions Options;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_TAMEPASS_H
