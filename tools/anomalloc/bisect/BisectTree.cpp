//===- BisectTree.cpp - a work tree for a bisection -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bisect/BisectTree.h"
#include "Support/Errors.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {

BisectTree::~BisectTree() {
  // A second Ctrl-C must not leave half of it behind.
  Signals.ignore();
  if (!Admin.empty())
    remove();
}

Expected<std::unique_ptr<BisectTree>> BisectTree::create() {
  forgetOuterGit(); // A hook's names the user's index.
  Expected<TemporaryFolder> Folder = TemporaryFolder::create();
  if (!Folder)
    return Folder.takeError();
  std::unique_ptr<BisectTree> Tree(new BisectTree(std::move(*Folder)));
  SmallString<256> Real;
  if (std::error_code EC = sys::fs::real_path(Tree->Scratch.file("."), Real))
    return inContext("the temporary folder", errorCodeToError(EC));
  Tree->Work = Real.str().str();
  if (Error E = Tree->findTop())
    return std::move(E);
  return Tree;
}

} // namespace anomalloc
