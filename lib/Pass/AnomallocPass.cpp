//===- AnomallocPass.cpp - finds sites and inserts the recording ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnomallocPass.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "access/AccessPass.h"
#include "calls/CallEdges.h"
#include "loops/LoopCounters.h"
#include "loops/LoopMarks.h"
#include "loops/LoopRows.h"
#include "loops/OncePerCall.h"
#include "loops/SourceLoops.h"
#include "makers/CallerKeepers.h"
#include "makers/MakerCalls.h"
#include "makers/MakerMarks.h"
#include "record/Activations.h"
#include "record/Jumps.h"
#include "record/MakerGuards.h"
#include "record/Record.h"
#include "record/SignalHandlers.h"
#include "record/ViaGuards.h"
#include "sites/Chain.h"
#include "sites/Describe.h"
#include "sites/Remarks.h"
#include "sites/SiteIds.h"
#include "sites/SiteMetadata.h"
#include "sites/SourceNames.h"
#include "sites/TypeOfSite.h"
#include "sites/UnitDescriptor.h"
#include "sites/UserFunctions.h"
#include "verdicts/MadeBlocks.h"
#include "verdicts/SizeOfCall.h"
#include "verdicts/Verdicts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// The work on one module.
class UnitInstrumenter {
public:
  UnitInstrumenter(Module &M, FunctionAnalysisManager &FAM,
                   const PassOptions &Options, UserFunctions Own)
      : M(M), FAM(FAM), Options(Options), Classify(std::move(Own)),
        Chains(M, Table, Options.SystemPaths), Loops(M, Table, Chains),
        Verdicts([&FAM](const Function &F) -> const TargetLibraryInfo & {
          return FAM.getResult<TargetLibraryAnalysis>(
              const_cast<Function &>(F));
        }),
        Names(M), Makers(Chains, Edges, Names, Options.Makers),
        Keepers(Chains, Edges), Telling(Chains), Whole(M),
        CountsMakers(Options.Makers && Options.CallEdges) {}

  /// False: the module has nothing to instrument or to tell.
  bool run();

private:
  void describeUnit();
  FunctionScan look(Function &F);
  void judgeMakerCalls(ArrayRef<Function *> Functions,
                       ArrayRef<FunctionScan> Scans);
  void takeVerdicts(Function &F, const FunctionScan &Scan,
                    function_ref<LoopRows &()> GetRows);
  void instrument(Function &F, FunctionScan &Scan);
  MakerCalls::CountedCalls takeMakerCalls();
  void guardCallers(ArrayRef<Function *> Functions,
                    MakerCalls::CountedCalls Calls);
  bool tellActivations(ArrayRef<Function *> Functions);
  Recorder &record();

  Module &M;
  FunctionAnalysisManager &FAM;
  const PassOptions &Options;
  Classifier Classify;
  UnitTable Table;
  ChainBuilder Chains;
  SourceLoops Loops;
  TypeFinder Types;
  VerdictFinder Verdicts;
  SiteProofs Proofs, ProofsOfCalls;
  SiteIds Ids;
  MakerCalls::CallVerdicts CallVerdicts;
  CallEdges Edges;
  SourceNames Names;
  MakerCalls Makers;
  CallerKeepers Keepers;
  TellingFunctions Telling;
  const WholeFunctions Whole;
  SetVector<Function *> Callbacks;
  SmallVector<LandingPadInst *, 16> Catches;
  /// Calls of makers count what is made in them.
  const bool CountsMakers;
  bool HoldsMakerSites = false;
  std::optional<Recorder> Record;
  GlobalVariable *Unit = nullptr;
  GlobalVariable *Callers = nullptr;
};

} // namespace

