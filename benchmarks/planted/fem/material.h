// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_MATERIAL_H
#define FEM_MATERIAL_H

#include "matrix.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A symmetric tensor of second order: xx, yy, zz, xy, yz, zx.
class Tensor {
public:
  Tensor() : components(6, 0.0) {}

  double &operator[](int i) { return components[i]; }
  double operator[](int i) const { return components[i]; }
  double trace() const { return components[0] + components[1] + components[2]; }

private:
  std::vector<double> components;
};

/// What a material remembers at one Gauss point.
struct GaussState {
  double kappa = 0;
  double damage = 0;
};

using GaussStates = std::vector<std::shared_ptr<GaussState>>;

using Parameters = std::map<std::string, double>;

/// How stress follows strain.
class Material {
public:
  explicit Material(Parameters given) : parameters(std::move(given)) {}
  virtual ~Material() = default;

  /// The secant stiffness at a strain (xx, yy, xy).
  virtual Matrix tangent(const Vector &strain,
                         const GaussState &state) const = 0;

  /// The strain as one number, which drives damage.
  virtual double equivalentStrain(const Vector &strain) const = 0;

  virtual void update(double equivalent, GaussState &state) const = 0;

protected:
  double parameter(const std::string &name) const;
  Tensor deviator(const Vector &strain) const;

private:
  Parameters parameters;
};

/// Softens with strain, and heals without.
class HardeningMaterial : public Material {
public:
  using Material::Material;
  Matrix tangent(const Vector &strain, const GaussState &state) const override;
  double equivalentStrain(const Vector &strain) const override;
  void update(double equivalent, GaussState &state) const override;
};

/// Loses stiffness for good beyond a threshold.
class DamageMaterial : public HardeningMaterial {
public:
  using HardeningMaterial::HardeningMaterial;
  Matrix tangent(const Vector &strain, const GaussState &state) const override;
  double equivalentStrain(const Vector &strain) const override;
  void update(double equivalent, GaussState &state) const override;
};

std::shared_ptr<Material> makeMaterial(const std::string &kind,
                                       Parameters parameters);

#endif
