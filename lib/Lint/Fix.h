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

/// Says why the project does not compile with these texts instead of what the
/// files (real paths) hold; "": it does.
using CompileProbe = llvm::function_ref<llvm::Expected<std::string>(
    const std::map<std::string, std::string> &Texts)>;

struct FixReport {
  std::vector<Finding> Fixed;
  std::vector<std::string> Files;   ///< That were rewritten, sorted.
  std::vector<std::string> Skipped; ///< Sentences: which fix was not applied.
};

/// Applies the fixes of \p Findings, warnings and hints, that are proved, and
/// moves those findings to the report. A fix is applied as a whole or not at
/// all, and not if it meets another one (MeetingFixes.h), if it reaches a file
/// that is not the project's, or one that was written after \p Started. Those
/// with which \p Compile finds an error are taken back, and told. All files are
/// made before the first is put in place; an error before that changes nothing.
llvm::Expected<FixReport> applyFixes(std::vector<Finding> &Findings,
                                     const Project &P, SourceFiles &Files,
                                     llvm::sys::TimePoint<> Started,
                                     CompileProbe Compile);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_FIX_H
