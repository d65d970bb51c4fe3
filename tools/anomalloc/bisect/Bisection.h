//===- Bisection.h - which commit broke a limit? ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_BISECT_BISECTION_H
#define ANOMALLOC_ANOMALLOC_BISECT_BISECTION_H

#include "bisect/BisectResult.h"

namespace anomalloc {

struct BisectSettings {
  std::string Good, Bad = "HEAD"; ///< As the user names them.
  std::string Build, Run;         ///< For the shell. Build may be "".
  std::string Budget = "anomalloc.yaml";
  CommandLine Paths;  ///< Relative to the current folder.
  int ProgressTo = 2; ///< A descriptor. Git's children print to files.
};

/// Drives 'git bisect run' in a work tree of its own.
class Bisection {
public:
  explicit Bisection(BisectSettings Settings) : Settings(std::move(Settings)) {}

  /// Runs the bisection. This object must outlive the result, whose files are
  /// in the folder of the work tree.
  llvm::Expected<BisectResult> run();

private:
  llvm::Error begin();
  llvm::Error findEnds();
  llvm::Error countCommits() const;
  llvm::Error testEnds();
  llvm::Expected<TestedCommit> test(llvm::StringRef Hash);
  CommandLine step() const;
  llvm::Expected<std::vector<std::string>> search();
  llvm::Expected<std::vector<std::string>> candidates() const;
  llvm::Expected<std::string> otherCulprit(llvm::ArrayRef<std::string> Hashes);
  llvm::Expected<std::string> lastGoodBefore(llvm::StringRef Hash) const;
  llvm::Expected<BisectResult> resultOf(std::vector<std::string> Hashes);
  CommandLine withPaths(CommandLine Arguments) const;
  llvm::Expected<std::vector<std::string>> list(CommandLine Arguments) const;
  BisectedCommit keptOf(llvm::StringRef Hash) const {
    return BisectedCommit(Tree->work(), Hash);
  }

  BisectSettings Settings;
  std::unique_ptr<BisectTree> Tree;
  std::string Good, Bad; ///< Hashes.
  std::string Budget;    ///< The real path.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTION_H
