//===- main.cpp - Gravity among many bodies -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See README.md.
//
//===----------------------------------------------------------------------===//

#include "simulation.h"

#include <options.h>

#include <cinttypes>
#include <cstdio>
#include <exception>

using namespace barneshut;

namespace {

void printNumbers(const Vector &V) {
  for (std::size_t I = 0; I != V.size(); ++I)
    std::printf(" %.17g", V[I]);
}

/// One line a body: mass, position, velocity, acceleration.
void printList(const Bodies &All) {
  for (const auto &B : All) {
    std::printf("%.17g", B->Mass);
    printNumbers(*B->Position);
    printNumbers(*B->Velocity);
    printNumbers(*B->Acceleration);
    std::printf("\n");
  }
}

void print(const Simulation &Run, double EnergyAtStart) {
  std::printf("bodies        %zu\n", Run.bodies().size());
  std::printf("cells         %zu\n", Run.numCells());
  std::printf("interactions  %" PRIu64 "\n", Run.numInteractions());
  std::printf("energy        %.6f, at the start %.6f\n", Run.energy(),
              EnergyAtStart);
  std::printf("momentum      %.3e\n", Run.momentum());
  std::printf("hash          %016" PRIx64 "\n", Run.hash());
}

} // namespace

int main(int Argc, char **Argv) {
  Settings S;
  bool List = false;
  using examples::flag, examples::number;
  examples::parseOptions(
      Argc, Argv, "barneshut",
      "Moves bodies that attract each other, by an octree (Barnes and Hut).",
      {number("--bodies", S.Bodies, 1, 10000000, "how many bodies"),
       number("--steps", S.Steps, 0, 1000000, "how many steps of time"),
       number("--theta", S.ThetaPercent, 0, 200,
              "width over distance of a cell taken as one body, in percent"),
       number("--threads", S.Threads, 1, 1024, "threads for the forces"),
       flag("--list", List, "print each body, not the sums")});
  try {
    Simulation Run(S);
    const double EnergyAtStart = Run.energy();
    for (int I = 0; I < S.Steps; ++I)
      Run.step();
    if (List)
      printList(Run.bodies());
    else
      print(Run, EnergyAtStart);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "barneshut: error: %s\n", Error.what());
    return 1;
  }
  return 0;
}
