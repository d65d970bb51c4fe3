//===- Grade.h - what following a finding is worth --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_GRADE_H
#define ANOMALLOC_REVIEW_GRADE_H

#include "llvm/ADT/StringRef.h"

namespace anomalloc::lint {

struct Finding;

/// The benefit of following a finding. Unrated: the finding of another
/// project's check.
enum class Severity { Unrated, Low, Medium, High };
llvm::StringRef nameOf(Severity S); ///< "high", ...

/// The grades of findings in the formats for reviews. Each format has its own
/// words for the grades.
enum class Grade {
  Error,   ///< A warning of high severity.
  Warning, ///< Any other warning.
  Info     ///< A hint.
};
Grade gradeOf(const Finding &F);

/// A number from 0 to 100, in the order of Lint/Rank.h. Warnings have 50 or
/// more. Severity and certainty count for little, as in Lint/Rank.h.
double rankOf(const Finding &F);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_GRADE_H
