//===- Layout.h - where the parts of Anomalloc stand ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_LAYOUT_H
#define ANOMALLOC_ANOMALLOC_CLI_LAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc {

/// Paths relative to the running executable: <prefix>/bin/anomalloc. The build
/// tree is laid out like the install tree.
struct Layout {
  std::string Program; ///< This executable.
  std::string Prefix;
  std::string LibraryDir; ///< <prefix>/lib/anomalloc
  std::string Plugin;     ///< AnomallocPass.so, for all majors of LLVM
  std::string SharedRuntime;
  std::string LibraryAccess; ///< Preloaded in the mode access.
  std::string OpenMP;        ///< Preloaded by record --openmp.
  std::string Regions;       ///< Hears of regions of other tools.
  std::string RanksLibrary;  ///< Puts the profiles of MPI ranks together.
  std::string Devices;       ///< Preloaded where accelerators are used.
  std::string LinkDir; ///< The folder of SharedRuntime's stand-in for linking.
  std::string StaticRuntime;
  std::string StaticExports; ///< Exports of StaticRuntime, a file for linkers.
  std::string SitesRuntime;  ///< For fully static programs.
  std::string SizeProbe;     ///< The program of ProbeSizes.cpp.
  std::string RunMeasured;   ///< The program of RunMeasured.cpp.
  std::string Page;          ///< The template that lib/Page fills.
  std::string Replayer;      ///< The program of lib/Replay.
  std::string LintModule;    ///< llvm-<our major>/AnomallocLint.so
  std::string TidyModule;    ///< AnomallocTidyModule.so, for all majors of LLVM
  std::string IncludeDir;
  std::string CMakeDir;
  std::string DocDir; ///< Of README.md and docs/.

  /// The majors of LLVM for which \p File is installed, the newest first.
  /// \p File is Plugin or TidyModule.
  std::vector<unsigned> majorsWith(llvm::StringRef File) const;
};

/// Call it once with argv[0], before everything else.
void setProgramPath(const char *Argv0);

Layout findLayout();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_LAYOUT_H
