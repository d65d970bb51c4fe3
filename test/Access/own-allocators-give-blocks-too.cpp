// operator new of a class, and a pool that the build names: the memory behind
// them is a block of malloc, whose accesses are counted whoever deals it out.

// RUN: rm -rf %t && mkdir %t
// RUN: echo "take size=1" > %t/pools
// RUN: %anomalloc c++ -std=c++17 -O1 -g -mllvm -anomalloc-access=1 -mllvm -anomalloc-functions=%t/pools %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=access --output=%t/profile %t/prog
// RUN: %accesses %t/profile --bytes | FileCheck %s
// CHECK: size 48 read 8 written 16
// CHECK: size 4096 read 80 written 160

#include <cstdlib>
#include <new>

struct Node {
  volatile long Values[6];
  static void *operator new(size_t Size) {
    void *volatile Block = std::malloc(Size);
    return Block;
  }
  static void operator delete(void *Block) { std::free(Block); }
};

struct Pool {
  char *Begin;
  size_t Used;
};
extern "C" __attribute__((noinline)) void *take(Pool *From, size_t Size) {
  void *Its = From->Begin + From->Used;
  From->Used += Size;
  return Its;
}

static volatile long Sum;

int main() {
  Node *N = new Node;
  N->Values[1] = 1;
  N->Values[5] = 1;
  Sum = N->Values[5];
  delete N;

  void *volatile Memory = std::malloc(4096);
  static Pool P;
  P = {static_cast<char *>(Memory), 0};
  for (int I = 0; I != 10; ++I) {
    auto *Its = static_cast<volatile long *>(take(&P, 16));
    Its[0] = I;
    Its[1] = I;
    Sum = Its[1];
  }
  std::free(Memory);
}
