//===- LibraryCalls.h - who calls out-of-line library code ---- -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A site in an out-of-line library function (std::vector's _M_realloc_insert)
/// has no user frame in its chain. Instead, the lines are recorded that call
/// this function, directly or through other functions of that kind:
/// \code
///   user's f() at a.cpp:7 -> std::vector<int>::_M_realloc_insert -> the site
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LIBRARYCALLS_H
#define ANOMALLOC_PASS_LIBRARYCALLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace llvm {
class CallBase;
class DILocation;
class Function;
class LoopInfo;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;
class TellingFunctions;
class UnitTable;

class LibraryCalls {
public:
  explicit LibraryCalls(ChainBuilder &Chains) : Chains(Chains) {}

  /// Takes in the calls of \p F. \p GetLoops is asked only if one of them calls
  /// a library function.
  void addFunction(const llvm::Function &F,
                   llvm::ArrayRef<llvm::CallBase *> Calls, bool HasSites,
                   llvm::function_ref<llvm::LoopInfo &()> GetLoops);

  /// Puts the calls that lead to sites into \p Table, and their functions into
  /// \p Telling.
  void finish(UnitTable &Table, TellingFunctions &Telling);

private:
  struct Call {
    const llvm::Function *Caller;
    const llvm::DILocation *Location;
    unsigned LoopDepth;
  };

  bool isLibrary(const llvm::Function &F);

  ChainBuilder &Chains;
  llvm::DenseMap<const llvm::Function *, bool> Known;
  llvm::DenseMap<const llvm::Function *, std::vector<Call>> CallsOf;
  /// Library functions that hold sites, then those that call one of them.
  llvm::SetVector<const llvm::Function *> Leading;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LIBRARYCALLS_H
