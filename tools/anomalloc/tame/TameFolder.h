//===- TameFolder.h - where a taming keeps its files ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMEFOLDER_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace anomalloc {

/// The work folder of a checkout. It lives on between runs, and one run at a
/// time has it:
/// \code
///   tree/                 the work tree of git's
///   state.json            what is known (TameState.h)
///   commands/             how each file is compiled (clang's fragments)
///   profiles/0.anomalloc  what was recorded before the first step
///   patches/0001-*.patch  a kept step
///   log                   what the last command printed
///   lock, children.lock   held while a run lives, and while its children do
/// \endcode
/// Both locks are of flock(2): the system gives them back when their holders
/// end, however they end.
class TameFolder {
public:
  /// The folder for the checkout \p Top in the user's cache
  /// (XDG_CACHE_HOME, else ~/.cache).
  static llvm::Expected<std::string> defaultFor(llvm::StringRef Top);

  /// Makes the folder \p Path if need be, and locks it. If programs still run
  /// that an earlier, killed run of ours has started, they are killed. Returns
  /// an error if another run has it, or if it has files that are not ours.
  static llvm::Expected<std::unique_ptr<TameFolder>> open(llvm::StringRef Path);
  ~TameFolder();
  TameFolder(const TameFolder &) = delete;

  const std::string &path() const { return Path; }
  std::string file(const llvm::Twine &Name) const {
    return Path + "/" + Name.str();
  }
  std::string commands() const { return file("commands"); }
  /// The file that the process group of a command that runs stands in.
  std::string group() const { return file("group"); }

private:
  explicit TameFolder(std::string Path) : Path(std::move(Path)) {}
  llvm::Error claim();
  llvm::Error lock();
  llvm::Error lockForChildren();

  std::string Path; ///< Real.
  int Lock = -1, Children = -1;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMEFOLDER_H
