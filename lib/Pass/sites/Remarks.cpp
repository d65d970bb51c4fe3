//===- Remarks.cpp - a remark for each site -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Remarks.h"
#include "Format/VerdictText.h"
#include "Support/Demangle.h"
#include "sites/Classify.h"
#include "sites/SiteFinder.h"
#include "sites/SiteMetadata.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"

using namespace llvm;
using namespace anomalloc;

using NV = ore::NV;

/// "; escapes only to norm, which only reads".
static void addReaders(OptimizationRemarkAnalysis &R,
                       const std::optional<BlockVerdict> &V) {
  if (V && V->Readers && V->Life != BlockLife::Open)
    R << "; "
      << NV("Readers",
            readersText(demangledName(V->Readers->First), V->Readers->Number));
}

static OptimizationRemarkAnalysis describe(const CallBase &Call,
                                           const SiteTable::Site &Row,
                                           const UnitTable &Table) {
  OptimizationRemarkAnalysis R("anomalloc", "AllocationSite", &Call);
  if (Row.Family == SiteFamily::Leading)
    R << "call that may allocate";
  else if (Row.ConstantSize)
    R << "allocation of " << NV("Size", *Row.ConstantSize) << " bytes";
  else
    R << "allocation of varying size";
  if (!Row.Type.empty())
    R << " (" << NV("Type", Row.Type) << ")";
  R << " by " << NV("Callee", demangledName(Row.Callee));
  unsigned Depth = loopDepth(Row.InnermostLoop, Table);
  if (Depth == 1)
    R << " inside " << NV("LoopDepth", Depth) << " loop";
  else if (Depth)
    R << " inside " << NV("LoopDepth", Depth) << " nested loops";
  if (Row.InnermostLoop && Table.Loops[*Row.InnermostLoop].TripCount)
    R << ", " << NV("TripCount", Table.Loops[*Row.InnermostLoop].TripCount)
      << " times a run of the innermost";
  if (Row.Proved && Row.Proved->Life != BlockLife::Open)
    R << "; " << NV("Life", lifeText(Row.Proved->Life));
  if (Row.Proved)
    if (std::string Chance = chanceText(*Row.Proved, ""); !Chance.empty())
      R << "; " << NV("Chance", Chance);
  addReaders(R, Row.Proved);
  return R;
}

/// What stands against a better verdict: `-Rpass-missed=anomalloc`.
static OptimizationRemarkMissed obstacle(const CallBase &Call,
                                         const BlockVerdict &V) {
  OptimizationRemarkMissed R("anomalloc", "Obstacle", &Call);
  std::string Function = V.Name.empty() ? "" : demangledName(V.Name);
  R << "the block cannot be kept or put on the stack: "
    << NV("Obstacle", obstacleText(V.Obstacle, Function));
  if (V.Line)
    R << " at " << NV("File", V.File) << ":" << NV("Line", V.Line);
  return R;
}

void anomalloc::emitRemark(Function &F, const CallBase &Call,
                           const BlockVerdict &V) {
  OptimizationRemarkEmitter ORE(&F);
  if (!ORE.enabled() || V.Life == BlockLife::Open)
    return;
  ORE.emit([&] {
    return OptimizationRemarkAnalysis("anomalloc", "MakerCall", &Call)
           << "what " << NV("Callee", demangledName(askedFunction(Call)))
           << " makes is " << NV("Life", lifeText(V.Life));
  });
}

void anomalloc::emitRemarks(Function &F, ArrayRef<FoundSite> Sites,
                            ArrayRef<unsigned> Rows, const UnitTable &Table) {
  OptimizationRemarkEmitter ORE(&F);
  if (!ORE.enabled())
    return;
  for (auto [FoundSite, Index] : zip(Sites, Rows)) {
    const CallBase &Call = *FoundSite.Call;
    const SiteTable::Site &Row = Table.Sites[Index];
    ORE.emit([&] { return describe(Call, Row, Table); });
    if (Row.Proved && Row.Proved->Obstacle != VerdictObstacle::None &&
        !Row.Proved->FitsStack && !Row.Proved->CanBeKept)
      ORE.emit([&] { return obstacle(Call, *Row.Proved); });
  }
}
