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
  /// Files and folders (real paths) that were named; empty: all of the project.
  std::vector<std::string> Paths;
  /// With a diff: what it changed, by real path.
  std::optional<ChangedLines> Changed;
  std::vector<std::string> Notes; ///< For the person.
  /// With a profile, and paths or a diff: hot chains (Measurements::Chains)
  /// that pass what was asked for.
  std::set<uint32_t> Chains;
  /// Units of Chains that were not asked for: only causes are of interest.
  std::set<const Unit *> Followed;

  /// Whether a finding there is asked for.
  bool wants(const Project &P, llvm::StringRef File, unsigned Line) const;
  /// Whether findings somewhere in the file are asked for.
  bool wantsSome(const Project &P, llvm::StringRef File) const;
  /// Whether every unit is checked and every line counts.
  bool isWhole() const { return Paths.empty() && !Changed; }
};

llvm::Expected<Selection> select(const Request &R, const Database &D,
                                 const Project &P, llvm::StringRef TidyProgram,
                                 const TemporaryFolder &Scratch);

/// clang's own headers stand beside its programs.
std::string resourceFolder(llvm::StringRef TidyProgram);

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_SELECTION_H
