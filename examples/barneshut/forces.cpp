//===- forces.cpp - Accelerations, by the tree ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "forces.h"

#include <cmath>
#include <thread>

namespace barneshut {
namespace {

/// The walk of one body over the tree.
class Pull {
public:
  Pull(Body &On, double Theta) : On(On), Theta(Theta) {
    On.Acceleration = std::make_unique<Vector>();
    On.Potential = 0;
  }

  void by(const Node &N) {
    if (&N == &On)
      return;
    const VectorPtr Way = *N.Position - *On.Position;
    const double Distance2 = dot(*Way, *Way);
    if (N.IsCell && isTooNear(static_cast<const Cell &>(N), Distance2)) {
      for (const Node *Part : static_cast<const Cell &>(N).Octants)
        if (Part)
          by(*Part);
      return;
    }
    const double Softened2 = Distance2 + Softening * Softening;
    const double Potential = N.Mass / std::sqrt(Softened2);
    On.Potential -= Potential;
    On.Acceleration->add(*(*Way * (Potential / Softened2)));
    ++Interactions;
  }

  std::uint64_t interactions() const { return Interactions; }

private:
  bool isTooNear(const Cell &C, double Distance2) const {
    return C.Width * C.Width >= Theta * Theta * Distance2 ||
           C.contains(*On.Position);
  }

  Body &On;
  double Theta;
  std::uint64_t Interactions = 0;
};

} // namespace

std::uint64_t computeForces(const Bodies &All, const Tree &Over, double Theta,
                            int Threads) {
  std::vector<std::uint64_t> Interactions(Threads);
  auto Part = [&](int Thread) {
    std::uint64_t Sum = 0;
    for (std::size_t I = Thread; I < All.size(); I += Threads) {
      Pull Walk(*All[I], Theta);
      Walk.by(Over.root());
      Sum += Walk.interactions();
    }
    Interactions[Thread] = Sum;
  };

  std::vector<std::thread> Others;
  for (int Thread = 1; Thread < Threads; ++Thread)
    Others.emplace_back(Part, Thread);
  Part(0);
  for (std::thread &Other : Others)
    Other.join();

  std::uint64_t Sum = 0;
  for (std::uint64_t OfThread : Interactions)
    Sum += OfThread;
  return Sum;
}

} // namespace barneshut
