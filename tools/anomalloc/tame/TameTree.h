//===- TameTree.h - the work tree that is tamed -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMETREE_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMETREE_H

#include "worktree/WorkTree.h"
#include <memory>

namespace anomalloc {

/// A work tree of the user's repository in the work folder. Nothing in the
/// user's work tree changes. In the repository, commits are added, a branch,
/// and git's own folder of the work tree, as long as that is there. The
/// destructor removes nothing.
class TameTree : public WorkTree {
public:
  /// Finds the user's work tree, which is around the current folder.
  static llvm::Expected<std::unique_ptr<TameTree>> find();

  /// Sets the folder that the work tree is in.
  void place(std::string Folder) { Work = std::move(Folder); }

  /// Makes the work tree anew at the commit \p Hash, with its submodules as far
  /// as the user's checkout has them. Adds to \p Notes what is left out.
  llvm::Error begin(llvm::StringRef Hash, std::vector<std::string> &Notes);
  /// Uses the work tree that an earlier run has left, with all that it built.
  /// Returns whether there is one.
  llvm::Expected<bool> reenter(llvm::StringRef Hash);
  /// Removes the work tree, also one that a killed run has left half made.
  llvm::Error removeTree();

  /// How many files of the user's checkout differ from its HEAD.
  llvm::Expected<size_t> uncommitted() const;
  /// Commits the files \p Files, and nothing else, with the text of the file
  /// \p Message. Returns the hash.
  llvm::Expected<std::string> commitFiles(CommandLine Files,
                                          llvm::StringRef Message) const;
  /// Makes \p Files as the commit has them.
  llvm::Error restore(CommandLine Files) const;
  /// Whether git knows the file: it is neither generated nor of a submodule.
  llvm::Expected<bool> tracks(llvm::StringRef File) const;
  /// Writes the commit \p Hash as a patch with the number \p Number to
  /// \p Folder. Returns its path.
  llvm::Expected<std::string> writePatch(llvm::StringRef Hash, size_t Number,
                                         llvm::StringRef Folder) const;
  /// Returns an error if the branch \p Name is not ours to change: it leads to
  /// something else than \p Before, which is "" if there must be none, and
  /// \p Hash; or it is checked out.
  llvm::Error checkBranch(llvm::StringRef Name, llvm::StringRef Hash,
                          llvm::StringRef Before) const;
  /// Lets the branch \p Name lead to \p Hash, after the same check.
  llvm::Error setBranch(llvm::StringRef Name, llvm::StringRef Hash,
                        llvm::StringRef Before) const;

private:
  using WorkTree::WorkTree;
  llvm::Error addSubmodules(const std::string &Here, const std::string &Theirs,
                            unsigned Depth,
                            std::vector<std::string> &Notes) const;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMETREE_H
