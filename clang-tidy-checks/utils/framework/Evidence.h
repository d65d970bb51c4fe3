//===- Evidence.h - why a finding matters -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_EVIDENCE_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_EVIDENCE_H

#include "utils/framework/Weights.h"
#include "utils/loops/LoopEvidence.h"

namespace clang::tidy::anomalloc {

/// How often something happens, as far as the source and a profile (if there is
/// one) tell.
struct Evidence {
  /// For a message, with a leading comma: ", inside 2 nested loops, 53,880,000
  /// allocations of 12 bytes here", or "".
  std::string phrase() const {
    std::string Text = Loops.repeated() ? "," + Loops.phrase() : "";
    return Recorded ? Text + ", " + Recorded->phrase() : Text;
  }

  /// What the unit does not show about it, or "".
  std::string doubt() const {
    return Recorded || Loops.Depth || Loops.CalledAt.isInvalid() ||
                   Loops.OnlyIf.isInvalid()
               ? ""
               : "whether the loop's calls come here";
  }

  LoopEvidence Loops;
  std::optional<Measured> Recorded; ///< What a profile counted.
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_EVIDENCE_H
