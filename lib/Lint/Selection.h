//===- Selection.h - what is checked, and where findings count --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_SELECTION_H
#define ANOMALLOC_LINT_SELECTION_H

#include "Lint/Diff.h"
#include "Lint/Project.h"
#include "Lint/Request.h"
#include "Lint/Units.h"
#include <set>

namespace anomalloc::lint {

struct Selection {
  std::vector<const Unit *> Units; ///< In the order of the database.
  /// Files and folders (real paths) that the user named. Empty: the whole
  /// project.
  std::vector<std::string> Paths;
  /// With a diff: the lines that it changed, by the real path of the file.
  std::optional<ChangedLines> Changed;
  std::vector<std::string> Notes; ///< Messages for the user.
  /// With a profile, and paths or a diff: hot chains that pass through the
  /// selected lines. They are indices of Measurements::Chains.
  std::set<uint32_t> Chains;
  /// Units of Chains that were not selected. Of their findings, only causes are
  /// of interest (Collected::Causes).
  std::set<const Unit *> Followed;

  /// Whether a finding in this line is selected.
  bool wants(const Project &P, llvm::StringRef File, unsigned Line) const;
  /// Whether findings in some line of the file are selected.
  bool wantsSome(const Project &P, llvm::StringRef File) const;
  /// Whether every unit is checked and every line counts.
  bool isWhole() const { return Paths.empty() && !Changed; }
};

llvm::Expected<Selection> select(const Request &R, const Database &D,
                                 const Project &P, llvm::StringRef TidyProgram,
                                 const TemporaryFolder &Scratch);

/// The folder of clang's own headers, which stands beside clang's programs.
std::string resourceFolder(llvm::StringRef TidyProgram);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_SELECTION_H
