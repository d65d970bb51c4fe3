//===- SectionsPass.h - makes named functions phases ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-passes=anomalloc-sections`, which also runs at the start of the pipeline:
/// makes sections without a change of the source (see SectionPatterns.h). A
/// function may be a phase wherever it is called:
/// \code
///   define void @solve() {
///     call void @__anomalloc_phase_begin(ptr @.str)     ; "solve"
///     ...
///     call void @__anomalloc_phase_end()
///     ret void                                          ; or resume
/// \endcode
/// Or a single call may be a phase. Then it goes through a wrapper:
/// \code
///   call void @_ZL5splitv.anomalloc.phase()             ; in main
///   define internal void @_ZL5splitv.anomalloc.phase() alwaysinline {
///     ... as above, around ...
///     call void @_ZL5splitv()
/// \endcode
/// No phases are made of coroutines (a ramp returns when it first suspends), of
/// calls with variable arguments, and of musttail calls. A phase goes on if
/// longjmp leaves it, or if its thread ends in it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SECTIONS_SECTIONSPASS_H
#define ANOMALLOC_PASS_SECTIONS_SECTIONSPASS_H

#include "Options.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

class SectionsPass : public llvm::PassInfoMixin<SectionsPass> {
public:
  explicit SectionsPass(PassOptions Options) : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  PassOptions Options;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SECTIONS_SECTIONSPASS_H
