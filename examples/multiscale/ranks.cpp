//===- ranks.cpp - Who shares the work ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ranks.h"

#ifdef MULTISCALE_MPI
#include <mpi.h>
#endif

namespace multiscale {

#ifdef MULTISCALE_MPI

Ranks::Ranks(int &Argc, char **&Argv) {
  int Provided;
  MPI_Init_thread(&Argc, &Argv, MPI_THREAD_FUNNELED, &Provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  MPI_Comm_size(MPI_COMM_WORLD, &Size);
}

Ranks::~Ranks() { MPI_Finalize(); }

std::vector<double> Ranks::gather(const std::vector<double> &Own) const {
  if (!isFirst()) {
    MPI_Send(Own.data(), static_cast<int>(Own.size()), MPI_DOUBLE, 0, 0,
             MPI_COMM_WORLD);
    return {};
  }
  std::vector<double> All;
  for (int From = 1; From < Size; ++From) {
    MPI_Status Status;
    int Count;
    MPI_Probe(From, 0, MPI_COMM_WORLD, &Status);
    MPI_Get_count(&Status, MPI_DOUBLE, &Count);
    const std::size_t Before = All.size();
    All.resize(Before + Count);
    MPI_Recv(All.data() + Before, Count, MPI_DOUBLE, From, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  return All;
}

void Ranks::broadcast(double *Numbers, int Count) const {
  MPI_Bcast(Numbers, Count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

bool Ranks::isTrueOnAny(bool Own) const {
  int Mine = Own, Any = 0;
  MPI_Allreduce(&Mine, &Any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  return Any != 0;
}

#else

Ranks::Ranks(int &, char **&) {}
Ranks::~Ranks() = default;
std::vector<double> Ranks::gather(const std::vector<double> &) const {
  return {};
}
void Ranks::broadcast(double *, int) const {}
bool Ranks::isTrueOnAny(bool Own) const { return Own; }

#endif

} // namespace multiscale
