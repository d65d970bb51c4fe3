//===- TamePlan.cpp - which allocations can go ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TamePlan.h"
#include "tame/StaleMarks.h"
#include "tame/TameMark.h"
#include "verdicts/SizeOfCall.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// Sites of one function for which it is asked whether a loop can keep their
/// blocks.
static constexpr unsigned MostLookedAt = 64;
/// Slots in a frame of a function that may be called again while it runs, in
/// bytes. A recursion that is 10000 deep needs 2.5 MB more then, of the 8 MiB
/// that a stack usually has.
static constexpr unsigned MostRecursive = 256;
/// A slot is as large as this part of the measured blocks, in percent.
static constexpr unsigned SlotQuantile = 95;

TamePlanner::TamePlanner(Module &M, FunctionAnalysisManager &FAM,
                         const PassOptions &Options, const MeasuredRun *Run)
    : M(M), FAM(FAM), Options(Options), Run(Run), Classify(UserFunctions()),
      Escapes([&FAM](const Function &F) -> const TargetLibraryInfo & {
        return FAM.getResult<TargetLibraryAnalysis>(const_cast<Function &>(F));
      }),
      Paths(Escapes) {}

/// Whether a sanitizer watches what \p F does. Each but one marks functions.
static bool isWatched(const Function &F) {
  return F.getParent()->getNamedValue("__dfsan_arg_tls") ||
         any_of(F.getAttributes().getFnAttrs(), [](Attribute A) {
           return A.isEnumAttribute() &&
                  Attribute::getNameFromAttrKind(A.getKindAsEnum())
                      .starts_with("sanitize_");
         });
}

bool TamePlanner::isTameable(const Function &F) const {
  return shouldInstrument(F) && !F.hasOptNone() && !mayRunTwice(F) &&
         !F.isPresplitCoroutine() && !Classifier::isHeapFunctionDefinition(F) &&
         !F.hasGC() && !F.hasFnAttribute("no-realign-stack") &&
         (Options.TameSanitized || !isWatched(F)) &&
         M.getDataLayout().getAllocaAddrSpace() == 0 &&
         // Calls in the handlers of exceptions say there whose they are.
         !(F.hasPersonalityFn() &&
           isFuncletEHPersonality(classifyEHPersonality(F.getPersonalityFn())));
}

const Reentry &TamePlanner::code() {
  if (!Code)
    Code.emplace(M, [this](const Function &F) -> const TargetLibraryInfo & {
      return Escapes.library(F);
    });
  return *Code;
}

/// Whether at least half of the blocks that were measured have at most
/// \p Bytes.
static bool servesMost(uint64_t Bytes, const MeasuredSite &Measured) {
  const uint64_t Served = Measured.upTo(Bytes);
  return Served >= Measured.Blocks - Served;
}

uint64_t TamePlanner::varyingBytes(const MeasuredSite *Measured) const {
  if (!Options.TameVarying || !Measured)
    return Options.TameVarying;
  uint64_t Bytes =
      alignTo(std::max<uint64_t>(Measured->quantile(SlotQuantile), 1), 16);
  return std::min<uint64_t>(Bytes, Options.TameBlock);
}

std::optional<SlotPlan> TamePlanner::planSlot(const RemovableSite &Removable,
                                              const LoopInfo &Loops,
                                              ScalarEvolution *SE,
                                              TamePlan &Into) {
  CallBase &Call = *Removable.Site->Call;
  SizeOfCall Size(Call, Removable.Site->What.Size, SE);
  SlotPlan Plan;
  Plan.Call = &Call;
  Plan.What = Removable.What;
  Plan.Measured = Removable.Measured;
  Plan.LoopDepth = Loops.getLoopDepth(Call.getParent());
  append_range(Plan.Factors, Size.factors());
  std::optional<uint64_t> Bound = Size.bound();
  if (Bound && *Bound <= Options.TameBlock) {
    Plan.Bytes = std::max<uint64_t>(*Bound, 1);
  } else {
    Plan.Bytes = varyingBytes(Plan.Measured);
    Plan.MayBeLarger = true;
    if (!Plan.Bytes || Plan.Factors.empty() || Size.least() > Plan.Bytes ||
        Call.getFunction()->hasOptSize())
      return std::nullopt;
  }
  // Nobody else has the address, and all that may free the block is known.
  EscapeFinder::Escape Escape = Escapes.ofBlock(Call);
  if (Escape.Reason.Why != VerdictObstacle::None || Escape.MayBeFreedInside ||
      any_of(Escape.Frees, [](const CallBase *F) { return mustStay(*F); }))
    return std::nullopt;
  for (const CallBase *Free : Escape.Frees)
    Plan.Frees.push_back(const_cast<CallBase *>(Free));
  // It is freed before the call makes the next one, and before the function
  // returns. An exception that leaves the function with the block, which nobody
  // else knows, leaves nothing behind.
  const CallBase *Same[] = {&Call};
  LivePaths Live = Paths.fromSite(Call, Same, Escape.Holders,
                                  Loops.getLoopFor(Call.getParent()));
  if (!Live.IsFreed || Live.Returns || Live.MeetsNext)
    return std::nullopt;
  if (Plan.MayBeLarger && Plan.Measured &&
      !servesMost(Plan.Bytes, *Plan.Measured)) {
    Into.Left.push_back({&Call, /*IsSlot=*/true,
                         "most blocks of the profile's run are too large"});
    return std::nullopt;
  }
  return Plan;
}

