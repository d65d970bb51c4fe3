// The program's own operator new takes from a pool that is emptied as a whole.
// A block that is kept would be given out twice.

// RUN: %clangxx -O2 -std=c++17 %plugin_options -mllvm -anomalloc-tame=stack,hoist -mllvm -anomalloc-record=0 %s -o %t
// RUN: %t | FileCheck %s
// CHECK: all right
#include <cstdio>
#include <cstdlib>
#include <new>

static char Pool[1 << 20];
static size_t Used;
void *operator new(size_t Size) {
  Size = (Size + 15) & ~size_t(15);
  if (Used + Size > sizeof Pool)
    std::abort();
  void *P = Pool + Used;
  Used += Size;
  return P;
}
void operator delete(void *) noexcept {}
void operator delete(void *, size_t) noexcept {}

struct Node {
  int Value;
  Node *Next;
};
static Node *Head;
__attribute__((noinline)) static void push(int Value) {
  Head = new Node{Value, Head};
}
__attribute__((noinline)) static long total() {
  long S = 0;
  for (Node *N = Head; N; N = N->Next)
    S += N->Value;
  return S;
}
__attribute__((noinline)) static void fill(int *P, int N, int Value) {
  for (int I = 0; I != N; ++I)
    P[I] = Value;
}

int main() {
  int Wrong = 0;
  for (int Case = 0; Case != 10; ++Case) {
    Used = 0; // Everything of the last case is gone.
    Head = nullptr;
    const int N = 50 + 20 * Case;
    for (int I = 0; I != N; ++I)
      push(1);
    int *Scratch = new int[1000];
    fill(Scratch, 1000, -1);
    Wrong += Scratch[999] != -1 || total() != N;
    delete[] Scratch;
  }
  std::puts(Wrong ? "wrong" : "all right");
}
