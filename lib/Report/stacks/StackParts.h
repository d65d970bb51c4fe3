//===- StackParts.h - what views of stacks share ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_STACKS_STACKPARTS_H
#define ANOMALLOC_REPORT_STACKS_STACKPARTS_H

#include "Analysis/stacks/StackTree.h"
#include "Document/Keys.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// The name of a function in text, in at most \p Width columns.
std::string stackFunctionName(const StackFunction &F, size_t Width);

/// "file:line", or, if \p File is "", the library of \p F.
std::string stackPlace(const StackFunction &F, llvm::StringRef File,
                       uint32_t Line, size_t Width);

/// A weight of \p T as text: a number, or bytes.
std::string stackWeight(const StackTree &T, uint64_t Weight,
                        const TextStyle &Style);
/// The same of a weight that may be estimated.
std::string stackWeight(const StackTree &T, const Estimate &Weight,
                        const TextStyle &Style);

/// "12 occurrences" or "12 blocks never freed", by the blocks that \p T counts.
std::string stackNumber(const StackTree &T, uint64_t Number,
                        const TextStyle &Style);

/// As stackNumber, of a number that may be estimated.
std::string stackEstimate(const StackTree &T, const Estimate &Number,
                          const TextStyle &Style);

/// Says that the numbers of \p T are estimates, if they are.
void writeEstimateNote(llvm::raw_ostream &OS, const StackTree &T,
                       const TextStyle &Style);

/// The unit of the weights of \p T, in text and in JSON: "allocations",
/// "bytes", "blocks never freed".
std::string stackMeasure(const StackTree &T);

/// Writes, in place of a view, that there is nothing to show, and a possible
/// reason.
void writeNoStacks(llvm::raw_ostream &OS, const StackTree &T,
                   const TextStyle &Style);

/// A function, and a line in it, in JSON.
struct FunctionLine {
  const StackFunction &Its;
  llvm::StringRef File;
  uint32_t Line;
};
void describe(Keys<FunctionLine> &K);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_STACKS_STACKPARTS_H
