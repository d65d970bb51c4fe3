//===- loop.cpp - nothing but new and delete ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worst case of every heap profiler: blocks of 24 bytes, made and freed at
// once, from FRAMES stack frames below the thread's own.
//
// usage: loop PAIRS FRAMES THREADS
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static void pairs(long Pairs) {
  for (long I = 0; I < Pairs; ++I) {
    char *Block = new char[24];
    // Without this the compiler removes the pair.
    asm volatile("" : : "r"(Block) : "memory");
    delete[] Block;
  }
}

__attribute__((noinline)) static void below(long Pairs, int Frames) {
  if (Frames > 1)
    below(Pairs, Frames - 1);
  else
    pairs(Pairs);
  asm volatile(""); // No tail call: the frame must stay.
}

int main(int argc, char **argv) {
  if (argc != 4)
    return std::fputs("usage: loop PAIRS FRAMES THREADS\n", stderr), 2;
  long Pairs = std::atol(argv[1]);
  int Frames = std::atoi(argv[2]);
  std::vector<std::thread> Threads;
  for (int I = 1; I < std::atoi(argv[3]); ++I)
    Threads.emplace_back(below, Pairs, Frames);
  below(Pairs, Frames);
  for (std::thread &T : Threads)
    T.join();
}
