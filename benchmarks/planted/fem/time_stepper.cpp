// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "time_stepper.h"

/// The last state, scaled to the next load.
Vector TimeStepper::predict(const Vector &u, double ratio) const {
  Vector scaled(u.size());
  scaled.add(ratio, u);
  return ratio > 0 && ratio < 2 ? scaled : u;
}

static void notify(StepCallback callback, double load, const Vector &u) {
  if (callback)
    callback(load, u);
}

int TimeStepper::run(const std::vector<double> &loads, Vector &u) {
  int steps = 0;
  double reached = 0;
  Vector backup;
  for (double target : loads) {
    double step = target - reached;
    int cuts = 0;
    while (reached != target && cuts < 5) {
      backup = u;
      double next = std::abs(target - reached) <= std::abs(step)
                        ? target
                        : reached + step;
      u = predict(u, reached != 0 ? next / reached : 0);
      if (!newton.solve(u, supports, next)) {
        u = backup;
        step /= 2;
        ++cuts;
        continue;
      }
      reached = next;
      ++steps;
      assembler.update(u);
      for (const StepCallback &callback : callbacks)
        notify(callback, reached, u);
    }
  }
  return steps;
}
