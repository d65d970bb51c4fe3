//===- SiteMetadata.cpp - a site, visible in the IR -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/SiteMetadata.h"
#include "sites/UnitTable.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace anomalloc;

static constexpr StringLiteral Kind("anomalloc");
static constexpr StringLiteral FamilyNames[] = {"heap", "pool", "leading"};

bool anomalloc::hasSiteMetadata(const CallBase &Call) {
  return Call.hasMetadata() && Call.getMetadata(Kind);
}

unsigned anomalloc::loopDepth(std::optional<LoopRowIndex> Innermost,
                              const UnitTable &Table) {
  unsigned Depth = 0;
  for (auto L = Innermost; L; L = Table.Loops[*L].Parent)
    ++Depth;
  return Depth;
}

std::string anomalloc::userFrame(const SiteTable::Site &Site,
                                 const UnitTable &Table) {
  const SiteTable::Frame *Frame = &Table.Frames[Site.InnermostFrame];
  for (unsigned Step = 0; Step < Site.UserFrame; ++Step)
    Frame = &Table.Frames[*Frame->Caller];
  const SiteTable::Function &F = Table.Functions[Frame->Function];
  return (Twine(F.Name) + " " + Frame->File + ":" + Twine(Frame->Line) + ":" +
          Twine(Frame->Column))
      .str();
}

void anomalloc::attachSiteMetadata(CallBase &Call, const SiteTable::Site &Site,
                                   const UnitTable &Table) {
  LLVMContext &Context = Call.getContext();
  auto Number = [&](unsigned Bits, uint64_t Value) -> Metadata * {
    return ConstantAsMetadata::get(
        ConstantInt::get(IntegerType::get(Context, Bits), Value));
  };
  auto Text = [&](StringRef S) -> Metadata * {
    return MDString::get(Context, S);
  };
  const SiteTable::Loop *Loop =
      Site.InnermostLoop ? &Table.Loops[*Site.InnermostLoop] : nullptr;
  Metadata *Fields[] = {Number(64, Site.Id),
                        Text(Site.Callee),
                        Number(32, loopDepth(Site.InnermostLoop, Table)),
                        Number(64, Site.ConstantSize.value_or(~uint64_t(0))),
                        Text(Site.Type),
                        Text(userFrame(Site, Table)),
                        Text(FamilyNames[unsigned(Site.Family)]),
                        Number(32, Site.Slot),
                        Number(64, Loop ? Loop->Id : 0),
                        Number(64, Loop ? Loop->TripCount : 0)};
  Call.setMetadata(Kind, MDNode::get(Context, Fields));
}
