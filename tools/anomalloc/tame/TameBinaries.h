//===- TameBinaries.h - two builds of one program at one place --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEBINARIES_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEBINARIES_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

/// Keeps programs and libraries of a build folder while a newer build replaces
/// them, so that runs of both can alternate. All else that a program reads from
/// its folder is that of the newer build.
class TameBinaries {
public:
  /// \p Tree is where they are built. \p Folder, on the same file system, is
  /// where they are kept; it is made and emptied as need be.
  TameBinaries(std::string Tree, std::string Folder)
      : Tree(std::move(Tree)), Folder(std::move(Folder)) {}

  /// Copies all executables and shared libraries below the tree.
  llvm::Error save();
  /// Exchanges the copies with what is in their place now; each file whole. The
  /// next call undoes it.
  llvm::Error exchange() const;

private:
  std::string kept(size_t Index) const {
    return Folder + "/" + std::to_string(Index);
  }

  std::string Tree, Folder;
  std::vector<std::string> Files; ///< The copy of the first is Folder/0.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEBINARIES_H
