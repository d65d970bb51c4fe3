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

/// Removes the variables from the environment that an outer git has set. Then
/// the next git looks at the current folder.
void forgetOuterGit();

/// A work tree of the user's repository in a temporary folder, with a bisection
/// of its own. The user's work tree, index, branch and bisection stay as they
/// are. The destructor removes the temporary folder, the work tree and the
/// bisection. This also works after SIGINT, SIGTERM or SIGHUP. From create()
/// on, these signals end the children, and every later call fails. There may be
/// only one object at a time.
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

  /// Makes the work tree at the commit \p Hash. Call it before the calls below.
  llvm::Error checkOut(llvm::StringRef Hash);
  /// Runs git in the work tree. Returns its output, or an error with its
  /// messages.
  llvm::Expected<std::string> git(CommandLine Arguments) const;
  /// The same, but a failure of git is no error.
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
  std::string Top;    ///< Of the user's work tree.
  std::string Prefix; ///< The user's folder in it; "" or "a/b/".
  std::string
      Admin; ///< Git's own folder for the new work tree; "": there is none.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H
