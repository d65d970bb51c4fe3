// A program that frees nothing when it ends may need all of it until then: its
// blocks are told, but no saving is promised. One that frees the rest leaks.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O1 -g %s -o %t/keep
// RUN: %anomalloc c++ -O1 -g -DTEAR_DOWN %s -o %t/leak
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/keep.prof %t/keep
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/leak.prof %t/leak
// RUN: %anomalloc report --only=findings --no-probe --width=200 %t/keep.prof | FileCheck %s --check-prefix=KEEP
// RUN: %anomalloc report --only=findings --no-probe --width=200 %t/leak.prof | FileCheck %s --check-prefix=LEAK

#include <cstdlib>

struct Node {
  Node *Next;
  char Text[192];
};

__attribute__((noinline)) static Node *prepend(Node *List) {
  // KEEP: leak: 500 of 500 blocks, 100,000 bytes, lived when the program ended; so did most of the heap: they may be the program's state
  // KEEP-NEXT: change: free them
  // KEEP-NEXT: may save 97.66 KiB
  // LEAK: leak: 500 of 500 blocks, 100,000 bytes, lived when the program ended{{$}}
  // LEAK-NEXT: change: free them
  // LEAK-NEXT: {{^ +}}saves 97.66 KiB
  Node *N = static_cast<Node *>(std::malloc(sizeof(Node)));
  N->Next = List;
  return N;
}

Node *volatile Kept;
void *volatile Rest;

int main() {
  for (int I = 0; I < 500; ++I)
    Kept = prepend(Kept);
#ifdef TEAR_DOWN
  Rest = std::malloc(1 << 20);
  std::free(Rest);
#endif
}