/// Functions of this module that a leading call runs before it returns.
static void collectCallbacks(ArrayRef<FoundSite> Sites,
                             SetVector<Function *> &Callbacks) {
  for (const FoundSite &Site : Sites) {
    const Function *Callee = Site.Call->getCalledFunction();
    if (Site.What.Family != SiteFamily::Leading || !Callee ||
        !runsCallbacks(Callee->getName()))
      continue;
    for (Value *Argument : Site.Call->args())
      if (auto *F = dyn_cast<Function>(Argument->stripPointerCasts()))
        if (shouldInstrument(*F))
          Callbacks.insert(F);
  }
}

void UnitInstrumenter::describeUnit() {
  Table.SourceFile = Table.string(M.getSourceFileName());
  for (const DICompileUnit *CU : M.debug_compile_units()) {
    Table.Directory = Table.string(CU->getDirectory());
    break;
  }
  Table.Triple = Table.string(compat::targetTriple(M).str());
}

Recorder &UnitInstrumenter::record() {
  if (!Record) {
    Unit = createUnitDescriptor(M);
    Record.emplace(M, *Unit);
  }
  return *Record;
}

/// Finds the sites of \p F and judges them. For all functions before the first
/// one is changed, since a verdict follows calls.
FunctionScan UnitInstrumenter::look(Function &F) {
  FunctionScan Scan =
      scanFunction(F, Classify, FAM.getResult<TargetLibraryAnalysis>(F));
  if (!Scan.Sites.empty())
    Verdicts.judge(F, Scan.Sites, FAM.getResult<LoopAnalysis>(F),
                   evolutionOf(F, FAM), Proofs);
  return Scan;
}

/// Judges the calls of makers, when all sites are known.
void UnitInstrumenter::judgeMakerCalls(ArrayRef<Function *> Functions,
                                       ArrayRef<FunctionScan> Scans) {
  DenseMap<const CallBase *, const FoundSite *> SiteOf;
  for (const FunctionScan &Scan : Scans)
    for (const FoundSite &Site : Scan.Sites)
      SiteOf[Site.Call] = &Site;
  if (SiteOf.empty() || !Options.CallEdges)
    return;
  MadeBlockFinder Finder(
      Verdicts.escapes(), Verdicts.paths(),
      [&](const CallBase &Call) { return SiteOf.lookup(&Call); },
      [&](const CallBase &Call) {
        Function &F = *const_cast<Function *>(Call.getFunction());
        return Makers.mayMake(Call, FAM.getResult<TargetLibraryAnalysis>(F));
      });
  for (auto [F, Scan] : zip(Functions, Scans))
    Finder.judge(*F, Scan.Calls, FAM.getResult<LoopAnalysis>(*F),
                 ProofsOfCalls);
}

/// Puts what is proved of calls of makers into words.
void UnitInstrumenter::takeVerdicts(Function &F, const FunctionScan &Scan,
                                    function_ref<LoopRows &()> GetRows) {
  for (const CallBase *Call : Scan.Calls) {
    auto Its = ProofsOfCalls.find(Call);
    if (Its == ProofsOfCalls.end())
      continue;
    SiteProof &Proof = Its->second;
    if (Proof.Life == BlockLife::Iteration)
      heedSource(*Call, GetRows(), Proof);
    const BlockVerdict &V = CallVerdicts[Call] =
        toVerdict(Proof, Table, Chains);
    emitRemark(F, *Call, V);
  }
}

