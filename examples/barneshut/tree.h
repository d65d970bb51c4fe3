//===- tree.h - Bodies, and the octree over them ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BARNESHUT_TREE_H
#define BARNESHUT_TREE_H

#include "vector.h"

#include <array>
#include <forward_list>
#include <vector>

namespace barneshut {

/// What attracts: a body, or all bodies of a cell together.
struct Node {
  explicit Node(bool IsCell) : IsCell(IsCell) {}

  bool IsCell;
  double Mass = 0;
  VectorPtr Position; ///< Of a cell: its centre of mass.
};

struct Body : Node {
  Body() : Node(false) {}

  VectorPtr Velocity;
  VectorPtr Acceleration;
  double Potential = 0;
};

/// A cube of space. Each of its eight octants is empty, or has one body, or is
/// a smaller cell.
struct Cell : Node {
  Cell(VectorPtr Middle, double Width)
      : Node(true), Middle(std::move(Middle)), Width(Width) {}

  std::size_t octantOf(const Vector &Point) const;
  bool contains(const Vector &Point) const;

  VectorPtr Middle;
  double Width;
  std::array<Node *, 8> Octants = {};
};

using Bodies = std::vector<std::unique_ptr<Body>>;

/// The tree points to the bodies: they must outlive it.
class Tree {
public:
  /// Throws std::runtime_error if two bodies are too close to tell apart.
  explicit Tree(const Bodies &All);

  const Cell &root() const { return *Root; }
  std::size_t numCells() const { return NumCells; }

private:
  Cell &makeCell(VectorPtr Middle, double Width);
  void insert(Body &New);
  void computeMasses();

  /// The newest first: each cell stands before the cell around it.
  std::forward_list<Cell> Cells;
  std::size_t NumCells = 0;
  Cell *Root = nullptr;
};

} // namespace barneshut

#endif // BARNESHUT_TREE_H
