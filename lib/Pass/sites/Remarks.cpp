//===- Remarks.cpp - a remark for each site -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Remarks.h"
#include "Support/Demangle.h"
#include "sites/SiteFinder.h"
#include "sites/SiteMetadata.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"

using namespace llvm;
using namespace anomalloc;

using NV = ore::NV;

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
  return R;
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
  }
}
