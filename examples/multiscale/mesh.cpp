//===- mesh.cpp - Triangle meshes -----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh.h"

#include <algorithm>
#include <cmath>

namespace multiscale {

Element Mesh::getElem(int Index) const { return Element(*this, Index); }

MeshElement Mesh::operator[](int Index) const {
  return MeshElement(*this, Index);
}

double Mesh::edgeLength(int Index) const {
  const Point &A = Nodes[Edges[Index].Nodes[0]];
  const Point &B = Nodes[Edges[Index].Nodes[1]];
  return std::hypot(B.X - A.X, B.Y - A.Y);
}

void Mesh::addTriangle(int A, int B, int C) {
  Triangles.push_back({{A, B, C}, {-1, -1, -1}});
}

Mesh Mesh::unitSquare(int Size) {
  Mesh Result;
  const double H = 1.0 / Size;
  auto id = [Size](int I, int J) { return J * (Size + 1) + I; };

  Result.Nodes.reserve((Size + 1) * (Size + 1));
  for (int J = 0; J <= Size; ++J)
    for (int I = 0; I <= Size; ++I) {
      Point P{I * H, J * H};
      // Shake the inner nodes: on a regular mesh errors cancel, and the
      // convergence would look better than it is.
      if (I > 0 && I < Size && J > 0 && J < Size) {
        P.X += 0.15 * H * std::sin(12.9 * I + 78.2 * J);
        P.Y += 0.15 * H * std::cos(39.3 * I + 11.1 * J);
      }
      Result.Nodes.push_back(P);
    }

  Result.Triangles.reserve(2 * Size * Size);
  for (int J = 0; J < Size; ++J)
    for (int I = 0; I < Size; ++I) {
      Result.addTriangle(id(I, J), id(I + 1, J), id(I + 1, J + 1));
      Result.addTriangle(id(I, J), id(I + 1, J + 1), id(I, J + 1));
    }
  Result.buildEdges();
  return Result;
}

Mesh Mesh::subdivide(const Element &Coarse, int Size) {
  Mesh Result;
  const Point A = Coarse.point(0), B = Coarse.point(1), C = Coarse.point(2);
  // Row J holds the nodes (0, J) ... (Size - J, J), from A towards B.
  auto id = [Size](int I, int J) {
    return J * (Size + 1) - J * (J - 1) / 2 + I;
  };

  std::vector<std::array<int, 2>> Steps;
  const int NumNodes = (Size + 1) * (Size + 2) / 2;
  Steps.reserve(NumNodes);
  Result.Nodes.reserve(NumNodes);
  for (int J = 0; J <= Size; ++J)
    for (int I = 0; I <= Size - J; ++I) {
      const double S = double(I) / Size, T = double(J) / Size;
      Result.Nodes.push_back({A.X + S * (B.X - A.X) + T * (C.X - A.X),
                              A.Y + S * (B.Y - A.Y) + T * (C.Y - A.Y)});
      Steps.push_back({I, J});
    }

  Result.Triangles.reserve(Size * Size);
  for (int J = 0; J < Size; ++J)
    for (int I = 0; I < Size - J; ++I) {
      Result.addTriangle(id(I, J), id(I + 1, J), id(I, J + 1));
      if (I + J + 1 < Size)
        Result.addTriangle(id(I + 1, J), id(I + 1, J + 1), id(I, J + 1));
    }
  Result.buildEdges();

  for (Edge &E : Result.Edges) {
    const auto [I0, J0] = Steps[E.Nodes[0]];
    const auto [I1, J1] = Steps[E.Nodes[1]];
    if (J0 == 0 && J1 == 0)
      E.Face = 0;
    else if (I0 + J0 == Size && I1 + J1 == Size)
      E.Face = 1;
    else if (I0 == 0 && I1 == 0)
      E.Face = 2;
  }
  return Result;
}

void Mesh::buildEdges() {
  struct Side {
    int Low, High, Element, Local;
  };
  std::vector<Side> Sides;
  Sides.reserve(3 * Triangles.size());
  for (int E = 0; E < numElements(); ++E)
    for (int I = 0; I < 3; ++I) {
      const int A = Triangles[E].Nodes[I], B = Triangles[E].Nodes[(I + 1) % 3];
      Sides.push_back({std::min(A, B), std::max(A, B), E, I});
    }

  // The two sides of an edge become neighbours, the lower element first.
  std::sort(Sides.begin(), Sides.end(), [](const Side &L, const Side &R) {
    return std::array{L.Low, L.High, L.Element} <
           std::array{R.Low, R.High, R.Element};
  });

  Edges.reserve(numNodes() + numElements()); // Euler, with room for one more
  for (const Side &S : Sides) {
    const std::array<int, 2> Ends{S.Low, S.High};
    if (Edges.empty() || Edges.back().Nodes != Ends)
      Edges.push_back({Ends, S.Element});
    else
      Edges.back().Right = S.Element;
    Triangles[S.Element].Edges[S.Local] = numEdges() - 1;
  }
}

} // namespace multiscale
