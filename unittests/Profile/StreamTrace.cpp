//===- StreamTrace.cpp - makes large traces, and reads them ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For benchmarks/trace/run:
/// \code
///   StreamTrace write FILE EVENTS LANES   a made-up trace; each lane has 1,000
///                                         live blocks and 300 keys, and frees
///                                         one block in 16 for another lane
///   StreamTrace read FILE                 events, seconds of the processor,
///   peak of
///                                         memory
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Profile/TraceReader.h"
#include "TraceBuilder.h"
#include "llvm/Support/Error.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <vector>

using namespace anomalloc;
using namespace anomalloc::format;

namespace {

struct Lane {
  uint64_t Made = 0;
  std::vector<uint64_t> Live;
  std::vector<bool> Known = std::vector<bool>(TraceKeys);
};

/// A block of so many bytes of records of lane \p Me.
uint64_t writeBlock(test::TraceBuilder &T, std::vector<Lane> &Lanes,
                    uint32_t Me, std::minstd_rand &Random, uint64_t Most) {
  Lane &L = Lanes[Me];
  uint64_t Events = 0;
  for (; T.used() < 65000 && Events < Most; ++Events) {
    if (Events % 256 == 255)
      T.time(10000);
    const uint64_t Choice = Random();
    if (L.Live.size() < Choice % 2000) {
      uint32_t Key = uint32_t(Choice / 2000 % 300);
      if (L.Known[Key])
        T.allocate(Key);
      else
        T.define(Key, {0, 8 + Key, 1, Key, 0, 0, 0});
      L.Known[Key] = true;
      L.Live.push_back(++L.Made);
      continue;
    }
    const uint32_t From =
        Choice % 16 ? Me : uint32_t(Choice / 16 % Lanes.size());
    std::vector<uint64_t> &Live = Lanes[From].Live;
    if (Live.empty()) {
      --Events;
      continue;
    }
    std::swap(Live[Choice / 256 % Live.size()], Live.back());
    if (From == Me)
      T.free(L.Made - Live.back());
    else
      T.freeElsewhere(From, Live.back());
    Live.pop_back();
  }
  return Events;
}

int write(const char *Path, uint64_t Events, uint32_t NumLanes) {
  std::ofstream File(Path, std::ios::binary);
  test::TraceBuilder T;
  File << T.bytes();
  std::vector<Lane> Lanes(NumLanes);
  std::minstd_rand Random(1);
  uint64_t Time = 0;
  for (uint64_t Done = 0; Done < Events;) {
    for (uint32_t Me = 0; Me != NumLanes && Done < Events; ++Me) {
      T.block(Me, Time);
      Done += writeBlock(T, Lanes, Me, Random, Events - Done);
      File << T.newBytes();
    }
    Time += 2000000;
  }
  return File.good() ? 0 : 1;
}

int read(const char *Path) {
  auto Reader = llvm::cantFail(TraceReader::open(llvm::StringRef(Path)));
  uint64_t Events = 0, Bytes = 0;
  while (true) {
    auto Some = llvm::cantFail(Reader->next());
    if (Some.empty())
      break;
    Events += Some.size();
    for (const TraceEvent &E : Some)
      if (E.What == TraceEvent::Allocation)
        Bytes += Reader->key(E.Key).Size;
  }
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  auto Seconds = [](const timeval &T) { return T.tv_sec + T.tv_usec / 1e6; };
  double Took = Seconds(Usage.ru_utime) + Seconds(Usage.ru_stime);
  printf("%llu events, %llu bytes allocated, %.2f s of the processor: %.0f "
         "million events a second; peak of memory %ld KiB\n",
         (unsigned long long)Events, (unsigned long long)Bytes, Took,
         double(Events) / Took / 1e6, Usage.ru_maxrss);
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  const llvm::StringRef Verb = Argc > 2 ? Argv[1] : "";
  if (Verb == "write" && Argc == 5)
    return write(Argv[2], strtoull(Argv[3], nullptr, 10),
                 uint32_t(atoi(Argv[4])));
  if (Verb == "read" && Argc == 3)
    return read(Argv[2]);
  fprintf(stderr, "usage: StreamTrace write FILE EVENTS LANES | read FILE\n");
  return 2;
}
