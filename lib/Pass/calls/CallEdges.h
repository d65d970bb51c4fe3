//===- CallEdges.h - who calls whom, how deep in loops ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The unit's part of the program's call graph. The reader computes effective
/// loop depths from it. Only calls are kept that can lead to a site, be the
/// site in this unit or in another one.
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

/// Calls \p Tell with each function that \p Call calls directly, by its name or
/// by an alias. Does so with each function that is an argument of \p Call, too:
/// such a function counts as called.
void forEachCallee(const llvm::CallBase &Call,
                   llvm::function_ref<void(const llvm::Function &)> Tell);

/// Whether a call of \p F may run code that is not this unit's. What that code
/// does is not known in this unit.
bool leadsOut(const llvm::Function &F);

class CallEdges {
public:
  enum class Sites {
    None,
    InLoops, ///< Each site stands in a loop of its function.
    InNoLoop ///< At least one does not.
  };

  /// Adds the calls that \p F makes. \p Its tells which sites \p F has. Calls
  /// \p GetLoops only if matters() is true for one of the callees.
  void addFunction(const llvm::Function &F,
                   llvm::ArrayRef<llvm::CallBase *> Calls, Sites Its,
                   llvm::function_ref<LoopRows &()> GetLoops,
                   const llvm::TargetLibraryInfo &TLI);

  /// Puts the edges that may lead to sites into \p Table. Makes \p Loops count
  /// the iterations of those loops around calls that a site may need
  /// (docs/design/iterations.md). A function that pointers may lead to also
  /// gets an edge from an unknown caller. Each alias of \p M gets an edge to the function that it names. One
  /// case is a constructor, which has two names: the unit that defines it uses
  /// the one (C2), but units that only declare it call it by the other (C1).
  void finish(const llvm::Module &M, UnitTable &Table,
              SourceLoops &Loops) const;

  /// Whether a call of \p Callee can lie on a way to a site, as far as the
  /// declaration of \p Callee tells.
  bool matters(const llvm::Function &Callee,
               const llvm::TargetLibraryInfo &TLI);

private:
  /// The callee, and the row of the innermost loop around the call, plus one; 0
  /// means that there is no loop.
  using Callee = std::pair<const llvm::Function *, unsigned>;
  using Callees = llvm::SmallSetVector<Callee, 4>;

  using Functions = llvm::DenseSet<const llvm::Function *>;

  /// \p Ends, functions of other units, and all whose calls lead to one of
  /// these; with \p InNoLoop, by calls that stand in no loop. Without \p But, and
  /// what leads there by them alone.
  Functions
  functionsThatLeadTo(llvm::SmallVector<const llvm::Function *, 32> Ends,
                      bool InNoLoop, const Functions &But) const;
  Functions functionsWithoutLoops(const llvm::Module &M) const;

  llvm::DenseMap<const llvm::Function *, bool> Known;
  llvm::MapVector<const llvm::Function *, Callees> Edges;
  llvm::DenseMap<const llvm::Function *, Sites> SitesOf; ///< Where there are.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_CALLS_CALLEDGES_H
