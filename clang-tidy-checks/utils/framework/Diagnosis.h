//===- Diagnosis.h - what a check has to say --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_DIAGNOSIS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_DIAGNOSIS_H

#include "utils/framework/Evidence.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang::tidy::anomalloc {

/// An anomaly in the source. It prints as
///   <Problem><Evidence>; <Suggestion>; not in view: <Doubt> [anomalloc-check]
/// followed by the notes. With a doubt it is suspected, with a fix proved, else
/// shown (see Level.h).
struct Diagnosis {
  struct Note {
    SourceLocation At;
    std::string Text;
    /// Changes that a person must look at. Applied only by --fix-notes and in
    /// editors.
    llvm::SmallVector<FixItHint, 1> Fixes;
  };

  /// On the line that a person edits, because diff filters look at it.
  SourceLocation At;
  std::string Problem;
  std::string Suggestion; ///< May be empty.
  /// What it depends on and the unit does not show: "whether 'f' changes 'x'".
  /// Empty: nothing.
  std::string Doubt;
  Evidence Often;
  /// What the pattern itself repeats, whatever the loops around it: a vector
  /// that grows moves its elements as a loop does.
  Weight AtLeast = Weight::Cold;
  /// What it weighs however often it is repeated, for what hardly allocates.
  Weight AtMost = Weight::Measured;
  /// All of them together are the change. Empty unless the change certainly
  /// compiles and means the same.
  llvm::SmallVector<FixItHint, 2> Fixes;
  llvm::SmallVector<Note, 1> Notes;

  /// For what the source shows to allocate and cannot show to matter: a text
  /// may be short and held in place, a function may make ten other blocks. It
  /// is a hint unless a profile counted it. What is doubted anyway is one
  /// already.
  void leaveToProfile() {
    if (!Often.Recorded && Doubt.empty())
      AtMost = Weight::HardlyAny;
  }

  /// Hands the fixes to a person, who has to \p Check something first. "":
  /// there is nothing to check.
  void leaveFixes(std::string Check) {
    if (Check.empty() || Fixes.empty())
      return;
    Notes.push_back({At, std::move(Check), {Fixes.begin(), Fixes.end()}});
    Fixes.clear();
  }
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_DIAGNOSIS_H
