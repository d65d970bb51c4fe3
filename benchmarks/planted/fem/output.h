// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_OUTPUT_H
#define FEM_OUTPUT_H

#include "field.h"
#include "matrix.h"
#include "mesh.h"

#include <ostream>
#include <vector>

/// Writes a table of nodes after each step.
class Output {
public:
  Output(std::ostream &out, const Mesh &mesh) : out(out), mesh(mesh) {}

  void write(double load, const Vector &u,
             const std::vector<Field<double>> &fields);

private:
  void writeNodes(const Vector &u, const std::vector<Field<double>> &fields);
  void writeElements(const Field<double> &field);

  std::ostream &out;
  const Mesh &mesh;
};

/// The value that a share of all values does not exceed.
double percentile(std::vector<double> values, double share);

#endif
