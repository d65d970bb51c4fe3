//===- tree.cpp - The octree over the bodies ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace barneshut {
namespace {

/// The middle of one octant of \p Around.
VectorPtr middleOf(const Cell &Around, std::size_t Octant) {
  auto Result = std::make_unique<Vector>();
  for (std::size_t I = 0; I != Result->size(); ++I) {
    const double Quarter = Around.Width / 4;
    (*Result)[I] = (*Around.Middle)[I] + (Octant >> I & 1 ? Quarter : -Quarter);
  }
  return Result;
}

} // namespace

std::size_t Cell::octantOf(const Vector &Point) const {
  std::size_t Octant = 0;
  for (std::size_t I = 0; I != Point.size(); ++I)
    Octant |= std::size_t(Point[I] >= (*Middle)[I]) << I;
  return Octant;
}

bool Cell::contains(const Vector &Point) const {
  for (std::size_t I = 0; I != Point.size(); ++I)
    if (std::abs(Point[I] - (*Middle)[I]) > Width / 2)
      return false;
  return true;
}

Tree::Tree(const Bodies &All) {
  double Reach = 0;
  for (const auto &B : All)
    for (std::size_t I = 0; I != B->Position->size(); ++I)
      Reach = std::max(Reach, std::abs((*B->Position)[I]));
  Root = &makeCell(std::make_unique<Vector>(), 2 * Reach);
  for (const auto &B : All)
    insert(*B);
  computeMasses();
}

Cell &Tree::makeCell(VectorPtr Middle, double Width) {
  ++NumCells;
  return Cells.emplace_front(std::move(Middle), Width);
}

void Tree::insert(Body &New) {
  // After so many halves a double has no bits left.
  constexpr int DeepestLevel = 50;
  Cell *At = Root;
  for (int Level = 0; Level != DeepestLevel; ++Level) {
    const std::size_t Octant = At->octantOf(*New.Position);
    Node *&Place = At->Octants[Octant];
    if (!Place) {
      Place = &New;
      return;
    }
    if (!Place->IsCell) {
      Cell &Smaller = makeCell(middleOf(*At, Octant), At->Width / 2);
      Smaller.Octants[Smaller.octantOf(*Place->Position)] = Place;
      Place = &Smaller;
    }
    At = static_cast<Cell *>(Place);
  }
  throw std::runtime_error("two bodies are too close to tell apart");
}

void Tree::computeMasses() {
  for (Cell &C : Cells) {
    C.Position = std::make_unique<Vector>();
    for (const Node *Part : C.Octants)
      if (Part) {
        C.Mass += Part->Mass;
        C.Position->add(*(*Part->Position * Part->Mass));
      }
    C.Position = *C.Position * (1 / C.Mass);
  }
}

} // namespace barneshut