void UnitInstrumenter::instrument(Function &F, FunctionScan &Scan) {
  const TargetLibraryInfo &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  bool HasSites = !Scan.Sites.empty();
  auto GetLoops = [&]() -> LoopInfo & {
    return FAM.getResult<LoopAnalysis>(F);
  };
  ScalarEvolution *SE = HasSites ? evolutionOf(F, FAM) : nullptr;
  std::optional<LoopRows> Its;
  auto GetRows = [&]() -> LoopRows & {
    return Its ? *Its : Its.emplace(F, GetLoops(), SE, Loops, Table, Chains);
  };
  takeVerdicts(F, Scan, GetRows);
  auto TakeCalls = [&](bool InMakersAlone, CallEdges::Sites Its) {
    HoldsMakerSites |= InMakersAlone;
    if (!Options.CallEdges)
      return;
    Edges.addFunction(F, Scan.Calls, Its, GetRows, TLI);
    Makers.addFunction(F, Scan.Calls, Scan.Sites, InMakersAlone, GetLoops, TLI);
  };

  if (CountsMakers)
    Keepers.addFunction(F, Scan.Calls, HasSites, TLI);
  if (!HasSites) {
    TakeCalls(/*InMakersAlone=*/false, CallEdges::Sites::None);
  } else {
    // Collect,
    SmallVector<unsigned, 4> Rows = describeSites(
        F, Scan.Sites, GetRows(), Table, Chains, Types, Proofs, Ids);
    SmallVector<LoopCounter, 4> Counters;
    if (SE && Options.LoopCounters)
      Counters = planLoopCounters(GetRows(), Loops, Table, GetLoops(),
                                  FAM.getResult<DominatorTreeAnalysis>(F), *SE,
                                  FAM.getResult<TargetIRAnalysis>(F));
    for (unsigned Row : Rows)
      if (Table.Sites[Row].InnermostLoop)
        Loops.count(*Table.Sites[Row].InnermostLoop);
    if (Whole.contains(F))
      markOncePerCall(F, Scan.Sites, Rows, GetRows(),
                      FAM.getResult<DominatorTreeAnalysis>(F), Table);
    TakeCalls(
        any_of(Rows, [&](unsigned Row) { return Table.InMakersAlone[Row]; }),
        all_of(Rows,
               [&](unsigned Row) {
                 return Table.Sites[Row].InnermostLoop.has_value();
               })
            ? CallEdges::Sites::InLoops
            : CallEdges::Sites::InNoLoop);
    collectCallbacks(Scan.Sites, Callbacks);
    emitRemarks(F, Scan.Sites, Rows, Table);

    // then insert: from here on the analyses are out of date, and so is what
    // was inferred of the function (link-time optimization would believe it).
    F.removeFnAttr(Attribute::Memory);
    F.removeFnAttr(Attribute::NoSync);
    for (auto [Site, Row] : zip(Scan.Sites, Rows)) {
      attachSiteMetadata(*Site.Call, Table.Sites[Row], Table);
      Telling.add(F, Chains.hasUserFrame(F, Site.Call->getDebugLoc()));
      record().recordSite(Site, Table.Sites[Row].Slot,
                          CountsMakers && Table.InMakersAlone[Row]);
    }
    for (const LoopCounter &Counter : Counters)
      record().recordLoop(Counter.Before, Counter.EntriesSlot,
                          Counter.Iterations, Counter.IterationsSlot);
  }
  append_range(Catches, Scan.Catches);
}

/// Puts the calls of makers into the table. After all sites are recorded: of
/// the calls it is known only then whether they lead to some.
MakerCalls::CountedCalls UnitInstrumenter::takeMakerCalls() {
  MakerCalls::CountedCalls Calls = Makers.finish(Table, Telling, CallVerdicts);
  Chains.tellMarkedMakers();
  if (CountsMakers && HoldsMakerSites)
    Table.UnknownCallerSlot = Table.takeSlots(2);
  return Calls;
}

