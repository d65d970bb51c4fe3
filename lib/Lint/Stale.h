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

/// How well a profile still fits a source that was changed after the run.
struct Staleness {
  /// Files of the project that have measured lines and were changed since the
  /// run. The names are as in Measurements::Files; sorted.
  std::vector<std::string> Files;
  /// Number of chains through these files whose site the build still has. They
  /// get the lines of today.
  size_t Found = 0;
  size_t Gone = 0; ///< Chains left out: the build no longer has their site.
  size_t Lost = 0; ///< Chains that keep their old lines: today's are unknown.

  bool changed() const { return Found || Gone; }
};

/// Moves the lines of \p M to those of today's source. Looks for the sites of
/// \p M by their ids in the object files of \p D. Uses only object files that
/// are newer than the source. Does nothing if the source did not change since
/// the run.
Staleness bringUpToDate(Measurements &M, const Database &D, const Project &P);

/// A message for the user; "" if the source did not change.
std::string describe(const Staleness &S, const Project &P);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_STALE_H
