//===- CallEdges.h - who calls whom, how deep in loops ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The unit's part of the program's call graph, from which the reader computes
/// effective loop depths. Only what can lie on a way to a site of this unit or
/// of another one is kept.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_CALLS_CALLEDGES_H
#define ANOMALLOC_PASS_CALLS_CALLEDGES_H

#include "sites/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class LoopRows;
class SourceLoops;

/// Tells the functions that \p Call calls directly, by whatever name, and those
/// that it is given: they count as called.
void forEachCallee(const llvm::CallBase &Call,
                   llvm::function_ref<void(const llvm::Function &)> Tell);

/// Whether code of \p F other than this unit's may run: then what it does is
/// not known here.
bool leadsOut(const llvm::Function &F);

class CallEdges {
public:
  /// Takes in the calls of \p F. \p GetLoops is asked only if one matters.
  void addFunction(const llvm::Function &F,
                   llvm::ArrayRef<llvm::CallBase *> Calls, bool HasSites,
                   llvm::function_ref<LoopRows &()> GetLoops,
                   const llvm::TargetLibraryInfo &TLI);

  /// Puts the edges that matter into \p Table, and makes \p Loops count the
  /// iterations around their calls. A function that pointers may lead to is
  /// also called by somebody who is not known. An alias of \p M calls the
  /// function that it names: a constructor is defined by one of its names
  /// (C2), and called by the other (C1) where it is only declared.
  void finish(const llvm::Module &M, UnitTable &Table,
              SourceLoops &Loops) const;

  /// Whether a call of it can lie on a way to a site, as far as its declaration
  /// tells.
  bool matters(const llvm::Function &Callee,
               const llvm::TargetLibraryInfo &TLI);

private:
  /// And the row of the innermost loop around the call, plus one; 0: none.
  using Callee = std::pair<const llvm::Function *, unsigned>;
  using Callees = llvm::SmallSetVector<Callee, 4>;

  llvm::DenseSet<const llvm::Function *> functionsThatReachSites() const;

  llvm::DenseMap<const llvm::Function *, bool> Known;
  llvm::MapVector<const llvm::Function *, Callees> Edges;
  llvm::DenseSet<const llvm::Function *> WithSites;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_CALLS_CALLEDGES_H
