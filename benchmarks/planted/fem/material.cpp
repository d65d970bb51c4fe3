// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "material.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <valarray>

double Material::parameter(const std::string &name) const {
  auto found = parameters.find(name);
  if (found == parameters.end())
    throw std::out_of_range("a material lacks the parameter " + name);
  return found->second;
}

Tensor Material::deviator(const Vector &strain) const {
  Tensor result;
  result[0] = strain(0);
  result[1] = strain(1);
  result[3] = strain(2) / 2;
  double mean = result.trace() / 3;
  for (int i = 0; i < 3; ++i)
    result[i] -= mean;
  return result;
}

Matrix HardeningMaterial::tangent(const Vector &strain,
                                  const GaussState &) const {
  double young = parameter("elasticity.young_modulus");
  double poisson = parameter("elasticity.poisson_ratio");
  double softened =
      young / (1 + parameter("elasticity.softening_rate") *
                       HardeningMaterial::equivalentStrain(strain));
  double factor = softened / ((1 + poisson) * (1 - 2 * poisson));
  Matrix d(3, 3);
  d(0, 0) = d(1, 1) = factor * (1 - poisson);
  d(0, 1) = d(1, 0) = factor * poisson;
  d(2, 2) = factor * (1 - 2 * poisson) / 2;
  return d;
}

double HardeningMaterial::equivalentStrain(const Vector &strain) const {
  const Tensor e = deviator(strain);
  double sum = 0;
  for (int i = 0; i < 6; ++i)
    sum += (i < 3 ? 1 : 2) * e[i] * e[i];
  return std::sqrt(2 * sum / 3);
}

void HardeningMaterial::update(double equivalent, GaussState &state) const {
  state.kappa = equivalent;
}

Matrix DamageMaterial::tangent(const Vector &strain,
                               const GaussState &state) const {
  return (1 - state.damage) * HardeningMaterial::tangent(strain, state);
}

/// The positive part of the principal strains, after Mazars.
double DamageMaterial::equivalentStrain(const Vector &strain) const {
  const double center = (strain(0) + strain(1)) / 2;
  const double radius = std::hypot((strain(0) - strain(1)) / 2, strain(2) / 2);
  std::valarray<double> principal(2);
  principal[0] = center + radius;
  principal[1] = center - radius;
  double sum = 0;
  for (double value : principal)
    sum += value > 0 ? value * value : 0;
  return std::sqrt(sum);
}

void DamageMaterial::update(double equivalent, GaussState &state) const {
  double threshold = parameter("damage.threshold_strain");
  state.kappa = std::max(state.kappa, equivalent);
  if (state.kappa > threshold)
    state.damage = 1 - threshold / state.kappa *
                           std::exp(parameter("damage.brittleness_rate") *
                                    (threshold - state.kappa));
}

std::shared_ptr<Material> makeMaterial(const std::string &kind,
                                       Parameters parameters) {
  if (kind == "hardening")
    return std::shared_ptr<Material>(
        new HardeningMaterial(std::move(parameters)));
  if (kind == "damage")
    return std::make_shared<DamageMaterial>(std::move(parameters));
  throw std::invalid_argument("no material is of the kind " + kind);
}
