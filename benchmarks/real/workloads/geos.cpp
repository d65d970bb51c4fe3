//===- geos.cpp - buffers, overlays, unions and queries of polygons -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit: 40 star-shaped polygons are made, written as text and read back,
// buffered, intersected with their neighbours, put into a tree, united,
// simplified; then a broken text is refused, which takes the path of
// exceptions. Each thread has its own factory: that is GEOS's rule.
//
//===----------------------------------------------------------------------===//
#include "workload.h"
#include <cmath>
#include <geos/geom/Coordinate.h>
#include <geos/geom/CoordinateArraySequence.h>
#include <geos/geom/Geometry.h>
#include <geos/geom/GeometryFactory.h>
#include <geos/geom/LinearRing.h>
#include <geos/geom/Polygon.h>
#include <geos/index/strtree/STRtree.h>
#include <geos/io/ParseException.h>
#include <geos/io/WKTReader.h>
#include <geos/io/WKTWriter.h>
#include <geos/simplify/TopologyPreservingSimplifier.h>
#include <memory>

using namespace geos::geom;

static std::unique_ptr<Geometry> makeStar(const GeometryFactory &Factory,
                                          workload::Random &Random) {
  constexpr unsigned NumCorners = 40;
  double X = 10 * Random.real(), Y = 10 * Random.real();
  std::vector<Coordinate> Corners;
  for (unsigned I = 0; I < NumCorners; ++I) {
    double Radius = 0.5 + Random.real(), Angle = 2 * M_PI * I / NumCorners;
    Corners.emplace_back(X + Radius * std::cos(Angle),
                         Y + Radius * std::sin(Angle));
  }
  Corners.push_back(Corners.front());
  return Factory.createPolygon(Factory.createLinearRing(std::move(Corners)));
}

static uint64_t unit(unsigned Index) {
  workload::Random Random(Index);
  GeometryFactory::Ptr Factory = GeometryFactory::create();
  geos::io::WKTReader Reader(*Factory);
  geos::io::WKTWriter Writer;
  uint64_t Sum = 0;
  auto Add = [&](const Geometry &G) {
    Sum += workload::hash(Writer.write(&G));
  };

  std::vector<std::unique_ptr<Geometry>> Stars;
  geos::index::strtree::STRtree Tree;
  for (int I = 0; I < 40; ++I) {
    Stars.push_back(
        Reader.read(Writer.write(makeStar(*Factory, Random).get())));
    Tree.insert(Stars.back()->getEnvelopeInternal(), Stars.back().get());
    Add(*Stars.back()->buffer(0.1));
  }
  std::unique_ptr<Geometry> Union = Factory->createEmptyGeometry();
  for (auto &Star : Stars) {
    std::vector<void *> Neighbours;
    Tree.query(Star->getEnvelopeInternal(), Neighbours);
    Sum += Neighbours.size();
    for (size_t I = 0; I < Neighbours.size() && I < 4; ++I)
      Add(*Star->intersection(static_cast<Geometry *>(Neighbours[I])));
    Union = Union->Union(Star.get());
  }
  Add(*geos::simplify::TopologyPreservingSimplifier::simplify(Union.get(),
                                                              0.05));
  try {
    Reader.read("POLYGON ((0 0, 1 1, 1 oops))");
  } catch (const geos::io::ParseException &E) {
    Sum += workload::hash(E.what());
  }
  return Sum;
}

int main(int Argc, char **Argv) { return workload::run(Argc, Argv, unit); }
