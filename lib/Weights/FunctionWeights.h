//===- FunctionWeights.h - what a function allocated ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_WEIGHTS_FUNCTIONWEIGHTS_H
#define ANOMALLOC_WEIGHTS_FUNCTIONWEIGHTS_H

#include "Weights/MeasuredWeights.h"
#include <functional>

namespace anomalloc {

/// A function to look for.
struct SoughtFunction {
  /// All symbol names that the function may have in an object. A template has
  /// one for each instance, a constructor one for each of its kinds.
  std::vector<std::string> LinkageNames;
  /// The lines of the function's body, if it is in view. A frame in these lines
  /// is part of the function if Fits returns true for the linkage name of the
  /// frame's function. This finds lambdas, and instances that no unit in view
  /// has.
  std::optional<uint32_t> File;         ///< Index of Measurements::Files.
  uint32_t FirstLine = 0, LastLine = 0; ///< As they were in the run.
  std::function<bool(llvm::StringRef)> Fits;
  /// The function is a template: there may be instances that nobody saw.
  bool HasInstances = false;
};

/// A line, and the allocations that were made through it.
struct LineShare {
  uint32_t File = 0;     ///< Index of Measurements::Files.
  uint32_t Line = 0;     ///< As it was in the run.
  uint32_t Function = 0; ///< Index of Measurements::Functions.
  Measured Sum;
};

/// What a function did in the recorded run. The lists have most allocations
/// first.
struct MeasuredFunction {
  /// The sum of the chains that pass the function on the way from the
  /// allocation to the line to change. So the blocks were made by the function,
  /// or by makers that it called.
  Measured Made;
  /// The sum of Made and of what the other callees of the function made, as far
  /// as chains show. It is a lower bound, except for runs with stacks.
  Measured WithCallees;
  /// How many calls of the function made exactly the blocks of Made, where that
  /// is known (Measurements::Calls); not 0.
  std::optional<uint64_t> Calls;
  std::vector<LineShare> Lines; ///< The function's own lines that made blocks.
  /// The lines to change that the function made blocks for.
  std::vector<LineShare> For;
};

/// Nullopt: the measurements do not know the function. Takes time in proportion
/// to all chains.
std::optional<MeasuredFunction> measuredFunction(const MeasuredWeights &Weights,
                                                 const SoughtFunction &F);

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_FUNCTIONWEIGHTS_H
