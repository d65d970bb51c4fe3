//===- main.cpp - Multiscale diffusion ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See README.md.
//
//===----------------------------------------------------------------------===//

#include "options.h"
#include "ranks.h"
#include "simulation.h"

#include <anomalloc/anomalloc.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <omp.h>
#include <utility>
#include <vector>

using namespace multiscale;

namespace {

using Timings = std::vector<std::pair<const char *, double>>;

/// Runs one phase of the simulation, as a phase of the profile.
void runPhase(const char *Name, Simulation &Run, void (Simulation::*Step)(),
              Timings &Seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Start = Clock::now();
  {
    anomalloc::Phase Section(Name);
    (Run.*Step)();
  }
  const std::chrono::duration<double> Elapsed = Clock::now() - Start;
  Seconds.emplace_back(Name, Elapsed.count());
}

void print(const Options &Chosen, const Simulation &Run) {
  const Results &Final = Run.results();
  if (Chosen.Quiet) {
    std::printf("%d %d %.17g %.17g %.17g %016" PRIx64 "\n", Chosen.Coarse,
                Chosen.Fine, Final.L2Error, Final.H1Error, Final.Jump,
                Final.Hash);
    return;
  }
  const Mesh &Coarse = Run.coarseMesh(), &Fine = Run.fineMesh();
  std::printf("coarse mesh       %d triangles, %d edges\n",
              Coarse.numElements(), Coarse.numEdges());
  std::printf("each sub-mesh     %d triangles, %d nodes\n", Fine.numElements(),
              Fine.numNodes());
  // One node of each sub-mesh is held.
  std::printf("local equations   %lld\n",
              static_cast<long long>(Coarse.numElements()) *
                  (Fine.numNodes() - 1));
  std::printf("global equations  %d\n", Run.globalProblem().numEquations());
  std::printf("H                 %.17g\n", Run.diameter());
  std::printf("L2 error          %.17g\n", Final.L2Error);
  std::printf("H1 error          %.17g\n", Final.H1Error);
  std::printf("largest jump      %.17g\n", Final.Jump);
  std::printf("solution hash     %016" PRIx64 "\n", Final.Hash);
}

void print(const Timings &Seconds) {
  for (const auto &[Name, Elapsed] : Seconds)
    std::printf("%-7s %.3f s\n", Name, Elapsed);
}

} // namespace

int main(int Argc, char **Argv) {
  const Options Chosen = parseOptions(Argc, Argv);
  if (Chosen.Threads > 0)
    omp_set_num_threads(Chosen.Threads);

  const Ranks Sharing(Argc, Argv);
  try {
    Simulation Run(Chosen.Coarse, Chosen.Fine, Sharing);
    Timings Seconds;
    runPhase("split", Run, &Simulation::split, Seconds);
    runPhase("local", Run, &Simulation::local, Seconds);
    runPhase("reduce", Run, &Simulation::reduce, Seconds);
    runPhase("post", Run, &Simulation::post, Seconds);

    if (!Sharing.isFirst())
      return 0;
    print(Chosen, Run);
    if (Chosen.Time)
      print(Seconds);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "multiscale: error: %s\n", Error.what());
    return 1;
  }
  return 0;
}
