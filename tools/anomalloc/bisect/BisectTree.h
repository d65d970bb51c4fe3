//===- BisectTree.h - a work tree for a bisection ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H
#define ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H

#include "Support/Processes.h"
#include "llvm/ADT/StringRef.h"
#include <csignal>
#include <memory>

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

/// A work tree of the user's repository in a temporary folder, with a bisection
/// of its own. The user's work tree, index, branch and bisection stay as they
/// are. The destructor removes the temporary folder, the work tree and the
/// bisection, also after SIGINT, SIGTERM or SIGHUP. From create() on, such a
/// signal ends the children, and makes every later call fail. There may be only
/// one object at a time.
class BisectTree {
public:
  static llvm::Expected<std::unique_ptr<BisectTree>> create();
  ~BisectTree();
  BisectTree(const BisectTree &) = delete;

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
  /// Runs another program in the work tree.
  llvm::Expected<ProcessResult> runHere(CommandLine Command) const;

  llvm::Expected<CommitTitle> title(llvm::StringRef Hash) const;

  /// The temporary folder, and the work tree in it.
  std::string work() const { return Work; }
  std::string path() const { return Work + "/tree"; }
  /// The signal that came; 0: none.
  static int interruption();

private:
  explicit BisectTree(TemporaryFolder Folder);
  llvm::Expected<ProcessResult> gitIn(llvm::StringRef Folder,
                                      CommandLine Arguments) const;

  static constexpr int Signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction Before[std::size(Signals)];
  TemporaryFolder Folder;
  std::string Work;   ///< The real path of Folder.
  std::string Top;    ///< The top folder of the user's work tree.
  std::string Prefix; ///< The user's current folder below Top; "" or "a/b/".
  std::string
      Admin; ///< Git's own folder for the new work tree; "": there is none.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H
