//===- LintFindings.h - what checks found, by entry -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_CHANGES_LINTFINDINGS_H
#define ANOMALLOC_ANALYSIS_CHANGES_LINTFINDINGS_H

#include "Analysis/changes/ChangeList.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// A finding of 'anomalloc lint --json' ('anomalloc schema lint').
struct LintFinding {
  struct Line {
    std::string File; ///< Absolute, if lint's root is.
    uint32_t Number = 0;
  };
  std::string Check, Message;
  std::string File; ///< As lint names it.
  Line At;
  uint32_t Column = 0; ///< In bytes, from 1.
  bool HasFix = false;
  /// The finding depends on nothing that the check could not see: its certainty
  /// is "proved" or "shown".
  bool IsSure = false;
  /// Only if lint was given a profile: the sites that made the blocks of the
  /// finding, and the lines to change.
  std::set<uint64_t> Sites;
  std::vector<Line> Lines;
};

/// Returns the findings in the order of the file, whose content is \p Json. The
/// error says what is wrong with \p Json.
llvm::Expected<std::vector<LintFinding>> readLintFindings(llvm::StringRef Json);

/// The advice in the message of a finding, a part of \p Message; "" if the
/// finding is only a fact.
llvm::StringRef suggestionIn(llvm::StringRef Message);

/// Returns, for each entry of \p List, the indices of the findings about the
/// same blocks. A finding with a profile is joined by its lines to change and
/// its sites. Any other finding must stand at one of the entry's lines, or in a
/// maker that these lines call.
///
/// Also gives an entry the remedy of a finding that is sure and is about most
/// of the entry's blocks: the source says more than numbers do. \p List then
/// refers to \p Findings.
std::vector<std::vector<uint32_t>>
joinLintFindings(const Profile &P, ChangeList &List,
                 llvm::ArrayRef<LintFinding> Findings);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_LINTFINDINGS_H
