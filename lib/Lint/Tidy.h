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

/// What clang-tidy said of one unit.
struct UnitResult {
  /// Why it could not be checked; "": it was.
  std::string Failure;
  std::vector<clang::tooling::Diagnostic> Diagnostics;
  /// Places whose fix did not arrive whole and was taken away.
  std::vector<std::string> Unfixed;
};

/// Finds a clang-tidy of our LLVM's major, loads the module into it, and makes
/// sure that every check that \p R names exists.
llvm::Expected<Tidy> findTidy(const Request &R, const TemporaryFolder &Scratch);

/// Sets the options of the checks: those that lint needs, then \p Options. They
/// go before those in .clang-tidy files.
void setCheckOptions(Tidy &T,
                     const std::map<std::string, std::string> &Options);

/// Runs it over \p Units, in parallel; the results are in their order.
/// \p OnProgress is called at first, and after each but the last, with the
/// number done so far and the unit that has run the longest.
llvm::Expected<std::vector<UnitResult>>
runTidy(const Tidy &T, llvm::ArrayRef<const Unit *> Units, unsigned Jobs,
        const TemporaryFolder &Scratch,
        llvm::function_ref<void(size_t Done, const Unit &Longest)> OnProgress);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_TIDY_H
