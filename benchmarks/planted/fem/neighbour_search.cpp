// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "neighbour_search.h"

#include <algorithm>
#include <cmath>

NeighbourSearch::NeighbourSearch(const std::vector<Point> &points,
                                 double cellSize)
    : points(points), cellSize(cellSize) {
  double right = 0;
  double top = 0;
  for (const Point &point : points) {
    right = std::max(right, point.x);
    top = std::max(top, point.y);
  }
  cellsPerRow = 1 + int(right / cellSize);
  cells.resize(cellsPerRow * (1 + int(top / cellSize)));
  for (size_t i = 0; i < points.size(); ++i)
    cells[cellOf(points[i].x, points[i].y)].push_back(int(i));
}

int NeighbourSearch::cellOf(double x, double y) const {
  return int(y / cellSize) * cellsPerRow + int(x / cellSize);
}

void NeighbourSearch::query(int point, double radius,
                            std::vector<int> &result) const {
  const Point &center = points[point];
  const int reach = 1 + int(radius / cellSize);
  const int numRows = int(cells.size()) / cellsPerRow;
  const int column = int(center.x / cellSize);
  const int row = int(center.y / cellSize);

  std::vector<double> distances(points.size());

  const size_t first = result.size();
  for (int j = std::max(0, row - reach); j <= row + reach; ++j) {
    for (int i = std::max(0, column - reach); i <= column + reach; ++i) {
      if (i >= cellsPerRow || j >= numRows)
        continue;
      for (int other : cells[j * cellsPerRow + i]) {
        distances[other] =
            std::hypot(points[other].x - center.x, points[other].y - center.y);
        if (distances[other] <= radius)
          result.push_back(other);
      }
    }
  }

  std::sort(result.begin() + first, result.end(), [distances](int a, int b) {
    return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
  });
}
