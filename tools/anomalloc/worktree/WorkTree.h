//===- WorkTree.h - a work tree of git's beside the user's ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_WORKTREE_WORKTREE_H
#define ANOMALLOC_ANOMALLOC_WORKTREE_WORKTREE_H

#include "Support/Processes.h"
#include "llvm/ADT/StringRef.h"

namespace anomalloc {

/// As many digits of a hash as people are shown.
constexpr size_t ShortHash = 12;

/// A commit, as a person knows it.
struct CommitTitle {
  std::string Hash, Subject, Author, Date;
};

/// Removes from the environment the variables that an outer git has set, so
/// that the next git looks at the current folder.
void forgetOuterGit();

/// A work tree of the user's repository, in another folder. The user's work
/// tree, index and branch stay as they are. No hook of the user's runs. After a
/// signal (Interruption.h) every call fails. One thread at a time.
class WorkTree {
public:
  /// The full hash of the commit \p Ref.
  llvm::Expected<std::string> commit(llvm::StringRef Ref) const;
  /// \p Path, relative to the user's current folder, as a path from the top of
  /// the work tree.
  std::string fromTop(llvm::StringRef Path) const;

  /// Makes the work tree at the commit \p Hash. Call it before runHere().
  llvm::Error checkOut(llvm::StringRef Hash);
  /// Runs git in the work tree; before checkOut(), in the user's work tree.
  /// Returns the output of git, or an error with its messages.
  llvm::Expected<std::string> git(CommandLine Arguments) const;
  /// Runs git as git() does. But a failure of git is no error here.
  llvm::Expected<ProcessResult> tryGit(CommandLine Arguments) const;
  /// Runs git in another folder. A failure of git is no error here.
  llvm::Expected<ProcessResult> gitIn(llvm::StringRef Folder,
                                      CommandLine Arguments) const;
  /// Runs another program in the work tree.
  llvm::Expected<ProcessResult> runHere(CommandLine Command) const;

  llvm::Expected<CommitTitle> title(llvm::StringRef Hash) const;

  /// The folder that the work tree is in, and the work tree.
  const std::string &work() const { return Work; }
  std::string path() const { return Work + "/tree"; }
  /// The top folder of the user's work tree.
  const std::string &top() const { return Top; }
  /// The user's current folder below top(); "" or "a/b/".
  const std::string &prefix() const { return Prefix; }

protected:
  explicit WorkTree(TemporaryFolder Scratch) : Scratch(std::move(Scratch)) {}

  /// Finds the user's work tree, which is around the current folder.
  llvm::Error findTop();
  /// Deletes the work tree, and git's own folder for it. What remains of it
  /// after a failure is no error.
  void remove();

  TemporaryFolder Scratch; ///< For the output of programs.
  std::string Work;        ///< A real path.
  std::string Top;
  std::string Prefix;
  /// Git's own folder for the new work tree; "": there is none.
  std::string Admin;
};

/// The folder that the file .git of the work tree \p Tree leads to; "" if there
/// is none.
std::string adminOfWorkTree(const std::string &Tree);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_WORKTREE_WORKTREE_H