/// Makes \p Calls count.
void UnitInstrumenter::guardCallers(ArrayRef<Function *> Functions,
                                    MakerCalls::CountedCalls Calls) {
  // Behind the call of a pool stands by now what records it: it is no jump.
  for (auto &[F, Counted] : Calls)
    for (CountedCall &C : Counted)
      C.MayBeChain &= isInTailPosition(*C.Call);
  DenseMap<Function *, SmallVector<LandingPadInst *, 2>> CatchesOf;
  for (LandingPadInst *Pad : Catches)
    CatchesOf[Pad->getFunction()].push_back(Pad);
  for (Function *F : Functions) {
    auto I = Calls.find(F);
    bool Counts = I != Calls.end();
    if (Counts || CatchesOf.contains(F) || F->callsFunctionThatReturnsTwice())
      Keepers.leavesZero(*F);
    if (Makers.jumpsToMaker(*F) ||
        (Counts &&
         any_of(I->second, [](const CountedCall &C) { return C.MayBeChain; })))
      Keepers.handsOn(*F);
  }
  CallerKeepers::CallsByFunction Changing = Keepers.finish();
  Callers = createCallers(M, Table);
  for (Function *F : Functions) {
    CallerPlaces Places;
    if (auto I = Calls.find(F); I != Calls.end())
      Places.Counting = I->second;
    if (auto I = Changing.find(F); I != Changing.end())
      Places.Changing = I->second;
    if (auto I = CatchesOf.find(F); I != CatchesOf.end())
      Places.Catches = I->second;
    Places.Asks = Keepers.asks(*F);
    Places.Keeps = Keepers.keeps(*F);
    guardCaller(*F, Places, Callers, Makers,
                FAM.getResult<TargetLibraryAnalysis>(*F), record());
  }
}

/// False: nothing was inserted.
bool UnitInstrumenter::tellActivations(ArrayRef<Function *> Functions) {
  bool Changed = false;
  for (Function *F : Functions) {
    bool Tells = Telling.tells(*F);
    if (!recordActivations(*F, Tells, FAM.getResult<TargetLibraryAnalysis>(*F)))
      continue;
    Changed = true;
    if (Tells)
      Table.Telling.insert(Chains.function(*F));
  }
  return Changed;
}

bool UnitInstrumenter::run() {
  describeUnit();
  SmallVector<Function *, 32> Functions;
  for (Function &F : M)
    if (shouldInstrument(F))
      Functions.push_back(&F);
  std::vector<FunctionScan> Scans;
  for (Function *F : Functions)
    Scans.push_back(look(*F));
  judgeMakerCalls(Functions, Scans);
  for (auto [F, Scan] : zip(Functions, Scans))
    instrument(*F, Scan);
  Edges.finish(M, Table, Loops);
  MakerCalls::CountedCalls Calls = takeMakerCalls();
  forgetMarkedMakers(M);
  forgetObjectUses(M);
  Loops.record([&]() -> Recorder & { return record(); });
  bool HasTable =
      !Table.Sites.empty() || !Table.Edges.empty() || !Table.Calls.empty();
  if (HasTable) {
    if (CountsMakers)
      guardCallers(Functions, std::move(Calls));
    for (Function *F : Callbacks)
      guardCallback(*F, record());
    for (Function *F : Functions)
      if (isSignalHandler(*F))
        guardHandler(*F, record());
    for (LandingPadInst *Pad : Catches)
      resetAtCatch(*Pad, record());
  }
  bool HasActivations = Options.Activations && tellActivations(Functions);
  bool HasAccesses = Options.Access && countAccesses(M, Functions, FAM);
  if (!HasTable && !HasActivations && !HasAccesses)
    return false;
  for (Function *F : Functions)
    F->addFnAttr(InstrumentedAttribute);
  if (HasTable) {
    record();
    finishUnitDescriptor(*Unit, Callers, Table);
  }
  return true;
}

bool anomalloc::isForOurTarget(const Module &M) {
  Triple Target = compat::targetTriple(M);
  return M.getDataLayout().getPointerSizeInBits() == 64 && !Target.isNVPTX() &&
         !Target.isAMDGPU() && !Target.isSPIRV();
}

PreservedAnalyses AnomallocPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForOurTarget(M))
    return PreservedAnalyses::all();
  Expected<UserFunctions> Own = readUserFunctions(Options.FunctionsFile);
  if (!Own) {
    reportError(M.getContext(),
                "-anomalloc-functions: " + toString(Own.takeError()));
    return PreservedAnalyses::all();
  }
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  // Of what was not marked before the optimizer ran, as it is now.
  bool Changed =
      Options.LoopCounters && !LoopMarksPass().run(M, AM).areAllPreserved();
  Changed |= UnitInstrumenter(M, FAM, Options, std::move(*Own)).run();
  forgetLoopMarks(M);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
