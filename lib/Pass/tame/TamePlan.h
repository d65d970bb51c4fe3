//===- TamePlan.h - which allocations can go --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the allocations of a module that need not be made, or not so often,
/// before the module is changed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_TAME_TAMEPLAN_H
#define ANOMALLOC_PASS_TAME_TAMEPLAN_H

#include "Options.h"
#include "sites/Classify.h"
#include "sites/SiteFinder.h"
#include "sites/SiteIds.h"
#include "tame/KeepRules.h"
#include "tame/KeptPlan.h"
#include "tame/MeasuredRun.h"
#include "tame/Reentry.h"
#include "tame/StackSlots.h"
#include "verdicts/Paths.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace anomalloc {

/// A call that the profile knows otherwise than it stands in the source.
struct OtherSource {
  const llvm::CallBase *Call;
  unsigned Line; ///< Where it stood. 0: the profile does not know the call.
};

/// What is done to one function.
struct TamePlan {
  llvm::Function *F;
  llvm::SmallVector<SlotPlan, 2> Slots;
  llvm::SmallVector<KeptPlan, 2> Kept;
  llvm::SmallVector<LeftBlock, 2> Left; ///< To tell, if nothing else is done.
  llvm::SmallVector<OtherSource, 1> Others; ///< To tell.

  bool isEmpty() const {
    return Slots.empty() && Kept.empty() && Left.empty() && Others.empty();
  }
};

/// Plans for one module. Proofs follow calls, so all plans come before the
/// first change.
class TamePlanner {
public:
  /// \p Run: null without a profile.
  TamePlanner(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
              const PassOptions &Options, const MeasuredRun *Run);

  /// None: \p F stays as it is.
  std::optional<TamePlan> plan(llvm::Function &F);

  /// Whether calls were looked for in the profile, and it knows none of them.
  bool isUnknownToProfile() const { return Asked && !Known; }

private:
  struct RemovableSite {
    FoundSite *Site;
    RemovableCall What;
    const MeasuredSite *Measured; ///< Null: no profile knows it.
  };

  bool isTameable(const llvm::Function &F) const;
  llvm::SmallVector<RemovableSite, 4>
  findRemovable(FunctionScan &Scan, const llvm::TargetLibraryInfo &Library,
                TamePlan &Plan);
  /// Asks the profile about \p Sites. Leaves those that its run passed, the
  /// most used first, and those that it does not know.
  void takeMeasured(llvm::ArrayRef<FoundSite> All,
                    llvm::SmallVectorImpl<RemovableSite> &Sites,
                    TamePlan &Plan);
  /// The bytes of a slot for blocks whose size has no bound. 0: none.
  uint64_t varyingBytes(const MeasuredSite *Measured) const;
  std::optional<SlotPlan> planSlot(const RemovableSite &Removable,
                                   const llvm::LoopInfo &Loops,
                                   llvm::ScalarEvolution *SE, TamePlan &Plan);
  /// Puts what surely fits its slot into \p Plan. Returns the others.
  llvm::SmallVector<SlotPlan, 2> planSlots(llvm::ArrayRef<RemovableSite> Sites,
                                           const llvm::LoopInfo &Loops,
                                           llvm::ScalarEvolution *SE,
                                           TamePlan &Plan);
  void planKeeping(llvm::ArrayRef<RemovableSite> Sites,
                   const llvm::LoopInfo &Loops, llvm::ScalarEvolution *SE,
                   TamePlan &Plan);
  /// Leaves the slots that fit the frame: first what was made most often in the
  /// profile, then what surely fits its slot, then what stands in more loops.
  void fitFrame(TamePlan &Plan);
  /// What is only needed if something can be changed.
  const Reentry &code();

  llvm::Module &M;
  llvm::FunctionAnalysisManager &FAM;
  const PassOptions &Options;
  const MeasuredRun *Run;
  bool Asked = false, Known = false; ///< Sites, by and to the profile.
  SiteIds Ids;
  Classifier Classify;
  EscapeFinder Escapes;
  PathFinder Paths;
  std::optional<Reentry> Code;
  std::optional<KeepRules> Rules;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_TAME_TAMEPLAN_H
