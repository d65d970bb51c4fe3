//===- Layout.cpp - where the parts of Anomalloc stand --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <functional>

using namespace llvm;

namespace anomalloc {

static const char *ProgramPath = "anomalloc";

void setProgramPath(const char *Argv0) { ProgramPath = Argv0; }

Layout findLayout() {
  // The address of any function of the executable will do.
  std::string Executable = sys::fs::getMainExecutable(
      ProgramPath, reinterpret_cast<void *>(&findLayout));
  Layout L;
  L.Program = Executable;
  L.Prefix = sys::path::parent_path(sys::path::parent_path(Executable)).str();
  auto Under = [&L](const char *Relative) {
    SmallString<128> Path(L.Prefix);
    sys::path::append(Path, Relative);
    return Path.str().str();
  };
  L.LibraryDir = Under(ANOMALLOC_LIBDIR);
  L.Plugin = L.LibraryDir + "/AnomallocPass.so";
  L.SharedRuntime = L.LibraryDir + "/libanomalloc_rt.so";
  L.LibraryAccess = L.LibraryDir + "/libanomalloc_rt_access.so";
  L.OpenMP = L.LibraryDir + "/libanomalloc_rt_openmp.so";
  L.Regions = L.LibraryDir + "/libanomalloc_rt_regions.so";
  L.RanksLibrary = L.LibraryDir + "/libanomalloc_mpi.so";
  L.Devices = L.LibraryDir + "/libanomalloc_rt_devices.so";
  L.LinkDir = L.LibraryDir + "/link";
  L.StaticRuntime = L.LibraryDir + "/libanomalloc_rt.a";
  L.StaticExports = L.LibraryDir + "/static-exports.list";
  L.SitesRuntime = L.LibraryDir + "/libanomalloc_rt_sites.a";
  L.SizeProbe = L.LibraryDir + "/probe-sizes";
  L.RunMeasured = L.LibraryDir + "/run-measured-static";
  L.Page = L.LibraryDir + "/page.html";
  L.Replayer = L.LibraryDir + "/replayer";
  L.LintModule = L.LibraryDir + "/llvm-" + std::to_string(LLVM_VERSION_MAJOR) +
                 "/AnomallocLint.so";
  L.TidyModule = L.LibraryDir + "/AnomallocTidyModule.so";
  L.IncludeDir = Under("include");
  L.CMakeDir = Under(ANOMALLOC_CMAKEDIR);
  L.DocDir = Under(ANOMALLOC_DOCDIR);
  return L;
}

std::vector<unsigned> Layout::majorsWith(StringRef File) const {
  std::vector<unsigned> Majors;
  std::error_code Ignored;
  for (sys::fs::directory_iterator I(LibraryDir, Ignored), End;
       !Ignored && I != End; I.increment(Ignored)) {
    StringRef Name = sys::path::filename(I->path());
    unsigned Major;
    if (Name.consume_front("llvm-") && !Name.getAsInteger(10, Major) &&
        sys::fs::exists(I->path() + "/" + sys::path::filename(File)))
      Majors.push_back(Major);
  }
  sort(Majors, std::greater<>());
  return Majors;
}

} // namespace anomalloc
