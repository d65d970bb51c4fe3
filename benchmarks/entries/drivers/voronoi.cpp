//===- voronoi.cpp - shapes of cells in frames of a simulation ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What simulations of particles do with Voro++: in each of FRAMES frames, the
// cells of all particles, their volumes, neighbours, and from the areas and the
// normals of their faces a tensor that tells how much they are stretched. As
// such programs do it, a container is made for each frame, and a function is
// called for each cell.
//
//===----------------------------------------------------------------------===//
#include "voro++.hh"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct Particle {
  double X[3];
};

/// splitmix64, in [0, 1).
double random(uint64_t &State) {
  uint64_t Z = (State += 0x9e3779b97f4a7c15);
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return double((Z ^ (Z >> 31)) >> 11) / double(uint64_t(1) << 53);
}

struct Shape {
  double Volume = 0, Stretch = 0;
  unsigned NumNeighbors = 0, NumCorners = 0;
};

/// One cell.
Shape shapeOf(voro::voronoicell_neighbor &Cell, double LeastArea) {
  std::vector<int> Neighbors, Corners;
  std::vector<double> Areas, Normals;
  Cell.neighbors(Neighbors);
  Cell.face_orders(Corners);
  Cell.face_areas(Areas);
  Cell.normals(Normals);
  Shape S;
  S.Volume = Cell.volume();
  double Tensor[3][3] = {}, Whole = 0;
  for (size_t Face = 0; Face < Areas.size(); ++Face) {
    if (Areas[Face] < LeastArea)
      continue;
    ++S.NumNeighbors;
    S.NumCorners += Corners[Face];
    Whole += Areas[Face];
    for (int I = 0; I < 3; ++I)
      for (int J = 0; J < 3; ++J)
        Tensor[I][J] +=
            Areas[Face] * Normals[3 * Face + I] * Normals[3 * Face + J];
  }
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 3; ++J)
      S.Stretch += std::pow(Tensor[I][J] / Whole - (I == J ? 1. / 3 : 0), 2);
  return S;
}

Shape shapesOf(const std::vector<Particle> &Particles) {
  int Blocks = int(std::cbrt(double(Particles.size()) / 5));
  voro::container Box(0, 1, 0, 1, 0, 1, Blocks, Blocks, Blocks, true, true,
                      true, 8);
  int Number = 0;
  for (const Particle &P : Particles)
    Box.put(Number++, P.X[0], P.X[1], P.X[2]);
  Shape Sum;
  voro::voronoicell_neighbor Cell;
  voro::c_loop_all Loop(Box);
  if (!Loop.start())
    return Sum;
  do {
    if (!Box.compute_cell(Cell, Loop))
      continue;
    Shape One = shapeOf(Cell, 1e-6);
    Sum.Volume += One.Volume;
    Sum.Stretch += One.Stretch;
    Sum.NumNeighbors += One.NumNeighbors;
    Sum.NumCorners += One.NumCorners;
  } while (Loop.inc());
  return Sum;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return std::fprintf(stderr, "usage: %s FRAMES\n", Argv[0]), 2;
  uint64_t State = 1;
  std::vector<Particle> Particles(10000);
  for (Particle &P : Particles)
    for (double &X : P.X)
      X = random(State);
  for (int Frame = 0; Frame < std::atoi(Argv[1]); ++Frame) {
    for (Particle &P : Particles)
      for (double &X : P.X)
        X = std::fmod(X + 0.002 * random(State), 1.0);
    Shape Sum = shapesOf(Particles);
    std::printf("%d: %.9f %.9f %u %u\n", Frame, Sum.Volume, Sum.Stretch,
                Sum.NumNeighbors, Sum.NumCorners);
  }
}
