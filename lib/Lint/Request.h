//===- Request.h - what a person asked of 'anomalloc lint' ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_REQUEST_H
#define ANOMALLOC_LINT_REQUEST_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc::lint {

/// Which findings lead to the exit code Findings. Hint means warnings and
/// hints. All others mean only warnings.
enum class ErrorOn { Any, None, New, High, Medium, Low, Hint };

/// The documents that can be written beside the text.
enum class Format { Sarif, GitLab, Rdjsonl, Json };

enum ExitCode : int {
  NothingFound = 0,
  Findings = 1,
  CannotRun = 2,
  /// Some unit could not be checked, whatever was found in the others.
  Incomplete = 3
};

/// What the compiler proved of blocks that are made on a line.
struct LineVerdict {
  std::string File;
  unsigned Line;
  std::string Text; ///< For a person.
};

struct Request {
  std::string Build; ///< compile_commands.json, or its folder; "": look for it.
  std::string Root;  ///< The project's; "": look for it (Project.h).
  std::vector<std::string> Paths;
  std::optional<std::string> DiffRef;
  std::optional<std::string> DiffFile; ///< "-": standard input.

  std::string Checks;     ///< Globs; "": the default.
  bool ColdFiles = false; ///< Check tests, examples and the like, too.
  std::map<std::string, std::string> CheckOptions;
  /// Writes the lint weights of the profile; null if there is no profile.
  std::function<llvm::Error(llvm::raw_ostream &)> WriteWeights;
  std::vector<LineVerdict> Verdicts;

  std::string Baseline, WriteBaseline;
  bool Fix = false;
  bool ShowHints = false;
  ErrorOn FailOn = ErrorOn::Any;

  std::vector<std::pair<Format, std::string>> Documents;
  bool Color = false;
  size_t Width = SIZE_MAX; ///< Columns that the text fits into.
  /// Called before anything goes to standard output.
  std::function<void()> StartOutput;
  bool ShowProgress = false;
  unsigned Jobs = 1;

  std::string ClangTidy;    ///< "": look for one.
  std::string LLVMPrograms; ///< The folder of LLVM's programs at build time.
  std::string DocDir;       ///< The folder of README.md and docs/.
  std::string IncludeDir;   ///< The folder of anomalloc/anomalloc.h.
  std::string Module;       ///< AnomallocTidyModule.so
  /// The majors of LLVM for which Module is installed.
  std::vector<unsigned> Majors;
  std::string Version; ///< Anomalloc's version.
};

/// The function that AnomallocLint.so exports under EntryName. Returns an
/// ExitCode. If that is CannotRun, \p Failure says why.
using EntryPoint = int(const Request &R, std::string &Failure);
inline constexpr char EntryName[] = "anomallocLint";

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_REQUEST_H
