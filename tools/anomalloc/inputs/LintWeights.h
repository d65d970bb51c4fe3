//===- LintWeights.h - a profile as lint weights ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_ANOMALLOC_INPUTS_LINTWEIGHTS_H
#define ANOMALLOC_TOOLS_ANOMALLOC_INPUTS_LINTWEIGHTS_H

#include "Profile/Profile.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes lint weights (docs/lint-weights.md). Symbolizes the code of \p P that
/// has no names yet, and warns of libraries that have changed since the run.
/// \p WithTexts adds the texts of lines, so that a reader finds the lines again
/// after edits.
void writeLintWeights(llvm::raw_ostream &OS, Profile &P, bool WithTexts);

} // namespace anomalloc

#endif // ANOMALLOC_TOOLS_ANOMALLOC_INPUTS_LINTWEIGHTS_H
