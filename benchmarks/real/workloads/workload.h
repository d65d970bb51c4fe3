//===- workload.h - what the C++ drivers share ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver is `DRIVER SCALE THREADS`: SCALE units of work, divided among
// THREADS threads (1: the main thread alone), the input made up from a seed,
// one checksum on stdout. The checksum depends on the arguments only, so that
// the plain and the instrumented program can be compared.
//
//===----------------------------------------------------------------------===//
#ifndef ANOMALLOC_BENCHMARKS_REAL_WORKLOAD_H
#define ANOMALLOC_BENCHMARKS_REAL_WORKLOAD_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace workload {

/// splitmix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  uint64_t next() {
    uint64_t Z = (State += 0x9e3779b97f4a7c15);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  /// In [0, Limit).
  unsigned below(unsigned Limit) { return unsigned(next() % Limit); }
  /// In [0, 1).
  double real() { return double(next() >> 11) / double(uint64_t(1) << 53); }
  /// MinLength to MinLength + 15 lower-case letters.
  std::string word(unsigned MinLength) {
    std::string Result;
    for (unsigned Length = MinLength + below(16); Length; --Length)
      Result += char('a' + below(26));
    return Result;
  }

private:
  uint64_t State;
};

/// FNV-1a, continued from \p Hash.
inline uint64_t hash(const std::string &Text,
                     uint64_t Hash = 0xcbf29ce484222325) {
  for (unsigned char C : Text)
    Hash = (Hash ^ C) * 0x100000001b3;
  return Hash;
}

/// Runs \p Unit(index) -> checksum for every index below SCALE and prints the
/// sum. \returns the exit code.
template <typename UnitFn> int run(int Argc, char **Argv, UnitFn Unit) {
  if (Argc != 3)
    return std::fprintf(stderr, "usage: %s SCALE THREADS\n", Argv[0]), 2;
  unsigned Scale = unsigned(std::atoi(Argv[1])),
           Threads = unsigned(std::atoi(Argv[2]));
  std::vector<uint64_t> Sums(Threads ? Threads : 1);
  auto Share = [&](unsigned Thread) {
    for (unsigned I = Thread; I < Scale; I += unsigned(Sums.size()))
      Sums[Thread] += Unit(I);
  };
  std::vector<std::thread> Others;
  for (unsigned I = 1; I < Sums.size(); ++I)
    Others.emplace_back(Share, I);
  Share(0);
  for (std::thread &Other : Others)
    Other.join();
  uint64_t Total = 0;
  for (uint64_t Sum : Sums)
    Total += Sum;
  std::printf("%u units: %016llx\n", Scale,
              static_cast<unsigned long long>(Total));
  return 0;
}

} // namespace workload

#endif
