// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_TIME_STEPPER_H
#define FEM_TIME_STEPPER_H

#include "newton.h"

#include <functional>
#include <vector>

using StepCallback = std::function<void(double, const Vector &)>;

/// Raises the load in steps, smaller ones where it must.
class TimeStepper {
public:
  TimeStepper(Assembler &assembler, const Newton &newton, Supports supports)
      : assembler(assembler), newton(newton), supports(std::move(supports)) {}

  /// Called after each step, with its load.
  void onStep(const StepCallback &callback) { callbacks.push_back(callback); }

  /// Passes through all loads; the number of steps.
  int run(const std::vector<double> &loads, Vector &u);

private:
  Vector predict(const Vector &u, double ratio) const;

  Assembler &assembler;
  const Newton &newton;
  Supports supports;
  std::vector<StepCallback> callbacks;
};

#endif
