//===- grow.cpp - takes all the memory that it can get --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts threads, one after the other, until that fails or there are so many;
// each makes blocks of its own. Then takes KiBs until there are no more. Says
// how many of both it got.
//
// usage: grow THREADS
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

static void *volatile Sink;

int main(int argc, char **argv) {
  int Threads = 0;
  for (; Threads != (argc > 1 ? std::atoi(argv[1]) : 1); ++Threads) {
    try {
      std::thread([] {
        for (int I = 1; I != 100; ++I)
          Sink = std::malloc(8 * I), std::free(Sink);
      }).join();
    } catch (const std::system_error &) {
      break;
    }
  }
  // Large ones have pages of their own: no arena rounds them up.
  constexpr size_t Largest = 256 << 10, Least = 4 << 10;
  size_t Got = 0;
  for (size_t Size = Largest; Size >= Least;) {
    Sink = std::malloc(Size - 64);
    if (Sink)
      Got += Size;
    else
      Size /= 2;
  }
  std::printf("%d threads, %zu KiB\n", Threads, Got >> 10);
}
