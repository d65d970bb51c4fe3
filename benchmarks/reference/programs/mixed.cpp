//===- mixed.cpp - many sizes, sites, stacks and threads ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: mixed ALLOCATIONS THREADS
//
// What makes profiles large: 64 sites by 500 sizes, from 64 x 8 stacks, freed
// at 8 places at all distances, by several threads.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

static constexpr int Sites = 64, Depths = 8, Sizes = 500, Window = 1000;

/// A site of its own for each number.
template <int Site> __attribute__((noinline)) static char *make(int Size) {
  char *Block = new char[Size + Site % 4];
  asm volatile("" : : "r"(Block) : "memory");
  return Block;
}

template <int... Numbers>
static char *makeAt(int Site, int Size,
                    std::integer_sequence<int, Numbers...>) {
  using Maker = char *(*)(int);
  static constexpr Maker Makers[] = {make<Numbers>...};
  return Makers[Site](Size);
}

__attribute__((noinline)) static char *below(int Depth, int Site, int Size) {
  char *Block =
      Depth ? below(Depth - 1, Site, Size)
            : makeAt(Site, Size, std::make_integer_sequence<int, Sites>());
  asm volatile(""); // No tail call: the frame must stay.
  return Block;
}

template <int Place>
__attribute__((noinline)) static void breakAt(char *Block) {
  delete[] Block;
  asm volatile("");
}

static void work(long Allocations) {
  static constexpr void (*Breakers[])(char *) = {
      breakAt<0>, breakAt<1>, breakAt<2>, breakAt<3>,
      breakAt<4>, breakAt<5>, breakAt<6>, breakAt<7>};
  std::vector<char *> Blocks(Window);
  unsigned Random = 1;
  for (long I = 0; I < Allocations; ++I) {
    Random = Random * 1664525 + 1013904223;
    char *&Block = Blocks[(Random >> 8) % Window];
    Breakers[(Random >> 18) % 8](Block);
    Block = below((Random >> 21) % Depths, (Random >> 24) % Sites,
                  1 + int((Random >> 12) % Sizes));
  }
  for (char *Block : Blocks)
    delete[] Block;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return std::fputs("usage: mixed ALLOCATIONS THREADS\n", stderr), 2;
  int Threads = std::atoi(argv[2]);
  long Each = std::atol(argv[1]) / Threads;
  std::vector<std::thread> Others;
  for (int I = 1; I < Threads; ++I)
    Others.emplace_back(work, Each);
  work(Each);
  for (std::thread &T : Others)
    T.join();
}
