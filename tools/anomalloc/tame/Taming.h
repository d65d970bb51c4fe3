//===- Taming.h - changes a program step by step ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMING_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMING_H

#include "tame/TameLint.h"
#include "tame/TameTimer.h"
#include "worktree/Interruption.h"

namespace anomalloc {

/// Takes the changes that lint offers, the hottest first; tries each in a work
/// tree of git's; keeps what saves allocations and makes nothing else worse.
class Taming {
public:
  explicit Taming(TameSettings Settings) : Settings(std::move(Settings)) {}

  /// Does the work, or what an earlier run has left of it.
  llvm::Error run();

  /// After run(): what was done.
  const TameState &state() const { return State; }
  /// After run(), for a dry run: what would be tried.
  const std::vector<TameChange> &planned() const { return Planned; }
  const TameSettings &settings() const { return Settings; }
  std::string workFolder() const { return Folder ? Folder->path() : ""; }

private:
  llvm::Error open();
  llvm::Error resumeOrBegin();
  llvm::Error enterTree();
  llvm::Error measureStart();
  llvm::Error measureNoise();
  llvm::Error loop();
  llvm::Expected<bool> tryAll(llvm::ArrayRef<TameChange> Changes);
  llvm::Expected<bool> tryFirst(llvm::ArrayRef<std::vector<TameChange>> Groups);
  llvm::Expected<bool> tryTogether(llvm::ArrayRef<TameChange> Group);
  llvm::Expected<std::string> trial(llvm::ArrayRef<TameChange> Group,
                                    TameStep &Step);
  llvm::Error keep(llvm::ArrayRef<std::string> Files, TameStep Step);
  llvm::Error nameResults();
  llvm::Error save() const;
  std::string keyOf(llvm::StringRef Head) const;
  bool wouldTell() const;
  bool isNew(const TameChange &C) const;
  std::string output(const char *Name) const {
    return Folder->file(llvm::Twine("output.") + Name);
  }

  SignalsNoted Signals;
  TameSettings Settings;
  TameState State;
  std::unique_ptr<TameTree> Tree;
  std::unique_ptr<TameFolder> Folder;
  std::unique_ptr<TemporaryFolder> Scratch;
  std::optional<TameShell> Shell;
  std::optional<TameProgram> Program;
  std::optional<TameTimer> Timer;
  std::optional<TameLint> Lint;
  std::vector<TameChange> Planned;
  size_t TriedNow = 0; ///< Steps of this run.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMING_H
