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
  /// All that it may be called in an object: instances of a template, the kinds
  /// of a constructor.
  std::vector<std::string> LinkageNames;
  /// Where its body stands, if in view: code of that place is the function's if
  /// Fits(linkage name): instances that no unit in view has, and lambdas.
  std::optional<uint32_t> File;         ///< Index of Measurements::Files.
  uint32_t FirstLine = 0, LastLine = 0; ///< Of the run.
  std::function<bool(llvm::StringRef)> Fits;
  /// It is a template: there may be instances that nobody saw.
  bool HasInstances = false;
};

/// A line, and what was allocated by way of it.
struct LineShare {
  uint32_t File = 0;     ///< Index of Measurements::Files.
  uint32_t Line = 0;     ///< Of the run.
  uint32_t Function = 0; ///< Index of Measurements::Functions.
  Measured Sum;
};

/// What a function did in the recorded run. The lists have most allocations
/// first.
struct MeasuredFunction {
  /// The chains that pass it on the way from the allocation to the line to
  /// change: what it made, or makers that it called.
  Measured Made;
  /// What it made and what its other callees did, as far as chains show: a
  /// lower bound, but for runs with stacks.
  Measured WithCallees;
  /// How often it was called to make just that, where this is known
  /// (Measurements::Calls); not 0.
  std::optional<uint64_t> Calls;
  std::vector<LineShare> Lines; ///< Its own, for what it made.
  std::vector<LineShare> For;   ///< The lines to change that it made it for.
};

/// Nullopt: the measurements do not know the function. Takes time in proportion
/// to all chains.
std::optional<MeasuredFunction> measuredFunction(const MeasuredWeights &Weights,
                                                 const SoughtFunction &F);

} // namespace anomalloc

#endif // ANOMALLOC_WEIGHTS_FUNCTIONWEIGHTS_H
