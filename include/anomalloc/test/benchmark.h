//===- benchmark.h - allocations in google/benchmark ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In main(), before benchmark::RunSpecifiedBenchmarks():
/// \code
///   anomalloc::test::reportAllocations();
/// \endcode
/// Each benchmark then tells how many blocks an iteration makes, and the most
/// bytes that were there at once. google/benchmark counts in a run of its own,
/// so the times are those of a run without counting.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_BENCHMARK_H
#define ANOMALLOC_TEST_BENCHMARK_H

#include "anomalloc/test/failure.h"
#include "anomalloc/test/measurement.h"
#include <benchmark/benchmark.h>
#include <cstdint>
#include <cstdio>
#include <string>

namespace anomalloc {
namespace test {

/// Counts what all threads of the process do.
class MemoryManager : public ::benchmark::MemoryManager {
public:
  void Start() {
    Measured = {};
    Measured.version = ANOMALLOC_MEASUREMENT_VERSION;
    Measured.flags = ANOMALLOC_WHOLE_PROCESS | ANOMALLOC_WITHOUT_STACKS;
    Status = anomalloc_measurement_begin(&Measured);
  }

  // Which of the two must be there depends on the version.
  void Stop(Result *Out) { stop(*Out); }
  void Stop(Result &Out) { stop(Out); }

private:
  void stop(Result &Out) {
    if (Status == ANOMALLOC_MEASURED)
      Status = anomalloc_measurement_stop(&Measured);
    if (Status != ANOMALLOC_MEASURED)
      return;
    Out.num_allocs = std::int64_t(Measured.allocations);
    Out.max_bytes_used = std::int64_t(Measured.peak_bytes);
    setMore(Out, 0);
    anomalloc_measurement_end(&Measured);
  }
  /// Sets members that google/benchmark has from 1.6 on, if they are there.
  template <typename T>
  auto setMore(T &Out, int) -> decltype(Out.total_allocated_bytes = 0, void()) {
    Out.total_allocated_bytes = std::int64_t(Measured.bytes);
    Out.net_heap_growth = std::int64_t(Measured.left_bytes);
  }
  template <typename T> void setMore(T &, long) {}

  anomalloc_measurement Measured = {};
  int Status = ANOMALLOC_NO_RUNTIME;
};

/// Makes every benchmark tell its allocations. Returns false if they cannot be
/// measured. The reason is then printed on standard error, and stands in the
/// context of the output.
inline bool reportAllocations() {
  static MemoryManager Manager;
  anomalloc_measurement Trial = {};
  Trial.version = ANOMALLOC_MEASUREMENT_VERSION;
  int Status = anomalloc_measurement_begin(&Trial);
  if (Status == ANOMALLOC_MEASURED) {
    anomalloc_measurement_end(&Trial);
    ::benchmark::RegisterMemoryManager(&Manager);
    return true;
  }
  std::string Why = whyNotMeasured({__FILE__, __LINE__, "allocations"}, Status);
  std::fprintf(stderr, "%s\n", Why.c_str());
  ::benchmark::AddCustomContext("anomalloc", Why);
  return false;
}

} // namespace test
} // namespace anomalloc

#endif // ANOMALLOC_TEST_BENCHMARK_H
