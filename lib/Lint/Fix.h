//===- Fix.h - apply the fixes of findings ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_FIX_H
#define ANOMALLOC_LINT_FIX_H

#include "Lint/Project.h"
#include "Review/SourceFiles.h"
#include "llvm/Support/Chrono.h"

namespace anomalloc::lint {

/// Compiles the project as if each file that is a key of \p Texts, a real path,
/// had the text that stands there. Returns why that does not compile, or "" if
/// it does.
using CompileProbe = llvm::function_ref<llvm::Expected<std::string>(
    const std::map<std::string, std::string> &Texts)>;

struct FixReport {
  std::vector<Finding> Fixed;
  std::vector<std::string> Files;   ///< Rewritten files, sorted.
  std::vector<std::string> Skipped; ///< A sentence for each fix not applied.
};

/// Applies all proved fixes of \p Findings, of warnings and of hints. Moves the
/// fixed findings to the report. A fix is applied as a whole or not at all. It
/// is not applied if it meets another fix (MeetingFixes.h), if it reaches a
/// file outside of the project, or if it reaches a file that was written after
/// \p Started. Fixes with which \p Compile finds an error are taken back and
/// reported. All new files are complete before the first is put in place. An
/// error before that changes nothing.
llvm::Expected<FixReport> applyFixes(std::vector<Finding> &Findings,
                                     const Project &P, SourceFiles &Files,
                                     llvm::sys::TimePoint<> Started,
                                     CompileProbe Compile);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_FIX_H
