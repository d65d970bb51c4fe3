// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_NEIGHBOUR_SEARCH_H
#define FEM_NEIGHBOUR_SEARCH_H

#include "mesh.h"

#include <list>
#include <vector>

/// Finds points near others, by a grid of square cells.
class NeighbourSearch {
public:
  NeighbourSearch(const std::vector<Point> &points, double cellSize);

  /// Appends those within a radius of one point, nearest first.
  void query(int point, double radius, std::vector<int> &result) const;

private:
  int cellOf(double x, double y) const;

  const std::vector<Point> &points;
  double cellSize;
  int cellsPerRow = 1;
  std::vector<std::list<int>> cells;
};

#endif
