//===- BisectedCommit.h - what is kept of a commit --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_BISECT_BISECTEDCOMMIT_H
#define ANOMALLOC_ANOMALLOC_BISECT_BISECTEDCOMMIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

/// A limit of the file of budgets, and the message of 'anomalloc check' on it.
struct CheckedLimit {
  int64_t Line = 0, Column = 0;
  std::string Message; ///< "solve: 8 allocations; at most 5".
};

/// The outcome of testing a commit with 'anomalloc bisect', and its reason.
struct TestedCommit {
  enum class Outcome { Untested, Good, Bad, Skipped };
  Outcome Its = Outcome::Untested;
  /// For a skipped commit, why it cannot be tested. For a bad commit, the first
  /// limit that it breaks.
  std::string Why;
};

/// The files of one commit, in the temporary folder of a bisection.
class BisectedCommit {
public:
  BisectedCommit(llvm::StringRef Work, llvm::StringRef Hash)
      : Folder((Work + "/commits/" + Hash).str()) {}

  std::string runs() const { return Folder + "/runs"; }
  std::string profile() const { return Folder + "/run.anomalloc"; }
  std::string verdicts() const { return Folder + "/check.json"; }
  /// What the build, the run and the check printed.
  std::string log() const { return Folder + "/log"; }

  /// Reads what save() wrote. The outcome is Untested if nothing was saved.
  TestedCommit load() const;
  llvm::Error save(const TestedCommit &Tested) const;
  /// The limits with the outcome \p Wanted ("broken") in verdicts().
  std::vector<CheckedLimit> limits(llvm::StringRef Wanted) const;

private:
  std::string outcome() const { return Folder + "/outcome"; }
  std::string Folder;
};

/// The exit codes by which 'git bisect run' goes on.
enum BisectExit : int { BisectGood = 0, BisectBad = 1, BisectSkip = 125 };

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTEDCOMMIT_H
