// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_ASSEMBLER_H
#define FEM_ASSEMBLER_H

#include "csr_matrix.h"
#include "event_log.h"
#include "field.h"
#include "kernel.h"
#include "material.h"
#include "mesh.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

using Materials = std::map<std::string, std::shared_ptr<Material>>;

/// Turns a mesh and materials into equations, and keeps what materials know.
class Assembler {
public:
  Assembler(const Mesh &mesh, Materials materials, double radius,
            EventLog &log);

  /// The secant stiffness of all elements.
  CsrMatrix stiffness(const Vector &displacements) const;

  /// Lets damage grow with the strains around each Gauss point.
  void update(const Vector &displacements);

  /// The damage around each node.
  Field<double> damage() const;

  const GaussStates &statesOf(int element) const;

private:
  void findNeighbours();
  void gather(const Element &element, const Vector &displacements,
              Vector &local) const;

  const Mesh &mesh;
  Materials materials;
  double radius;
  EventLog &log;
  PlaneStrainKernel kernel;
  std::map<std::string, GaussStates> history;
  std::vector<int> neighbourStarts;
  std::vector<int> neighbours;
  std::vector<Point> gaussPoints;
};

#endif
