// Zeros of calloc and of a vector are overwritten before anything is read. The
// repaired program asks for memory that is not zeroed.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: Less to read and write
// CHECK: a1  byCalloc() @
// CHECK: zeroed-overwritten: 2,000 of 2,000 blocks were zeroed, and then written in whole before anything in them was read
// CHECK-NEXT: change: do not zero what is written anyway: 'malloc',
// CHECK-NEXT: saves 7.812 MiB of reads and writes
// CHECK: a2  byVector(unsigned long) @
// CHECK: zeroed-overwritten: 1,000 of 1,000 blocks
// CHECK-NOT: zeroed-overwritten
// REPAIRED: What to change
// REPAIRED-NOT: zeroed-overwritten:

#include <cstdlib>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

static long readAll(const int *Block) {
  long Sum = 0;
  for (int K = 0; K < 1024; ++K)
    Sum += Block[K];
  return Sum;
}

__attribute__((noinline)) static long byCalloc() {
#ifdef REPAIRED
  int *Block = static_cast<int *>(std::malloc(1024 * sizeof(int)));
#else
  int *Block = static_cast<int *>(std::calloc(1024, sizeof(int)));
#endif
  use(Block);
  for (int K = 0; K < 1024; ++K)
    Block[K] = K;
  use(Block);
  long Sum = readAll(Block);
  std::free(Block);
  return Sum;
}

__attribute__((noinline)) static long byVector(std::size_t Number) {
#ifdef REPAIRED
  std::vector<int> V;
  V.reserve(Number);
  for (std::size_t K = 0; K < Number; ++K)
    V.push_back(int(K));
#else
  std::vector<int> V(Number);
  use(V.data());
  for (std::size_t K = 0; K < Number; ++K)
    V[K] = int(K);
#endif
  use(V.data());
  return readAll(V.data());
}

// What was read as zero is none: the count begins with it.
__attribute__((noinline)) static long counts() {
  int *Counts = static_cast<int *>(std::calloc(1024, sizeof(int)));
  use(Counts);
  for (int K = 0; K < 4096; ++K)
    ++Counts[K % 1024];
  use(Counts);
  long Sum = readAll(Counts);
  std::free(Counts);
  return Sum;
}

// Each 8 bytes are written more than eight times, but some of them never.
__attribute__((noinline)) static long primes() {
  auto *IsMultiple = static_cast<char *>(std::calloc(4096, 1));
  use(IsMultiple);
  for (int Step : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29})
    for (int K = 0; K < 4096; K += Step)
      IsMultiple[K] = 1;
  use(IsMultiple);
  long Sum = 0;
  for (int K = 0; K < 4096; ++K)
    Sum += !IsMultiple[K];
  std::free(IsMultiple);
  return Sum;
}

int main() {
  long Sum = 0;
  for (int I = 0; I < 2000; ++I)
    Sum += byCalloc();
  for (int I = 0; I < 1000; ++I)
    Sum += byVector(1024) + counts() + primes();
  use(&Sum);
}
