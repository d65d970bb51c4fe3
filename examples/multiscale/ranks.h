//===- ranks.h - Who shares the work ----------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranks of MPI, if the program was built with MULTISCALE_MPI. Otherwise
// there is one rank, which has all of the work.
//
//===----------------------------------------------------------------------===//

#ifndef MULTISCALE_RANKS_H
#define MULTISCALE_RANKS_H

#include <vector>

namespace multiscale {

class Ranks {
public:
  /// Begins MPI, for as long as the object lives.
  Ranks(int &Argc, char **&Argv);
  ~Ranks();
  Ranks(const Ranks &) = delete;
  Ranks &operator=(const Ranks &) = delete;

  int size() const { return Size; }
  /// The first rank gathers and prints.
  bool isFirst() const { return Rank == 0; }
  /// This rank's share of \p Count things is [begin, end): neighbours.
  int begin(int Count) const { return shareOf(Rank, Count); }
  int end(int Count) const { return shareOf(Rank + 1, Count); }

  // All ranks call these at the same time.

  /// What the other ranks give as \p Own, one rank after the other. Empty
  /// everywhere but on the first rank, whose \p Own is not needed.
  std::vector<double> gather(const std::vector<double> &Own) const;
  /// The numbers of the first rank come to all.
  void broadcast(double *Numbers, int Count) const;
  bool isTrueOnAny(bool Own) const;

private:
  int shareOf(int Its, int Count) const {
    return static_cast<int>(static_cast<long long>(Count) * Its / Size);
  }

  int Rank = 0;
  int Size = 1;
};

} // namespace multiscale

#endif // MULTISCALE_RANKS_H
