//===- simulation.cpp - Bodies over time ----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "simulation.h"
#include "forces.h"

#include <hash.h>
#include <random.h>

#include <anomalloc/anomalloc.h>

#include <cmath>
#include <optional>

namespace barneshut {
namespace {

constexpr double StepLength = 1.0 / 80;

/// A point of the ball around 0 with radius 1.
VectorPtr randomPoint(examples::Random &Source) {
  auto Point = std::make_unique<Vector>();
  do
    for (std::size_t I = 0; I != Point->size(); ++I)
      (*Point)[I] = Source.between(-1, 1);
  while (dot(*Point, *Point) > 1);
  return Point;
}

VectorPtr sumOfMomenta(const Bodies &All) {
  auto Sum = std::make_unique<Vector>();
  for (const auto &B : All)
    Sum->add(*(*B->Velocity * B->Mass));
  return Sum;
}

} // namespace

Simulation::Simulation(const Settings &S) : S(S) {
  generate();
  accelerate();
}

void Simulation::generate() {
  anomalloc::Phase Section("generate");
  examples::Random Source(1986);
  All.reserve(S.Bodies);
  for (int I = 0; I < S.Bodies; ++I) {
    auto New = std::make_unique<Body>();
    New->Mass = 1.0 / S.Bodies;
    // More of them in the middle.
    const VectorPtr Point = randomPoint(Source);
    New->Position = *Point * std::sqrt(dot(*Point, *Point));
    New->Velocity = *randomPoint(Source) * 0.5;
    All.push_back(std::move(New));
  }
  // The masses add up to 1: their momentum is the velocity of all.
  const VectorPtr Common = sumOfMomenta(All);
  for (const auto &B : All)
    B->Velocity = *B->Velocity - *Common;
}

void Simulation::accelerate() {
  std::optional<Tree> Over;
  {
    anomalloc::Phase Section("tree");
    Over.emplace(All);
  }
  anomalloc::Phase Section("forces");
  NumCells = Over->numCells();
  NumInteractions +=
      computeForces(All, *Over, S.ThetaPercent / 100.0, S.Threads);
}

void Simulation::kick() {
  anomalloc::Phase Section("move");
  for (const auto &B : All)
    B->Velocity->add(*(*B->Acceleration * (StepLength / 2)));
}

void Simulation::drift() {
  anomalloc::Phase Section("move");
  for (const auto &B : All)
    B->Position->add(*(*B->Velocity * StepLength));
}

void Simulation::step() {
  kick();
  drift();
  accelerate();
  kick();
}

double Simulation::energy() const {
  double Sum = 0;
  for (const auto &B : All)
    Sum += B->Mass / 2 * (dot(*B->Velocity, *B->Velocity) + B->Potential);
  return Sum;
}

double Simulation::momentum() const {
  const VectorPtr Sum = sumOfMomenta(All);
  return std::sqrt(dot(*Sum, *Sum));
}

std::uint64_t Simulation::hash() const {
  examples::Hash H;
  for (const auto &B : All)
    for (const Vector *V : {B->Position.get(), B->Velocity.get()})
      for (std::size_t I = 0; I != V->size(); ++I)
        H.add((*V)[I]);
  return H.value();
}

} // namespace barneshut
