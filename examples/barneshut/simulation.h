//===- simulation.h - Bodies over time --------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BARNESHUT_SIMULATION_H
#define BARNESHUT_SIMULATION_H

#include "tree.h"

#include <cstdint>

namespace barneshut {

struct Settings {
  int Bodies = 4000;
  int Steps = 10;
  int ThetaPercent = 100;
  int Threads = 1;
};

/// Moves the bodies by the leapfrog method. The phases of the profile are
/// `generate`, `tree`, `forces` and `move`.
class Simulation {
public:
  explicit Simulation(const Settings &S);

  void step();

  const Bodies &bodies() const { return All; }
  /// Of the last tree.
  std::size_t numCells() const { return NumCells; }
  /// Since the start.
  std::uint64_t numInteractions() const { return NumInteractions; }

  double energy() const;
  /// The length of the sum of all momenta: 0 at the start.
  double momentum() const;
  std::uint64_t hash() const;

private:
  void generate();
  void accelerate();
  /// Half a step of time for all velocities.
  void kick();
  /// A whole step for all positions.
  void drift();

  Settings S;
  Bodies All;
  std::size_t NumCells = 0;
  std::uint64_t NumInteractions = 0;
};

} // namespace barneshut

#endif // BARNESHUT_SIMULATION_H
