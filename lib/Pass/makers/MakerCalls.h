//===- MakerCalls.h - who calls makers --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A site in an out-of-line maker (a constructor, std::vector's
/// _M_realloc_insert) has no line to change in its chain. Instead, the calls
/// that lead to the site are recorded:
/// \code
///   user's f() at a.cpp:7 -> std::vector<int>::_M_realloc_insert -> the site
/// \endcode
/// A call whose chain has a frame that is no maker's is a *maker call*: it
/// counts the blocks that are made in it. A call by makers alone leaves the
/// maker call of its caller in progress.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_MAKERCALLS_H
#define ANOMALLOC_PASS_MAKERS_MAKERCALLS_H

#include "sites/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class DILocation;
class Function;
class LoopInfo;
class TargetLibraryInfo;
} // namespace llvm

namespace anomalloc {

class CallEdges;
class ChainBuilder;
class SourceNames;
class TellingFunctions;
struct FoundSite;

/// A call that counts.
struct CountedCall {
  llvm::CallBase *Call;
  unsigned Slot;   ///< The first of its two slots.
  unsigned Number; ///< Its index among the unit's maker calls that count.
  bool IsInLoop;
  bool MayBeChain; ///< May be in a chain of jumps (Jumps.h).
};

class MakerCalls {
public:
  /// With \p Count false, calls are recorded, and none counts.
  MakerCalls(ChainBuilder &Chains, CallEdges &Edges, SourceNames &Names,
             bool Count)
      : Chains(Chains), Edges(Edges), Names(Names), Count(Count) {}

  /// Adds the calls that \p F makes. \p HoldsMakerSites tells whether one of
  /// its sites is in makers alone. \p GetLoops is called only if one of the
  /// calls may be a call of a maker.
  void addFunction(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls,
                   llvm::ArrayRef<FoundSite> Sites, bool HoldsMakerSites,
                   llvm::function_ref<llvm::LoopInfo &()> GetLoops,
                   const llvm::TargetLibraryInfo &TLI);

  using CountedCalls =
      llvm::MapVector<llvm::Function *, llvm::SmallVector<CountedCall, 4>>;

  using CallVerdicts = llvm::DenseMap<const llvm::CallBase *, BlockVerdict>;

  /// Puts the calls that lead to sites into \p Table, with what \p Verdicts
  /// say of them. If such a call is one of a library function whose body is in
  /// this unit, adds the function that makes the call to \p Telling. Returns
  /// the calls that count.
  CountedCalls finish(UnitTable &Table, TellingFunctions &Telling,
                      const CallVerdicts &Verdicts);

  /// Whether blocks that are made in \p Call may be made for the function that
  /// holds the call. As far as the function that is called tells.
  bool mayMake(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);

  /// Whether \p F leaves by a jump to a function that may be a maker, and the
  /// jump does not count. Answers by the calls that were added so far.
  bool jumpsToMaker(const llvm::Function &F) const {
    return HandsOn.lookup(&F);
  }

  /// Whether \p Call may lead to sites in makers alone, and does not count. The
  /// blocks of these sites are made for the caller of the function that holds
  /// \p Call. Known after finish().
  bool asksForCaller(const llvm::CallBase &Call) const {
    return Asking.contains(&Call);
  }

private:
  struct Call {
    llvm::CallBase *Instruction;
    const llvm::Function *Callee; ///< Null: a pointer is called.
    unsigned LoopDepth;
    bool MayBeChain;
  };
  enum class Answer { No, Maybe, Yes };

  Answer asksMaker(const llvm::CallBase &Call, const llvm::Function *Callee,
                   const llvm::TargetLibraryInfo &TLI);
  /// Whether \p F leaves by a jump to a function that may be a maker. If so,
  /// the line to change for the blocks of that maker is the line that called
  /// \p F.
  bool handsCallerOn(const llvm::Function &F,
                     const llvm::TargetLibraryInfo &TLI);
  bool isOpen(const Call &C) const;
  bool leadsToSites(const Call &C) const;
  void findLeading();

  ChainBuilder &Chains;
  CallEdges &Edges;
  SourceNames &Names;
  bool Count;
  llvm::MapVector<llvm::Function *, llvm::SmallVector<Call, 4>> CallsOf;
  /// Makers of this unit that hold sites or lead to some.
  llvm::DenseSet<const llvm::Function *> Leading;
  llvm::DenseMap<const llvm::Function *, bool> HandsOn;
  llvm::DenseSet<const llvm::CallBase *> Asking;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_MAKERCALLS_H
