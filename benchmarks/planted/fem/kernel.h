// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_KERNEL_H
#define FEM_KERNEL_H

#include "material.h"
#include "matrix.h"
#include "mesh.h"

#include <vector>

/// What is integrated over one quadrilateral.
class Kernel {
public:
  virtual ~Kernel() = default;
  /// The stiffness at the given displacements of the element's nodes.
  virtual Matrix stiffness(const std::vector<Point> &corners,
                           const Material &material, const GaussStates &states,
                           const Vector &displacements) const = 0;
};

class PlaneStrainKernel : public Kernel {
public:
  Matrix stiffness(const std::vector<Point> &corners, const Material &material,
                   const GaussStates &states,
                   const Vector &displacements) const override;

  /// The strain (xx, yy, xy) at one point of an element; `b` is scratch, 3 x 8.
  void strain(const std::vector<Point> &corners, double xi, double eta,
              const Vector &displacements, Matrix &b, Vector &result) const;

  static std::vector<double> shape(double xi, double eta);
  static std::vector<std::vector<double>> gradients(double xi, double eta);

private:
  Matrix jacobian(const std::vector<Point> &corners, double xi,
                  double eta) const;
};

/// The length that a side takes up, by integration along its edges.
double lengthOf(const Mesh &mesh, Side side);

#endif
