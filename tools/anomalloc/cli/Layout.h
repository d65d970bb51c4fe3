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
  std::string LinkDir; ///< Of what stands in for it when a program is linked.
  std::string StaticRuntime;
  std::string StaticExports; ///< What it shows to libraries, for linkers.
  std::string SitesRuntime;  ///< For fully static programs.
  std::string SizeProbe;     ///< The program of ProbeSizes.cpp.
  std::string RunMeasured;   ///< That of RunMeasured.cpp.
  std::string Page;          ///< The template that lib/Page fills.
  std::string Replayer;      ///< That of lib/Replay.
  std::string LintModule;    ///< llvm-<our major>/AnomallocLint.so
  std::string TidyModule;    ///< AnomallocTidyModule.so, for all majors of LLVM
  std::string IncludeDir;
  std::string CMakeDir;
  std::string DocDir; ///< Of README.md and docs/.

  /// The majors of LLVM that \p File, which is Plugin or TidyModule, is here
  /// for; the newest first.
  std::vector<unsigned> majorsWith(llvm::StringRef File) const;
};

/// Call once, first of all, with argv[0].
void setProgramPath(const char *Argv0);

Layout findLayout();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_LAYOUT_H
