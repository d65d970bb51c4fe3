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

/// A finding of 'anomalloc lint --json' (docs/lint.schema.json).
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
  /// Nothing that the check could not see would make it wrong.
  bool IsSure = false;
  /// With a profile: the sites that made its blocks, and the lines to change.
  std::set<uint64_t> Sites;
  std::vector<Line> Lines;
};

/// In the order of the file. The error says what is wrong with \p Json.
llvm::Expected<std::vector<LintFinding>> readLintFindings(llvm::StringRef Json);

/// What \p F advises; "" if it is only a fact.
llvm::StringRef suggestionOf(const LintFinding &F);

/// Likewise, and gives each entry the remedy of a finding that is sure and is
/// about most of its blocks: the source says more than numbers do. \p List
/// refers to \p Findings then.
///
/// For each entry of \p List the findings about the same blocks, as indices: if
/// they were measured, by the lines to change and the sites; else if they stand
/// at one of the entry's lines, or in a maker that these call.
std::vector<std::vector<uint32_t>>
joinLintFindings(const Profile &P, ChangeList &List,
                 llvm::ArrayRef<LintFinding> Findings);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_CHANGES_LINTFINDINGS_H