/// Cuts the slot of \p Plan to \p Room bytes if it can serve most blocks then.
static void shrink(SlotPlan &Plan, uint64_t Room) {
  Room = alignDown(Room, Plan.What.Alignment.value());
  if (Plan.MayBeLarger && Plan.Measured && Plan.Bytes > Room && Room &&
      servesMost(Room, *Plan.Measured))
    Plan.Bytes = Room;
}

void TamePlanner::fitFrame(TamePlan &Plan) {
  if (Plan.Slots.empty())
    return;
  llvm::sort(Plan.Slots, [](const SlotPlan &A, const SlotPlan &B) {
    return std::tuple(blocksOf(B.Measured), A.MayBeLarger, B.LoopDepth, A.Bytes,
                      A.Number) < std::tuple(blocksOf(A.Measured),
                                             B.MayBeLarger, A.LoopDepth,
                                             B.Bytes, B.Number);
  });
  const bool IsRecursive = code().mayBeReentered(*Plan.F);
  const uint64_t Most = IsRecursive ? std::min(Options.TameFrame, MostRecursive)
                                    : Options.TameFrame;
  uint64_t Bytes = 0;
  SmallVector<SlotPlan, 2> Fitting;
  for (SlotPlan &Slot : Plan.Slots) {
    shrink(Slot, Most - Bytes);
    uint64_t More = alignTo(Slot.Bytes, Slot.What.Alignment);
    if (Bytes + More > Most) {
      Plan.Left.push_back(
          {Slot.Call, /*IsSlot=*/true,
           IsRecursive ? "its function may be called again while it runs, so "
                         "few bytes of each frame are for slots"
                       : "the frame has no room for more slots"});
      continue;
    }
    Bytes += More;
    Fitting.push_back(std::move(Slot));
  }
  Plan.Slots = std::move(Fitting);
}

/// Blocks of \p All that are not kept, and whose frees keep no other block.
static void addVarying(TamePlan &Plan, SmallVectorImpl<SlotPlan> &All) {
  DenseSet<const CallBase *> Taken;
  for (const KeptPlan &Kept : Plan.Kept) {
    Taken.insert(Kept.Call);
    for (auto *Frees : {&Kept.Exact, &Kept.Compared, &Kept.Sized})
      Taken.insert(Frees->begin(), Frees->end());
  }
  for (SlotPlan &Slot : All)
    if (!Taken.contains(Slot.Call) &&
        none_of(Slot.Frees, [&](CallBase *F) { return Taken.contains(F); }))
      Plan.Slots.push_back(std::move(Slot));
}

SmallVector<SlotPlan, 2> TamePlanner::planSlots(ArrayRef<RemovableSite> Sites,
                                                const LoopInfo &Loops,
                                                ScalarEvolution *SE,
                                                TamePlan &Plan) {
  SmallVector<SlotPlan, 2> Varying;
  for (auto [Number, Each] : enumerate(Sites))
    if (std::optional<SlotPlan> Slot = planSlot(Each, Loops, SE, Plan)) {
      Slot->Number = Number;
      (Slot->MayBeLarger ? Varying : Plan.Slots).push_back(std::move(*Slot));
    }
  fitFrame(Plan);
  return Varying;
}

