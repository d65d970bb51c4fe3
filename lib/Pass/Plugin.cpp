//===- Plugin.cpp - registers the passes ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnomallocPass.h"
#include "Compat.h"
#include "calls/RecursionPass.h"
#include "loops/LoopMarks.h"
#include "makers/MakersPass.h"
#include "sections/SectionsPass.h"
#include "tame/TamePass.h"
#include <dlfcn.h>

using namespace llvm;
using namespace anomalloc;

/// What the profiler needs is left out with it.
static bool records() { return PassOptions::fromCommandLine().Record; }

static void addTame(ModulePassManager &MPM) {
  MPM.addPass(TamePass(PassOptions::fromCommandLine()));
}

static void addAnomalloc(ModulePassManager &MPM) {
  MPM.addPass(AnomallocPass(PassOptions::fromCommandLine()));
}

/// The last passes.
static void addLast(ModulePassManager &MPM) {
  // First, so that what is not there any more is not recorded.
  const PassOptions Options = PassOptions::fromCommandLine();
  if (!Options.Tame.empty() || !Options.Profile.empty())
    addTame(MPM);
  if (Options.Record)
    addAnomalloc(MPM);
}

static void addSections(ModulePassManager &MPM) {
  MPM.addPass(SectionsPass(PassOptions::fromCommandLine()));
}

static void addMakers(ModulePassManager &MPM) {
  MPM.addPass(MakersPass(PassOptions::fromCommandLine()));
}

static void addLoopMarks(ModulePassManager &MPM) {
  if (PassOptions::fromCommandLine().LoopCounters)
    MPM.addPass(LoopMarksPass());
}

static void addRecursion(ModulePassManager &MPM) {
  MPM.addPass(RecursionPass());
}

/// We insert inline assembly, and flang has no parser for it: its language has
/// none. LLVM has one, where flang finds it, too. Elsewhere it is there already.
static void offerAssemblyParsers() {
  for (const char *Name :
       {"LLVMInitializeX86AsmParser", "LLVMInitializeAArch64AsmParser"})
    if (auto *Initialize =
            reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, Name)))
      Initialize();
}

static void registerPasses(PassBuilder &PB) {
  offerAssemblyParsers();
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "anomalloc-tame")
          addTame(MPM);
        else if (Name == "anomalloc")
          addAnomalloc(MPM);
        else if (Name == "anomalloc-sections")
          addSections(MPM);
        else if (Name == "anomalloc-makers")
          addMakers(MPM);
        else if (Name == "anomalloc-recursion")
          addRecursion(MPM);
        else if (Name == "anomalloc-loops")
          addLoopMarks(MPM);
        else
          return false;
        return true;
      });
  // After everything, so that what ships is what is measured. With -flto this
  // is in the compile step; with -flto=thin there and again in lld.
  compat::registerOptimizerLast(PB, addLast);
  // Full link-time optimization of what was compiled without the plugin.
  compat::registerFullLinkTimeOptimizationLast(PB, addLast);
  if (!records())
    return;
  // Of the compile step alone: what was optimized shows no recursion any more.
  compat::registerPipelineStart(PB, addRecursion);
  // While loops still are the source's.
  compat::registerPipelineStart(PB, addLoopMarks);
  compat::registerFullLinkTimeOptimizationEarly(PB, addLoopMarks);
  PB.registerCGSCCOptimizerLateEPCallback(
      [](CGSCCPassManager &PM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          PM.addPass(createCGSCCToFunctionPassAdaptor(LoopMarksPruner()));
      });
  // Before inlining, so that functions still are what their names say.
  compat::registerPipelineStart(PB, addSections);
  // Before inlining too, so that the answer does not depend on it.
  compat::registerEarlySimplification(PB, addMakers);
  compat::registerFullLinkTimeOptimizationEarly(PB, addMakers);
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Anomalloc", "0.1", registerPasses};
}
