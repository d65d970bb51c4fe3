// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

Mesh::Mesh(int columns, int rows, double width, double height)
    : width(width), height(height) {
  for (int j = 0; j <= rows; ++j)
    for (int i = 0; i <= columns; ++i)
      allPoints.push_back({width * i / columns, height * j / rows});

  allElements.reserve(columns * rows);
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      int first = j * (columns + 1) + i;
      bool soft = i == columns / 2 && 2 * j < rows;
      std::vector<int> ids;
      ids.push_back(first);
      ids.push_back(first + 1);
      ids.push_back(first + columns + 2);
      ids.push_back(first + columns + 1);
      allElements.emplace_back(std::move(ids), soft ? "notch" : "bulk");
    }
  }
}

std::vector<Point> Mesh::corners(int element) const {
  std::vector<Point> result;

  const Element &owner = allElements[element];
  for (int node : owner.nodes())
    result.push_back(allPoints[node]);
  return result;
}

std::vector<int> Mesh::boundary(Side side) const {
  const double tolerance = 1e-9 * (width + height);
  std::vector<int> found;
  for (size_t node = 0; node < allPoints.size(); ++node) {
    const Point &point = allPoints[node];
    double distance = side == Side::Left    ? point.x
                      : side == Side::Right ? width - point.x
                                            : point.y;
    if (std::abs(distance) < tolerance)
      found.push_back(int(node));
  }
  return found;
}

std::vector<std::set<int>> Mesh::adjacency() const {
  std::vector<std::set<int>> neighbours(allPoints.size());
  for (auto element : allElements) {
    const auto &ids = element.nodes();
    for (int a : ids)
      for (int b : ids)
        neighbours[a].insert(b);
  }
  return neighbours;
}

std::vector<int> Mesh::valences() const {
  const size_t numNodes = allPoints.size();
  const size_t numElements = allElements.size();
  std::vector<std::vector<int>> touches(numNodes,
                                        std::vector<int>(numElements, 0));
  for (size_t e = 0; e < numElements; ++e) {
    const auto &ids = allElements[e].nodes();
    for (int id : ids)
      touches[id][e] = 1;
  }

  std::vector<int> counts(numNodes, 0);
  for (size_t node = 0; node < numNodes; ++node)
    counts[node] =
        int(std::count(touches[node].begin(), touches[node].end(), 1));
  return counts;
}

std::vector<std::vector<int>> Mesh::layers(Side side) const {
  const auto neighbours = adjacency();
  std::vector<char> seen(allPoints.size(), 0);
  std::vector<int> front = boundary(side);
  for (int node : front)
    seen[node] = 1;

  std::vector<std::vector<int>> result;
  while (!front.empty()) {
    std::vector<int> next;
    for (int node : front) {
      for (int other : neighbours[node]) {
        if (!seen[other]) {
          seen[other] = 1;
          next.push_back(other);
        }
      }
    }
    result.push_back(std::move(front));
    front = std::move(next);
  }
  return result;
}
