//===- main.cpp - The diagram of random points ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See README.md.
//
//===----------------------------------------------------------------------===//

#include "diagram.h"

#include <options.h>

#include <anomalloc/anomalloc.h>

#include <cinttypes>
#include <cstdio>
#include <exception>
#include <optional>

using namespace voronoi;

namespace {

/// Each point; each triangle with the numbers of its points, and its corner.
void printList(const PointTree &Points, const Diagram &Result) {
  for (const Vertex *V : Points.sorted())
    std::printf("point %" PRIu64 " %.0f %.0f\n", V->Number, V->X, V->Y);
  for (const Edge *E : Result.triangles()) {
    const Place &Corner = Diagram::cornerOf(E);
    std::printf("triangle %" PRIu64 " %" PRIu64 " %" PRIu64 " %.17g %.17g\n",
                E->from().Number, E->to().Number, E->nextOnLeft()->to().Number,
                Corner.X, Corner.Y);
  }
  for (const Edge *E : Result.edges())
    std::printf("edge %" PRIu64 " %" PRIu64 "\n", E->from().Number,
                E->to().Number);
}

void print(const PointTree &Points, const Diagram &Result) {
  std::printf("points     %zu\n", Points.size());
  std::printf("edges      %zu\n", Result.edges().size());
  std::printf("triangles  %zu\n", Result.triangles().size());
  std::printf("hash       %016" PRIx64 "\n", Result.hash());
}

} // namespace

int main(int Argc, char **Argv) {
  int Count = 32768, Span = PointTree::MostSpan, Threads = 1;
  bool List = false;
  using examples::flag, examples::number;
  examples::parseOptions(
      Argc, Argv, "voronoi",
      "Computes the Voronoi diagram of random points, by divide and conquer.",
      {number("--points", Count, 0, 10000000,
              "how many points; those that are there already are left out"),
       number("--span", Span, 1, PointTree::MostSpan,
              "coordinates go from 0 to N - 1"),
       number("--threads", Threads, 1, 1024, "threads for the triangles"),
       flag("--list", List,
            "print points, triangles and edges, not how many")});
  try {
    std::optional<PointTree> Points;
    {
      anomalloc::Phase Section("points");
      Points.emplace(Count, Span);
    }
    const Diagram Result(*Points, Threads);
    if (List)
      printList(*Points, Result);
    else
      print(*Points, Result);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "voronoi: error: %s\n", Error.what());
    return 1;
  }
  return 0;
}
