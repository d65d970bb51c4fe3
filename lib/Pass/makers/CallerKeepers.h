//===- CallerKeepers.h - who leaves Caller as it was ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The thread's Caller (anomalloc/Abi.h) names the maker call in progress. A
/// site in makers alone asks Caller for which maker call its block is made. So
/// Caller must be at the site what it was at the maker call. A function either
/// *keeps* Caller, or it may leave 0 ("not known") in it. Most functions need
/// not keep Caller: a function that calls makers sets Caller anew for each such
/// call. Only the following functions keep Caller, mostly because functions
/// that ask for Caller call them:
///
/// - makers by their name or their file: all units give one answer on these;
/// - functions that a library calls back: handlers of signals, comparisons of
///   qsort().
///
/// A function that asks for Caller, or keeps it, puts Caller back behind each
/// call that may leave 0.
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

  /// Adds the calls that \p F makes.
  void addFunction(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls,
                   bool HasSites, const llvm::TargetLibraryInfo &TLI);

  /// Notes that \p F may leave 0 in Caller, unless keeps() is true for \p F.
  /// The answer of keeps() is known only after all functions have been added.
  void leavesZero(llvm::Function &F) { Zeroing.push_back(&F); }

  /// Notes that \p F jumps to a function that may be a maker, and that this
  /// function asks for the caller of \p F. Must be called before finish().
  void handsOn(llvm::Function &F) { HandingOn.insert(&F); }

  /// Whether, when \p F returns, Caller is what it was when \p F was called.
  bool keeps(const llvm::Function &F);

  /// Whether \p F may ask Caller for the maker call that \p F runs in, or hands
  /// Caller on to a function that \p F jumps to.
  bool asks(const llvm::Function &F);

  using CallsByFunction =
      llvm::MapVector<llvm::Function *, llvm::SmallVector<llvm::CallBase *, 4>>;

  /// For each function that asks for Caller or keeps it: the calls behind which
  /// Caller may be 0.
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
