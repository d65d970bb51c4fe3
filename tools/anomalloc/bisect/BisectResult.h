//===- BisectResult.h - what a bisection found ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_BISECT_BISECTRESULT_H
#define ANOMALLOC_ANOMALLOC_BISECT_BISECTRESULT_H

#include "Compare/Comparison.h"
#include "Report/text/TextStyle.h"
#include "bisect/BisectTree.h"
#include "bisect/BisectedCommit.h"
#include <optional>

namespace anomalloc {

struct BisectResult {
  struct Candidate {
    CommitTitle Its;
    std::string Skipped; ///< Why it cannot be tested; "": it is bad.
  };
  CommitTitle Good, Bad; ///< The ends.
  /// One of these is the first bad commit. The last one is bad; those before it
  /// cannot be tested. Empty if a commit that the bisection was not to look at
  /// broke the limits.
  std::vector<Candidate> Commits;
  std::string Elsewhere;            ///< Why Commits is empty.
  std::string Budget;               ///< The path of the file of budgets.
  std::vector<CheckedLimit> Broken; ///< Limits that the last commit breaks.
  std::string Tree;                 ///< Where the programs were built.
  /// The last good commit before Commits. ProfileBefore is the path of its
  /// profile. Profile is the path of the profile of the last of Commits.
  CommitTitle Before;
  std::string Profile, ProfileBefore;

  bool found() const { return Commits.size() == 1; }
};

/// The sites that have more of some measure than before.
struct GrownSites {
  std::unique_ptr<anomalloc::Profile> Before, After;
  Comparison Its;
  struct Site {
    const ComparedRow *Row;
    Measure By; ///< The first measure by which it grew.
  };
  std::vector<Site> Sites; ///< Sorted by the size of the change.
};
/// Compares the two profiles of \p Result. With \p ForPeople, names are made
/// printable, so that none can forge a line or a terminal's commands.
llvm::Expected<GrownSites> findGrownSites(const BisectResult &Result,
                                          bool ForPeople);

/// Writes the result as text:
/// \code
/// first bad commit: 8c5352010b43895fb123b00aebd57b548c024110
///   Keep a copy of the row
///   Ann Other, 2023-11-14T22:14:24+00:00
/// limits that it breaks:
///   anomalloc.yaml:4:16: solve: 8 allocations; at most 5
/// sites that make more than at cd84b83a0f9e Step 63:
///   5 -> 7 allocations  solve @ solver.c:5 <- malloc
///   new  0 -> 1 allocations  solve @ solver.c:8 <- calloc
/// \endcode
void writeBisectText(llvm::raw_ostream &OS, const BisectResult &Result,
                     const GrownSites &Sites, const TextStyle &Style);

/// Writes the document of 'anomalloc schema bisect'.
void writeBisectJson(llvm::raw_ostream &OS, const BisectResult &Result,
                     const GrownSites &Sites);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTRESULT_H
