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
/// followed by the notes. An anomaly with a doubt is suspected, one with a fix
/// is proved, any other is shown (see Level.h).
struct Diagnosis {
  struct Note {
    SourceLocation At;
    std::string Text;
    /// Changes that a person must look at. Applied only by --fix-notes and in
    /// editors.
    llvm::SmallVector<FixItHint, 1> Fixes;
    /// In an instance of a template: the changes are of the template, and the
    /// text says what the other instances need. Else they are dropped there.
    bool ForAllInstances = false;
  };

  /// The location of the message. It is on the line that a person edits,
  /// because diff filters look at that line.
  SourceLocation At;
  std::string Problem;
  std::string Suggestion; ///< May be empty.
  /// The question that the finding depends on and the unit does not answer:
  /// "whether 'f' changes 'x'". Empty if there is none.
  std::string Doubt;
  Evidence Often;
  /// The least weight of the finding, whatever loops are around it. For a
  /// pattern that repeats something itself: a vector that grows moves its
  /// elements as a loop does.
  Weight AtLeast = Weight::Cold;
  /// The most weight of the finding, however often it is repeated. For a
  /// pattern that hardly allocates.
  Weight AtMost = Weight::Measured;
  /// The fix-its that together make the change. Empty unless the change
  /// certainly compiles and means the same.
  llvm::SmallVector<FixItHint, 2> Fixes;
  llvm::SmallVector<Note, 1> Notes;

  /// Makes the finding a hint unless a profile counted it. For code that the
  /// source shows to allocate, but cannot show to matter: a text may be short
  /// and held in place, a function may make ten other blocks. A finding with a
  /// doubt is a hint already and stays as it is.
  void leaveToProfile() {
    if (!Often.Recorded && Doubt.empty())
      AtMost = Weight::HardlyAny;
  }

  /// Moves the fixes into a note for a person, who has to check something
  /// first. \p Check is the text of the note. If it is "", there is nothing to
  /// check and the fixes stay.
  void leaveFixes(std::string Check) {
    if (Check.empty() || Fixes.empty())
      return;
    Notes.push_back(
        {At, std::move(Check), {Fixes.begin(), Fixes.end()}, false});
    Fixes.clear();
  }
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_DIAGNOSIS_H
