//===- main.cpp - A job that selects events -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See README.md.
//
//===----------------------------------------------------------------------===//

#include "job.h"

#include <hash.h>
#include <options.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <map>

using namespace trigger;

namespace {

void printLines(std::uint64_t Event, const char *What,
                const std::vector<Line> &Lines) {
  for (const Line &L : Lines)
    std::printf("%" PRIu64 " %s %.17g %.17g\n", Event, What, L.Start, L.Slope);
}

/// Each track that was simulated, and each that was found.
void printList(const Decision &D) {
  printLines(D.Number, "true", D.Truth);
  printLines(D.Number, "found", D.Found);
  for (const std::string &Name : D.Passed)
    std::printf("%" PRIu64 " passed %s\n", D.Number, Name.c_str());
}

class Summary {
public:
  void add(const Decision &D) {
    ++NumEvents;
    NumKept += D.Passed.empty() ? 0 : 1;
    NumTrue += D.Truth.size();
    NumFound += D.Found.size();
    for (const std::string &Name : D.Passed)
      ++Passed[Name];
    for (const Line &L : D.Found) {
      All.add(L.Start);
      All.add(L.Slope);
    }
    if (D.Raw)
      for (const auto &Words : D.Raw->Fragments)
        for (const std::uint32_t Word : Words)
          All.add(std::uint64_t(Word));
  }

  void print() const {
    std::printf("events  %" PRIu64 "\n", NumEvents);
    std::printf("kept    %" PRIu64 "\n", NumKept);
    for (const auto &[Name, Count] : Passed)
      std::printf("        %" PRIu64 " %s\n", Count, Name.c_str());
    std::printf("tracks  %" PRIu64 ", found %" PRIu64 "\n", NumTrue, NumFound);
    std::printf("hash    %016" PRIx64 "\n", All.value());
  }

private:
  std::uint64_t NumEvents = 0, NumKept = 0, NumTrue = 0, NumFound = 0;
  std::map<std::string, std::uint64_t> Passed;
  examples::Hash All;
};

} // namespace

int main(int Argc, char **Argv) {
  int NumEvents = 2000, Threads = 1;
  bool List = false, Time = false;
  using examples::flag, examples::number;
  examples::parseOptions(
      Argc, Argv, "trigger",
      "Decodes, reconstructs and selects events as they arrive.",
      {number("--events", NumEvents, 0, 100000000, "how many events"),
       number("--threads", Threads, 1, 1024, "threads that work on events"),
       flag("--list", List, "print true and found tracks, not how many"),
       flag("--time", Time, "print events per second, too")});
  try {
    Summary Sum;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point Start = Clock::now();
    runJob(std::uint64_t(NumEvents), Threads,
           [&](const Decision &D) { List ? printList(D) : Sum.add(D); });
    const std::chrono::duration<double> Elapsed = Clock::now() - Start;
    if (!List)
      Sum.print();
    if (Time)
      std::printf("throughput  %.1f events/s\n", NumEvents / Elapsed.count());
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "trigger: error: %s\n", Error.what());
    return 1;
  }
  return 0;
}
