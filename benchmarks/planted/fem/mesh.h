// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_MESH_H
#define FEM_MESH_H

#include <set>
#include <string>
#include <vector>

struct Point {
  double x = 0;
  double y = 0;
};

/// A quadrilateral of four nodes.
class Element {
public:
  Element(std::vector<int> nodes, std::string group)
      : nodeIds(nodes), groupName(std::move(group)) {}

  std::vector<int> nodes() const { return nodeIds; }
  const std::string &group() const { return groupName; }

private:
  std::vector<int> nodeIds;
  std::string groupName;
};

enum class Side { Left, Right, Bottom };

/// Points and elements of a rectangular block.
class Mesh {
public:
  Mesh(int columns, int rows, double width, double height);

  const std::vector<Point> &points() const { return allPoints; }
  const std::vector<Element> &elements() const { return allElements; }
  int numDofs() const { return 2 * int(allPoints.size()); }

  /// The corners of an element, anticlockwise.
  std::vector<Point> corners(int element) const;
  std::vector<int> boundary(Side side) const;

  /// For each node, the nodes that share an element with it.
  std::vector<std::set<int>> adjacency() const;
  /// How many elements meet at each node.
  std::vector<int> valences() const;
  /// Nodes in layers around those of a side.
  std::vector<std::vector<int>> layers(Side side) const;

private:
  double width;
  double height;
  std::vector<Point> allPoints;
  std::vector<Element> allElements;
};

#endif
