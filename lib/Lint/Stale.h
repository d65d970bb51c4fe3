//===- Stale.h - profiles that are older than the source --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_STALE_H
#define ANOMALLOC_LINT_STALE_H

#include "Lint/Project.h"
#include "Weights/Measurements.h"

namespace anomalloc::lint {

/// What became of a profile that was recorded before the source was changed.
struct Staleness {
  /// Files of the project with measured lines that were changed since, as they
  /// stand there; sorted.
  std::vector<std::string> Files;
  /// Chains through these files whose site the build still has: their lines are
  /// those of today.
  size_t Found = 0;
  size_t Gone = 0; ///< The build has no such site any more: left out.
  size_t Lost = 0; ///< By their old lines: nobody knows today's.

  bool changed() const { return Found || Gone; }
};

/// Looks for the sites of \p M by their ids in the objects of \p D, which are
/// those of today if they are newer than the source, and moves the lines. Does
/// nothing if the source did not change since the run.
Staleness bringUpToDate(Measurements &M, const Database &D, const Project &P);

/// For the person; "": the source did not change.
std::string describe(const Staleness &S, const Project &P);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_STALE_H
