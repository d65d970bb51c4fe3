// A list with a block for each of its nodes makes nearly all blocks. The
// repaired program keeps its nodes in one.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DREPAIRED %s -o %t/repaired
// RUN: %anomalloc record --quiet --mode=access --output=%t/repaired.profile %t/repaired
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/repaired.profile > %t/repaired.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// RUN: FileCheck %s --check-prefix=REPAIRED --input-file=%t/repaired.txt
// CHECK: m1  main @ {{.*}}accesses.cpp:[[#@LINE+26]] <-
// CHECK: pool-candidate: 20,000 blocks at the peak
// REPAIRED: nothing stands out

#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

struct Node {
  long Value;
  Node *Next;
};

int main() {
  Node *First = nullptr;
#ifdef REPAIRED
  std::vector<Node> Nodes;
  Nodes.reserve(20000);
#endif
  for (int I = 0; I < 20000; ++I) {
#ifdef REPAIRED
    Nodes.push_back({I, First});
    First = &Nodes.back();
#else
    First = new Node{I, First};
#endif
  }
  use(First);
  long Sum = 0;
  for (Node *Its = First; Its; Its = Its->Next)
    Sum += Its->Value;
  use(&Sum);
#ifndef REPAIRED
  while (Node *Its = First) {
    First = Its->Next;
    delete Its;
  }
#endif
}
