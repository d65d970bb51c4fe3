//===- BisectTree.h - a work tree for a bisection ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H
#define ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H

#include "worktree/Interruption.h"
#include "worktree/WorkTree.h"
#include <memory>

namespace anomalloc {

/// A work tree of the user's repository in a temporary folder, with a bisection
/// of its own. The user's work tree, index, branch and bisection stay as they
/// are. The destructor removes the temporary folder, the work tree and the
/// bisection, also after SIGINT, SIGTERM or SIGHUP. From create() on, such a
/// signal ends the children, and makes every later call fail. There may be only
/// one object at a time.
class BisectTree : public WorkTree {
public:
  static llvm::Expected<std::unique_ptr<BisectTree>> create();
  ~BisectTree();
  BisectTree(const BisectTree &) = delete;

private:
  explicit BisectTree(TemporaryFolder Folder) : WorkTree(std::move(Folder)) {}

  SignalsNoted Signals;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_BISECT_BISECTTREE_H
