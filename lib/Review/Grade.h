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

/// What following a finding is worth; Unrated are those of checks of others.
enum class Severity { Unrated, Low, Medium, High };
llvm::StringRef nameOf(Severity S); ///< "high", ...

/// What the formats for reviews know, each in its own words.
enum class Grade {
  Error,   ///< A warning of high severity.
  Warning, ///< Any other warning.
  Info     ///< A hint.
};
Grade gradeOf(const Finding &F);

/// From 0 to 100, in the order of Lint/Rank.h: 50 and more are warnings.
/// Severity and certainty count for little, as they do there.
double rankOf(const Finding &F);

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_GRADE_H
