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

/// What a profile counted, and where.
struct MeasuredAtLines : Measured {
  /// For a message: "53,880,000 allocations of 12 bytes here (12.3 % of all
  /// allocations, 2 loops deep, 616.6 MiB in all)".
  std::string phrase() const {
    return Measured::phrase() + (InCalls ? " in its calls" : " here") + Details;
  }

  SourceLocation At; ///< Of the measured lines or, if InCalls, the function.
  /// The locations that were measured, each with its number of allocations.
  llvm::SmallVector<std::pair<SourceLocation, uint64_t>, 1> Places;
  bool InCalls = false; ///< All calls of a function were measured.
  std::string Details;  ///< detailsText(); "" for tools.
};

/// How often something happens, as far as the source and a profile (if there is
/// one) tell.
struct Evidence {
  /// For a message, with a leading comma: ", inside 2 nested loops, 53,880,000
  /// allocations of 12 bytes here", or "".
  std::string phrase() const;

  /// The question that the unit does not answer about how often the code runs.
  /// "" if there is none.
  std::string doubt() const {
    return Recorded || Loops.Depth || Loops.CalledAt.isInvalid() ||
                   Loops.OnlyIf.isInvalid()
               ? ""
               : "whether the loop's calls come here";
  }

  LoopEvidence Loops;
  std::optional<MeasuredAtLines> Recorded; ///< What a profile counted.
  /// Without Recorded: the count of a profile for the lines of the code. Nobody
  /// knows which part of the count belongs to the code itself. Nullopt if
  /// nothing was counted.
  std::optional<MeasuredAtLines> OfLines;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_EVIDENCE_H
