//===- CallerKeepers.h - who leaves Caller as it was ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A site in makers alone asks the thread's Caller for whom it makes a block.
/// So between a maker call and that site, nobody may leave Caller changed. Most
/// functions need not care: who calls makers has set it anew by then. A
/// function either *keeps* Caller, or it may leave 0 ("not known"). Those keep
/// it that are called by what asks, most of all:
///
/// - what is a maker by its name or its file: all units give one answer;
/// - what a library calls back: handlers of signals, comparisons of qsort().
///
/// What asks, or keeps Caller, puts it back behind a call of what may leave 0.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_CALLERKEEPERS_H
#define ANOMALLOC_PASS_MAKERS_CALLERKEEPERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class CallEdges;
class ChainBuilder;

class CallerKeepers {
public:
  CallerKeepers(ChainBuilder &Chains, CallEdges &Edges)
      : Chains(Chains), Edges(Edges) {}

  /// Takes in the calls of \p F.
  void addFunction(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls,
                   bool HasSites, const llvm::TargetLibraryInfo &TLI);

  /// \p F leaves 0, unless it keeps Caller. Known after all functions.
  void leavesZero(llvm::Function &F) { Zeroing.push_back(&F); }

  /// \p F jumps to what may be a maker: that asks for the caller of \p F. Known
  /// before finish().
  void handsOn(llvm::Function &F) { HandingOn.insert(&F); }

  /// Whether \p F leaves Caller as it was when it was called.
  bool keeps(const llvm::Function &F);

  /// Whether \p F may ask for its caller's number, or hands it on.
  bool asks(const llvm::Function &F);

  using CallsByFunction =
      llvm::MapVector<llvm::Function *, llvm::SmallVector<llvm::CallBase *, 4>>;

  /// Calls of functions that ask or keep Caller, behind which it may be 0.
  CallsByFunction finish();

private:
  struct Call {
    llvm::CallBase *Instruction;
    const llvm::Function *Callee; ///< Null: not known in this unit.
  };

  ChainBuilder &Chains;
  CallEdges &Edges;
  bool keepsByName(const llvm::Function &F);

  llvm::DenseMap<const llvm::Function *, bool> Keeps;
  llvm::MapVector<llvm::Function *, llvm::SmallVector<Call, 4>> CallsOf;
  llvm::SmallVector<const llvm::Function *, 32> Zeroing;
  llvm::DenseSet<const llvm::Function *> HandingOn;
  llvm::DenseSet<const llvm::Function *> GivenAway; ///< To libraries.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_CALLERKEEPERS_H
