//===- TameState.h - what a taming knows, and keeps -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_TAME_TAMESTATE_H
#define ANOMALLOC_ANOMALLOC_TAME_TAMESTATE_H

#include "Review/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace anomalloc {

/// A finding of 'anomalloc lint', and the change that it offers. Or, where no
/// check has a finding, an entry of the report.
struct TameChange {
  /// That of the finding; a further change that it offers has "-1" or so
  /// behind. Empty for an entry of the report.
  std::string Fingerprint;
  std::string Check; ///< Or the anomaly that the report names.
  std::string File;  ///< Relative to the top of the work tree.
  uint64_t Line = 0, Column = 0;
  uint64_t MoreLines = 0; ///< Further lines of an entry of the report.
  std::string Message;
  std::string Suggestion;   ///< What is to be done: the end of Message.
  uint64_t Allocations = 0; ///< Measured at the place.
  bool IsProved = false;    ///< It certainly means the same.
  std::string Doubt;        ///< What a person must check; "" if IsProved.
  /// Files are relative to the top of the work tree. Empty: a person must write
  /// the change.
  std::vector<lint::Edit> Edits;
  /// The lines that made the measured blocks, and their functions. This is not
  /// saved: lint tells it each time.
  std::set<std::string> About;
};

/// What was measured of one state of the source.
struct TameNumbers {
  uint64_t Allocations = 0;
  uint64_t Bytes = 0; ///< Requested by all allocations.
  uint64_t Peak = 0;  ///< The most live bytes, added up over processes.
  /// User instructions, or nanoseconds of the processors (TameState::Clock).
  std::optional<uint64_t> Time;
};

/// A change that was tried, or a group of changes.
struct TameStep {
  std::vector<TameChange> Changes; ///< At least one; without edits.
  bool Kept = false;
  std::string Why;           ///< Why it was taken back.
  bool SavedNothing = false; ///< It was taken back for this alone.
  TameNumbers After;         ///< If Kept.
  std::string Commit;        ///< If Kept: its hash.
  std::string Patch;         ///< If Kept: the path of a file.

  bool has(llvm::StringRef Fingerprint) const;
};

/// How time is measured.
enum class TameClock { None, Perf, Callgrind, Cpu };

/// All that goes on where an earlier run of the verb stopped.
struct TameState {
  std::string Key;  ///< Tells commands and commit: others start over.
  std::string Head; ///< The commit that the work began with.
  std::string Last; ///< The commit with all kept steps.
  /// The hash that we gave the branch; "": there is none of ours.
  std::string Branch;
  bool Measured = false;  ///< All below was measured.
  bool Done = false;      ///< Nothing is left to be tried.
  bool Preloaded = false; ///< The program was not built with 'anomalloc c++'.
  bool Swapping = false;  ///< The tree may have programs of another state.
  bool OutputAgrees = false; ///< Two runs printed the same, and not nothing.
  TameClock Clock = TameClock::None;
  TameNumbers Noise; ///< How far two runs of one program were apart.
  TameNumbers Start, Now;
  uint64_t Profile = 0;     ///< The number of the profile of Now.
  uint64_t RunSeconds = 0;  ///< What the first run took, rounded up.
  uint64_t TestSeconds = 0; ///< The same of the first test.
  std::vector<TameStep> Steps;
  /// What needs a person, the most allocations first.
  std::vector<TameChange> Left;
  std::vector<std::string> Notes;

  /// The last step that tried this change alone; null: there is none.
  const TameStep *tried(llvm::StringRef Fingerprint) const;
  /// Whether a step has tried all of \p Group together.
  bool triedTogether(llvm::ArrayRef<TameChange> Group) const;
  /// The steps that were taken back, without those whose change a later group
  /// has kept.
  std::vector<const TameStep *> takenBack() const;
  size_t kept() const;
};

/// Reads what saveTameState() wrote. An empty state if there is none, or if it
/// was written by another version.
TameState loadTameState(llvm::StringRef Path);
/// Writes the state whole, or not at all.
llvm::Error saveTameState(llvm::StringRef Path, const TameState &State);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_TAME_TAMESTATE_H