void TamePlanner::planKeeping(ArrayRef<RemovableSite> Sites,
                              const LoopInfo &Loops, ScalarEvolution *SE,
                              TamePlan &Plan) {
  DenseSet<const CallBase *> Gone;
  for (const SlotPlan &Slot : Plan.Slots) {
    Gone.insert(Slot.Call);
    Gone.insert(Slot.Frees.begin(), Slot.Frees.end());
  }
  // Each looks at its whole loop.
  for (auto &[Site, What, Measured] : Sites.take_front(MostLookedAt)) {
    if (Gone.contains(Site->Call))
      continue;
    std::optional<KeptPlan> Kept = planKept(*Site, What, Loops, SE, Escapes,
                                            Escapes.library(*Plan.F), Gone);
    if (!Kept)
      continue;
    Kept->Measured = Measured;
    if (!Rules)
      Rules.emplace(M, code());
    if (StringRef Why = Rules->obstacle(*Kept); !Why.empty())
      Plan.Left.push_back({Site->Call, /*IsSlot=*/false, Why});
    else
      Plan.Kept.push_back(std::move(*Kept));
  }
  keepLess(Plan.Kept, Plan.Left);
}

/// Whether \p Plan changes \p Call.
static bool isChanged(const TamePlan &Plan, const CallBase *Call) {
  auto IsOf = [&](const auto &Each) { return Each.Call == Call; };
  return any_of(Plan.Slots, IsOf) || any_of(Plan.Kept, IsOf);
}

/// The line where the profile has a level of \p Call's inline chain, if the
/// source has it in another one. 0: all lines are the same.
static unsigned otherLine(const CallBase &Call, const MeasuredSite &Measured) {
  const DILocation *Location = Call.getDebugLoc().get();
  for (unsigned Line : Measured.Lines) {
    if (!Location)
      break;
    if (Line && Location->getLine() && Line != Location->getLine())
      return Line;
    Location = Location->getInlinedAt();
  }
  return 0;
}

void TamePlanner::takeMeasured(ArrayRef<FoundSite> All,
                               SmallVectorImpl<RemovableSite> &Sites,
                               TamePlan &Plan) {
  Asked = true;
  SmallVector<SiteName, 4> Names = Ids.of(*Plan.F, All);
  SmallVector<RemovableSite, 4> Used;
  bool IsMoveTold = false;
  for (RemovableSite &Each : Sites) {
    CallBase &Call = *Each.Site->Call;
    Each.Measured = Run->site(Names[Each.Site - All.begin()].Id);
    if (!Each.Measured) {
      Plan.Others.push_back({&Call, 0});
      Used.push_back(Each);
      continue;
    }
    Known = true;
    // Where one call has moved, most others have, too.
    if (unsigned Line = otherLine(Call, *Each.Measured); Line && !IsMoveTold) {
      Plan.Others.push_back({&Call, Line});
      IsMoveTold = true;
    }
    if (Each.Measured->Blocks)
      Used.push_back(Each);
    else
      Plan.Left.push_back({&Call,
                           /*IsSlot=*/is_contained(Options.Tame, "stack"),
                           "the profile's run made no block here"});
  }
  Sites = std::move(Used);
  llvm::sort(Sites, [](const RemovableSite &A, const RemovableSite &B) {
    return std::pair(blocksOf(B.Measured), A.Site) <
           std::pair(blocksOf(A.Measured), B.Site);
  });
}

SmallVector<TamePlanner::RemovableSite, 4>
TamePlanner::findRemovable(FunctionScan &Scan, const TargetLibraryInfo &Library,
                           TamePlan &Plan) {
  SmallVector<RemovableSite, 4> Removable;
  for (FoundSite &Site : Scan.Sites)
    if (!isMarkedTame(*Site.Call))
      if (std::optional<RemovableCall> What = removableCall(Site, Library))
        Removable.push_back({&Site, *What, nullptr});
  if (Run && !Removable.empty())
    takeMeasured(Scan.Sites, Removable, Plan);
  return Removable;
}

std::optional<TamePlan> TamePlanner::plan(Function &F) {
  if (!isTameable(F))
    return std::nullopt;
  const auto &Library = FAM.getResult<TargetLibraryAnalysis>(F);
  FunctionScan Scan = scanFunction(F, Classify, Library);
  TamePlan Plan{&F, {}, {}, {}, {}};
  SmallVector<RemovableSite, 4> Removable = findRemovable(Scan, Library, Plan);
  if (!Removable.empty() && !saysMemoryStays(F)) {
    const LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
    ScalarEvolution *SE = evolutionOf(F, FAM);
    SmallVector<SlotPlan, 2> Varying;
    if (is_contained(Options.Tame, "stack"))
      Varying = planSlots(Removable, Loops, SE, Plan);
    if (is_contained(Options.Tame, "hoist"))
      planKeeping(Removable, Loops, SE, Plan);
    addVarying(Plan, Varying);
    fitFrame(Plan);
    erase_if(Plan.Left,
             [&](const LeftBlock &Each) { return isChanged(Plan, Each.Call); });
  }
  if (Plan.isEmpty())
    return std::nullopt;
  return Plan;
}
