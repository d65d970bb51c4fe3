//===- TamePass.cpp - takes allocations out of a program ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TamePass.h"
#include "AnomallocPass.h"
#include "Diagnostics.h"
#include "tame/KeptBlocks.h"
#include "tame/TamePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace anomalloc;

static void addMeasured(OptimizationRemark &R, const MeasuredSite *Measured) {
  if (Measured)
    R << "; " << ore::NV("Measured", Measured->Blocks) << " were measured";
}

static void emitSlotRemark(OptimizationRemarkEmitter &ORE,
                           const SlotPlan &Plan) {
  ORE.emit([&] {
    OptimizationRemark R("anomalloc", "StackSlot", Plan.Call);
    R << "block of " << (Plan.MayBeLarger ? "up to " : "")
      << ore::NV("Bytes", Plan.Bytes) << " bytes made into a stack slot";
    if (Plan.MayBeLarger)
      R << "; a larger one comes from the heap";
    if (Plan.Measured && Plan.MayBeLarger)
      R << "; of " << ore::NV("Measured", Plan.Measured->Blocks)
        << " measured blocks, "
        << ore::NV("Fit", Plan.Measured->upTo(Plan.Bytes)) << " fit";
    else
      addMeasured(R, Plan.Measured);
    return R;
  });
}

static void emitKeptRemark(OptimizationRemarkEmitter &ORE,
                           const KeptPlan &Plan) {
  ORE.emit([&] {
    OptimizationRemark R("anomalloc", "KeptBlock", Plan.Call);
    R << "freed block kept for the next iteration";
    if (!Plan.SameSize)
      R << ", if it is large enough";
    addMeasured(R, Plan.Measured);
    return R;
  });
}

static void emitLeftRemark(OptimizationRemarkEmitter &ORE,
                           const LeftBlock &Block) {
  ORE.emit([&] {
    OptimizationRemarkMissed R("anomalloc", Block.IsSlot ? "NoSlot" : "NotKept",
                               Block.Call);
    R << (Block.IsSlot ? "block not made into a stack slot: "
                       : "freed block not kept for the next iteration: ")
      << ore::NV("Why", Block.Why);
    return R;
  });
}

static void emitOtherRemark(OptimizationRemarkEmitter &ORE,
                            const OtherSource &Other) {
  ORE.emit([&] {
    OptimizationRemarkAnalysis R("anomalloc", "OtherSource", Other.Call);
    if (Other.Line)
      R << "the profile is of another source: there, this call stands in line "
        << ore::NV("Line", Other.Line);
    else
      R << "the profile does not know this call";
    return R;
  });
}

/// False: the function stays as it is.
static bool tame(const TamePlan &Plan) {
  Function &F = *Plan.F;
  OptimizationRemarkEmitter ORE(&F);
  for (const SlotPlan &Slot : Plan.Slots)
    emitSlotRemark(ORE, Slot);
  for (const KeptPlan &Kept : Plan.Kept)
    emitKeptRemark(ORE, Kept);
  for (const LeftBlock &Block : Plan.Left)
    emitLeftRemark(ORE, Block);
  for (const OtherSource &Other : Plan.Others)
    emitOtherRemark(ORE, Other);
  if (Plan.Slots.empty() && Plan.Kept.empty())
    return false;
  if (!Plan.Slots.empty())
    makeSlots(F, Plan.Slots);
  if (!Plan.Kept.empty())
    keepBlocks(F, Plan.Kept);
  // Nobody throws any more what some handlers waited for.
  removeUnreachableBlocks(F);
  return true;
}

PreservedAnalyses TamePass::run(Module &M, ModuleAnalysisManager &AM) {
  for (const std::string &Way : Options.Tame)
    if (!is_contained({"stack", "hoist"}, StringRef(Way))) {
      reportError(M.getContext(), "-anomalloc-tame: '" + Twine(Way) +
                                      "' is no way to tame; write 'stack', "
                                      "'hoist', or both with a comma");
      return PreservedAnalyses::all();
    }
  if (Options.Tame.empty() && !Options.Profile.empty())
    reportError(M.getContext(),
                "-anomalloc-profile says which blocks -anomalloc-tame changes, "
                "which is missing; write '-mllvm -anomalloc-tame=stack', too");
  if (Options.Tame.empty() || !isForOurTarget(M))
    return PreservedAnalyses::all();
  std::optional<MeasuredRun> Run;
  if (!Options.Profile.empty()) {
    Expected<MeasuredRun> Read = MeasuredRun::read(Options.Profile);
    if (!Read) {
      reportError(M.getContext(),
                  "-anomalloc-profile: " + toString(Read.takeError()));
      return PreservedAnalyses::all();
    }
    Run = std::move(*Read);
  }
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<TamePlan, 8> Plans;
  {
    TamePlanner Planner(M, FAM, Options, Run ? &*Run : nullptr);
    for (Function &F : M)
      if (std::optional<TamePlan> Plan = Planner.plan(F))
        Plans.push_back(std::move(*Plan));
    if (Planner.isUnknownToProfile())
      reportWarning(M.getContext(),
                    "-anomalloc-profile: '" + Options.Profile +
                        "' knows no call of this unit; blocks are chosen as "
                        "without a profile");
  }
  bool IsChanged = false;
  for (const TamePlan &Plan : Plans)
    IsChanged |= tame(Plan);
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
