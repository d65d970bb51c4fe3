//===- Compat.h - the seams between LLVM 19 and 23 --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that differs between the majors of LLVM that we build for. No
/// other file of lib/Pass looks at LLVM_VERSION_MAJOR.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_COMPAT_H
#define ANOMALLOC_PASS_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

// The header moved in LLVM 22.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace anomalloc {
namespace compat {

/// Lets \p Add add passes as the last ones of the optimizer. From LLVM 20 on,
/// LLVM also gives a ThinOrFullLTOPhase; \p Add does not see it.
template <typename AddPasses>
void registerOptimizerLast(llvm::PassBuilder &PB, AddPasses Add) {
  PB.registerOptimizerLastEPCallback(
      [Add](llvm::ModulePassManager &MPM, auto &&...) { Add(MPM); });
}

template <typename AddPasses>
void registerFullLinkTimeOptimizationLast(llvm::PassBuilder &PB,
                                          AddPasses Add) {
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [Add](llvm::ModulePassManager &MPM, auto &&...) { Add(MPM); });
}

template <typename AddPasses>
void registerFullLinkTimeOptimizationEarly(llvm::PassBuilder &PB,
                                           AddPasses Add) {
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [Add](llvm::ModulePassManager &MPM, auto &&...) { Add(MPM); });
}

/// Lets \p Add add passes early in the pipeline. From LLVM 20 on, LLVM also
/// gives a ThinOrFullLTOPhase; \p Add does not see it.
template <typename AddPasses>
void registerEarlySimplification(llvm::PassBuilder &PB, AddPasses Add) {
  PB.registerPipelineEarlySimplificationEPCallback(
      [Add](llvm::ModulePassManager &MPM, auto &&...) { Add(MPM); });
}

template <typename AddPasses>
void registerPipelineStart(llvm::PassBuilder &PB, AddPasses Add) {
  PB.registerPipelineStartEPCallback(
      [Add](llvm::ModulePassManager &MPM, auto &&...) { Add(MPM); });
}

/// Whether, on x86-64, a function that returns an object in memory may end in a
/// jump to another function.
inline constexpr bool JumpsReturnObjects = LLVM_VERSION_MAJOR > 19;

/// The target triple of \p M. The module keeps a string up to LLVM 20, and a
/// Triple from LLVM 21 on.
inline llvm::Triple targetTriple(const llvm::Module &M) {
  return llvm::Triple(M.getTargetTriple());
}

/// Calls Visit(const DILocalVariable *, const DILocation *) for each debug
/// variable whose value, without any expression, is \p V. Debug intrinsics
/// became records in LLVM 19 and are gone in LLVM 22.
template <typename Visitor>
void forEachDebugVariable(llvm::Value *V, Visitor Visit) {
  llvm::SmallVector<llvm::DbgVariableRecord *, 4> Records;
#if LLVM_VERSION_MAJOR < 22
  llvm::SmallVector<llvm::DbgValueInst *, 4> Values;
  llvm::findDbgValues(Values, V, &Records);
  for (llvm::DbgValueInst *Value : Values)
    if (Value->getExpression()->getNumElements() == 0)
      Visit(Value->getVariable(), Value->getDebugLoc().get());
#else
  llvm::findDbgValues(V, Records);
#endif
  for (llvm::DbgVariableRecord *Record : Records)
    if (Record->getExpression()->getNumElements() == 0)
      Visit(Record->getVariable(), Record->getDebugLoc().get());
}

/// Marks the begin of the life of \p Variable, which has \p Bytes bytes. The
/// size is no argument any more from LLVM 22 on.
inline void createLifetimeStart(llvm::IRBuilderBase &B,
                                llvm::AllocaInst &Variable,
                                [[maybe_unused]] uint64_t Bytes) {
#if LLVM_VERSION_MAJOR < 22
  B.CreateLifetimeStart(&Variable, B.getInt64(Bytes));
#else
  B.CreateLifetimeStart(&Variable);
#endif
}

/// Marks the end of it.
inline void createLifetimeEnd(llvm::IRBuilderBase &B,
                              llvm::AllocaInst &Variable,
                              [[maybe_unused]] uint64_t Bytes) {
#if LLVM_VERSION_MAJOR < 22
  B.CreateLifetimeEnd(&Variable, B.getInt64(Bytes));
#else
  B.CreateLifetimeEnd(&Variable);
#endif
}

/// An SCEVExpander with the same constructor for all majors. Up to LLVM 21,
/// SCEVExpander itself also takes the data layout, which ScalarEvolution knows.
class Expander : public llvm::SCEVExpander {
public:
  Expander(llvm::ScalarEvolution &SE, const char *Name)
#if LLVM_VERSION_MAJOR < 22
      : SCEVExpander(SE, SE.getDataLayout(), Name){}
#else
      : SCEVExpander(SE, Name) {
  }
#endif
};

} // namespace compat
} // namespace anomalloc

#endif // ANOMALLOC_PASS_COMPAT_H
