//===- Tidy.h - clang-tidy with the Anomalloc checks ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_TIDY_H
#define ANOMALLOC_LINT_TIDY_H

#include "Lint/Request.h"
#include "Lint/Units.h"
#include "Support/Processes.h"
#include "clang/Tooling/Core/Diagnostic.h"

namespace anomalloc::lint {

/// A clang-tidy that can load the module, and what it is to be told.
struct Tidy {
  std::string Program;
  std::string Module;
  std::string Checks;  ///< As for --checks.
  std::string Config;  ///< As for --config.
  std::string Overlay; ///< As for --vfsoverlay; "": none.
};

/// The output of clang-tidy for one unit.
struct UnitResult {
  /// Why the unit could not be checked; "": it was checked.
  std::string Failure;
  std::vector<clang::tooling::Diagnostic> Diagnostics;
  /// Places ("a.cpp:3:10") of findings whose fixes did not arrive whole. The
  /// fixes were removed.
  std::vector<std::string> Unfixed;
};

/// Finds a clang-tidy of our LLVM's major, loads the module into it, and makes
/// sure that every check that \p R names exists. Sets no options.
llvm::Expected<Tidy> findTidy(const Request &R, const TemporaryFolder &Scratch);

/// Sets the options of the checks: those that lint needs, then \p Options. They
/// override options in .clang-tidy files.
void setCheckOptions(Tidy &T,
                     const std::map<std::string, std::string> &Options);

/// Runs \p T over \p Units, \p Jobs of them in parallel. The results are in the
/// order of \p Units. \p OnProgress is called at first, and after each unit but
/// the last. \p Done is the number of units done so far, and \p Longest the
/// running unit that was started first.
llvm::Expected<std::vector<UnitResult>>
runTidy(const Tidy &T, llvm::ArrayRef<const Unit *> Units, unsigned Jobs,
        const TemporaryFolder &Scratch,
        llvm::function_ref<void(size_t Done, const Unit &Longest)> OnProgress);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_TIDY_H
