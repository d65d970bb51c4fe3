//===- TameLint.h - what may be changed -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMELINT_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMELINT_H

#include "tame/TameProgram.h"

namespace anomalloc {

/// What 'anomalloc lint' says of one state of the source.
struct TameFindings {
  /// Changes that a program can make. The most allocations first; of equal
  /// ones, those first that are proved.
  std::vector<TameChange> Changes;
  /// What a person must deal with, the most allocations first: findings without
  /// a change, and what the report says of lines without a finding.
  std::vector<TameChange> Others;
  std::vector<std::string> Notes;
};

/// Reads the document of 'anomalloc schema lint'. Findings with fewer than
/// \p Least measured allocations are left out.
llvm::Expected<TameFindings> readTameFindings(llvm::StringRef Json,
                                              uint64_t Least);

/// Runs 'anomalloc lint' in the work tree with a profile.
class TameLint {
public:
  TameLint(const TameSettings &Settings, const TameTree &Tree,
           const TameShell &Shell, const TameFolder &Folder)
      : Settings(Settings), Tree(Tree), Shell(Shell), Folder(Folder) {}

  /// Changes in files that git does not know, such as generated ones and those
  /// of submodules, are left to a person, and so are changes in files that the
  /// user does not want.
  llvm::Expected<TameFindings> find(const std::string &Profile) const;

private:
  llvm::Expected<std::string> database() const;
  bool isWanted(llvm::StringRef File) const;

  const TameSettings &Settings;
  const TameTree &Tree;
  const TameShell &Shell;
  const TameFolder &Folder;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMELINT_H
