//===- fespace.h - Piecewise linear functions on a mesh ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_FESPACE_H
#define MULTISCALE_FESPACE_H

#include "dense_table.h"
#include "mesh.h"
#include "object_data.h"

#include <vector>

namespace multiscale {

/// Continuous functions, linear on each triangle: one unknown for each node.
class FiniteElementSpace {
public:
  explicit FiniteElementSpace(const Mesh &Domain) : Domain(Domain) { create(); }

  /// Takes the unknown of \p Node out of the system: its value is given.
  void setEssentialBC(int Node);

  int numDofs() const { return NumDofs; }

  /// The unknown at node \p I of element \p E, or -1 if its value is given.
  int dof(int E, int I) const { return Dofs[Domain[E].node(I)]; }
  int dofOfNode(int Node) const { return Dofs[Node]; }

private:
  void create();

  const Mesh &Domain;
  std::vector<int> Dofs;
  int NumDofs = 0;
};

/// The corners of a triangle, one in a column.
DenseTable cornersOf(const MeshElement &Elem);

/// The gradients of the three shape functions, one in a column.
DenseTable shapeGradients(const DenseTable &Corners, double Area);

/// Column \p Col of \p Table.
void load(ObjectData &Data, const DenseTable &Table, int Col);

/// Sets \p Position to the middle of edge \p Q. The three middles, with equal
/// weights, integrate quadratic functions exactly. \p Work is overwritten.
void quadraturePoint(const DenseTable &Corners, int Q, ObjectData &Position,
                     ObjectData &Work);

} // namespace multiscale

#endif // MULTISCALE_FESPACE_H
