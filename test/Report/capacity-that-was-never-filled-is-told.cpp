// Bytes that realloc gave back were not needed; of a large block that doubled
// last, a half may not have been. Nothing of small vectors, of what was reserved,
// and of what grew in small steps.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/profile > %t/text
// RUN: FileCheck %s --check-prefix=DOUBLED --input-file=%t/text
// RUN: FileCheck %s --check-prefix=SHRUNK --input-file=%t/text
// RUN: grep -c oversized-capacity %t/text | FileCheck %s --check-prefix=NUMBER
// NUMBER: 2

#include <cstdlib>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

constexpr std::size_t MiB = 1 << 20;

// 300,000 numbers in a block for 524,288.
// DOUBLED: m3  filled(std::vector<int>&) @ {{.*}}told.cpp:[[#@LINE+5]] <- {{.*}}push_back
// DOUBLED: oversized-capacity: 2,097,152 bytes at the peak in blocks that doubled last: up to half may never have been filled
// DOUBLED-NEXT: change: reserve what is needed, or shrink it
__attribute__((noinline)) static void filled(std::vector<int> &V) {
  for (int I = 0; I < 300000; ++I)
    V.push_back(I);
}

// Of five, the first is given back before the peak.
// SHRUNK: m1  main @ {{.*}}told.cpp:{{[0-9]+}} and 1 more line <- buffer
// SHRUNK-NEXT: 5 allocations
// SHRUNK: made in buffer() @ {{.*}}told.cpp:[[#@LINE+5]]
// SHRUNK-NEXT: oversized-capacity: realloc gave back 4,193,804 bytes that lived at the peak
// SHRUNK-NEXT: change: reserve what is needed, or shrink it
// SHRUNK-NEXT: saves 4.000 MiB
__attribute__((noinline)) static void *buffer() {
  return std::malloc(MiB);
}

// Grown by 64 KiB each time, to 4 MiB.
__attribute__((noinline)) static void *inSteps() {
  void *Block = nullptr;
  for (std::size_t Size = 64 << 10; Size <= 4 * MiB; Size += 64 << 10)
    use(Block = std::realloc(Block, Size));
  return Block;
}

// 1.5 MiB together, but each was filled to the last.
__attribute__((noinline)) static void small(std::vector<int> &V) {
  V.reserve(10);
  for (int I = 0; I < 10; ++I)
    V.push_back(I);
}

int main() {
  void *Buffers[5] = {buffer()};
  use(Buffers[0] = std::realloc(Buffers[0], 100));
  std::vector<int> Large, Reserved;
  Reserved.reserve(MiB);
  use(Reserved.data());
  std::vector<std::vector<int>> Small(40000);
  for (std::vector<int> &V : Small)
    small(V);
  filled(Large);
  void *Steps = inSteps();
  for (int I = 1; I < 5; ++I)
    Buffers[I] = buffer();
  for (int I = 1; I < 5; ++I)
    use(Buffers[I] = std::realloc(Buffers[I], 100));
  for (void *Block : Buffers)
    std::free(Block);
  std::free(Steps);
}
