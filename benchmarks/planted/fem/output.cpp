// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sstream>

static const size_t ChunkSize = 4096;

static char *allocateChunk(size_t size) {
  void *chunk = std::malloc(size);
  if (!chunk)
    throw std::bad_alloc();
  return static_cast<char *>(chunk);
}

static void releaseChunk(char *chunk) { std::free(chunk); }

void Output::write(double load, const Vector &u,
                   const std::vector<Field<double>> &fields) {
  out << "load " << load << '\n';
  writeNodes(u, fields);
  for (const Field<double> &field : fields)
    writeElements(field);
}

void Output::writeNodes(const Vector &u,
                        const std::vector<Field<double>> &fields) {
  for (size_t node = 0; node < mesh.points().size(); ++node) {
    std::ostringstream row;
    row << node << ' ' << u(int(2 * node)) << ' ' << u(int(2 * node + 1));
    for (const auto &field : fields)
      row << ' ' << field.name() << ' ' << field[int(node)];
    out << row.str() << '\n';
  }
}

void Output::writeElements(const Field<double> &field) {
  const auto &elements = mesh.elements();
  size_t next = 0;
  while (next < elements.size()) {
    char *chunk = allocateChunk(ChunkSize);
    size_t used = 0;
    while (next < elements.size() && used + 32 < ChunkSize) {
      double sum = 0;
      for (double value : field.gather(elements[next].nodes()))
        sum += value;
      used += std::snprintf(chunk + used, 32, "%zu %.6g\n", next, sum / 4);
      ++next;
    }
    out.write(chunk, std::streamsize(used));
    releaseChunk(chunk);
  }
}

double percentile(std::vector<double> values, double share) {
  auto place = values.begin() + long(share * double(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}
