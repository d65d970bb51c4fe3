//===- PreloadedParts.cpp - the libraries that a program gets -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/PreloadedParts.h"
#include "Support/Errors.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/RuntimeFlags.h"
#include "record/Devices.h"
#include "record/ModeChoice.h"
#include "record/OutputPattern.h"
#include "record/Preload.h"
#include "record/RegionTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {
namespace {

bool isSet(const char *Variable) {
  const char *Value = getenv(Variable);
  return Value && *Value;
}

Error preloadInstalled(const std::string &Library) {
  if (!sys::fs::exists(Library))
    return makeError("there is no " + Library +
                     ": Anomalloc is not installed completely");
  preloadLibrary(Library);
  // A shared AddressSanitizer ends a program where it is not the first library;
  // behind ours it works as well.
  constexpr char Asan[] = "ASAN_OPTIONS";
  std::string Options = isSet(Asan) ? getenv(Asan) + std::string(":") : "";
  Options += "verify_asan_link_order=0";
  setenv(Asan, Options.c_str(), 1);
  return Error::success();
}

/// Whether ranks of an MPI program start here, or the program \p Name starts
/// them.
bool startsRanks(StringRef Name) {
  if (mpiRank())
    return true;
  // mpirun.mpich, mpiexec_4711
  Name = sys::path::filename(Name);
  Name = Name.take_until([](char C) { return C == '.' || C == '_'; });
  return is_contained(
      {
#define ANOMALLOC_LAUNCHER(Name) StringRef(Name),
#include "record/Launchers.def"
      },
      Name);
}

/// What is preloaded stands before what a program is linked with: an allocator
/// there would keep the runtime from seeing dark allocations.
bool needsRuntime(Carries Found) {
  return canPreload(Found) &&
         (Found != Carries::SharedRuntime || isSet("LD_PRELOAD"));
}

Error preloadDevices(const RecordedProgram &Program, bool Wanted) {
  if (Program.Runtime == Carries::Hopeless || isStatic(Program.Image))
    return Error::success();
  const DevicesOf Its = devicesOf(Program.Image);
  if (!Its.Functions && !Its.Kokkos && !Wanted)
    return Error::success();
  const std::string Library = findLayout().Devices;
  // Kokkos loads one tool alone, and ends if both of its variables name some.
  constexpr char Tools[] = "KOKKOS_TOOLS_LIBS";
  if ((Its.Kokkos || Wanted) && !isSet(Tools) &&
      !isSet("KOKKOS_PROFILE_LIBRARY"))
    setenv(Tools, Library.c_str(), 1);
  return preloadInstalled(Library);
}

} // namespace

Error preloadAll(const RecordedProgram &Program, StringRef Name,
                 StringRef Options, const PreloadedParts &Parts) {
  const Layout L = findLayout();
  const bool Enabled = optionValue(Options, "enabled") != "0";
  // What is preloaded later stands before it.
  if (startsRanks(Name) && optionValue(Options, "each_rank") == "0" &&
      sys::fs::exists(L.RanksLibrary))
    preloadLibrary(L.RanksLibrary);
  if (needsRuntime(Program.Runtime))
    if (Error E = preloadInstalled(L.SharedRuntime))
      return E;
  if (!Enabled)
    return Error::success();

  const bool Regions = Parts.Regions || optionValue(Options, "kernels") == "1";
  if (Regions) // Before those of accelerators, which it hands on.
    nameTool(L.Regions, Parts.Quiet);
  if (Error E = preloadDevices(Program, Parts.Devices))
    return E;
  const bool IsAlone = !Parts.Quiet && isStatic(Program.Image);
  if (modeIn(Options).has(Mode::Access)) {
    if (IsAlone)
      tell("note: the program is linked statically: nobody sees its blocks "
           "end, so no accesses are counted; link it dynamically");
    if (Error E = preloadInstalled(L.LibraryAccess))
      return E;
  }
  if (Parts.OpenMP) {
    if (IsAlone)
      tell("note: the program is linked statically: its parallel regions are "
           "no sections; link it dynamically");
    if (Error E = preloadInstalled(L.OpenMP))
      return E;
  }
  return Regions ? preloadInstalled(L.Regions) : Error::success();
}

} // namespace anomalloc
