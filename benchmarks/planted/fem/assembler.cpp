// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "assembler.h"

#include "neighbour_search.h"
#include "quadrature.h"

#include <algorithm>
#include <cmath>
#include <utility>

static const int PointsPerElement = 4;

Assembler::Assembler(const Mesh &mesh, Materials given, double radius,
                     EventLog &log)
    : mesh(mesh), materials(std::move(given)), radius(radius), log(log) {
  const int numElements = int(mesh.elements().size());
  for (int e = 0; e < numElements; ++e) {
    GaussStates &states = history["integration_points_of_" + std::to_string(e)];
    states.reserve(PointsPerElement);
    for (int gp = 0; gp < PointsPerElement; ++gp)
      states.push_back(std::make_shared<GaussState>());
  }
  findNeighbours();
}

const GaussStates &Assembler::statesOf(int element) const {
  return history.at("integration_points_of_" + std::to_string(element));
}

void Assembler::findNeighbours() {
  const std::vector<QuadraturePoint> rule = gaussRule(2);
  const int numElements = int(mesh.elements().size());
  gaussPoints.reserve(rule.size() * numElements);
  for (int e = 0; e < numElements; ++e) {
    const auto corners = mesh.corners(e);
    for (const QuadraturePoint &point : rule) {
      const auto n = PlaneStrainKernel::shape(point.xi, point.eta);
      Point position;
      for (int a = 0; a < 4; ++a) {
        position.x += n[a] * corners[a].x;
        position.y += n[a] * corners[a].y;
      }
      gaussPoints.push_back(position);
    }
  }

  const NeighbourSearch search(gaussPoints, radius);
  neighbourStarts.reserve(gaussPoints.size() + 1);
  neighbourStarts.push_back(0);
  for (size_t i = 0; i < gaussPoints.size(); ++i) {
    search.query(int(i), radius, neighbours);
    neighbourStarts.push_back(int(neighbours.size()));
  }
}

void Assembler::gather(const Element &element, const Vector &displacements,
                       Vector &local) const {
  int next = 0;
  for (int node : element.nodes()) {
    local(next++) = displacements(2 * node);
    local(next++) = displacements(2 * node + 1);
  }
}

CsrMatrix Assembler::stiffness(const Vector &displacements) const {
  std::vector<Triplet> triplets;
  Vector local(8);
  int dofs[8];

  const int numElements = int(mesh.elements().size());
  for (int e = 0; e < numElements; ++e) {
    const Element &element = mesh.elements()[e];
    log.debug("stiffness of element " + std::to_string(e) + " of group " +
              element.group());

    gather(element, displacements, local);
    const Material &material = *materials.at(element.group());
    auto states = statesOf(e);

    const Matrix k = kernel.stiffness(mesh.corners(e), material, states, local);

    int next = 0;
    for (int node : element.nodes()) {
      dofs[next++] = 2 * node;
      dofs[next++] = 2 * node + 1;
    }

    triplets.reserve(triplets.size() + 64);
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        triplets.push_back({dofs[i], dofs[j], k(i, j)});
  }
  return CsrMatrix(mesh.numDofs(), triplets);
}

/// The least of some lengths.
static double smallest(const std::vector<double> &lengths) {
  return *std::min_element(lengths.begin(), lengths.end());
}

/// A weight that falls to zero at a distance.
static double bell(double distance, double reach) {
  double ratio = distance / reach;
  return ratio < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0;
}

/// Keeps a strain that makes sense.
static void record(std::vector<double> &strains, double strain) {
  strains.push_back(std::isfinite(strain) ? strain : 0);
}

static void age(const Material &material, double strain,
                std::shared_ptr<GaussState> state) {
  material.update(strain, *state);
}

void Assembler::update(const Vector &displacements) {
  static const std::vector<QuadraturePoint> rule = gaussRule(2);
  const int numElements = int(mesh.elements().size());
  Vector local(8);
  Matrix b(3, 8);
  Vector eps(3);

  std::vector<double> strains;
  for (int e = 0; e < numElements; ++e) {
    const Element &element = mesh.elements()[e];
    const Material &material = *materials.at(element.group());
    const auto &corners = mesh.corners(e);
    gather(element, displacements, local);
    for (const QuadraturePoint &point : rule) {
      kernel.strain(corners, point.xi, point.eta, local, b, eps);
      record(strains, material.equivalentStrain(eps));
    }
  }

  for (size_t i = 0; i < strains.size(); ++i) {
    const int e = int(i) / PointsPerElement;
    const Material &material = *materials.at(mesh.elements()[e].group());
    const Point &center = gaussPoints[i];
    double sum = 0;
    double weights = 0;
    for (int k = neighbourStarts[i]; k < neighbourStarts[i + 1]; ++k) {
      const Point &other = gaussPoints[neighbours[k]];
      double distance = std::hypot(other.x - center.x, other.y - center.y);
      double reach = smallest({radius, 2 * center.y + radius / 2, 1.0});
      double weight = bell(distance, reach);
      sum += weight * strains[neighbours[k]];
      weights += weight;
    }
    age(material, sum / weights, statesOf(e)[i % PointsPerElement]);
  }
}

Field<double> Assembler::damage() const {
  Field<double> result("damage", int(mesh.points().size()));
  const std::vector<int> valences = mesh.valences();
  for (size_t e = 0; e < mesh.elements().size(); ++e) {
    const GaussStates &states = statesOf(int(e));
    int corner = 0;
    for (int node : mesh.elements()[e].nodes())
      result[node] += states[corner++]->damage / valences[node];
  }
  return result;
}
