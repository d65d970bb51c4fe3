// A recursion through virtual functions, which no call graph shows. Its blocks
// of about 2000 bytes, freed before the next call, must not become slots: 12000
// frames would need 24 MB.

// RUN: %clangxx -O2 -std=c++17 %plugin_options -mllvm -anomalloc-tame=stack,hoist -mllvm -anomalloc-record=0 -pthread %s -o %t
// RUN: %t | FileCheck %s
// CHECK: 12001
#include <cstdio>
#include <cstring>
#include <pthread.h>

struct Node {
  virtual ~Node() = default;
  virtual int count(int Depth) = 0;
};
struct Leaf : Node {
  int count(int) override { return 1; }
};
struct Pair : Node {
  Node *Next = nullptr;
  int count(int Depth) override;
};

__attribute__((noinline)) static int last(const char *P, int N) {
  return P[N - 1];
}

int Pair::count(int Depth) {
  char *Name = new char[1000];
  std::memset(Name, Depth, 1000);
  int *Table = new int[240];
  for (int I = 0; I != 240; ++I)
    Table[I] = Name[I] - Depth;
  int Wrong = (last(Name, 1000) - Depth + Table[Depth % 240]) & 255;
  delete[] Table;
  delete[] Name;
  return Next->count(Depth + 1) + 1 + Wrong;
}

static void *run(void *First) {
  std::printf("%d\n", static_cast<Node *>(First)->count(0));
  return nullptr;
}

int main() {
  static Leaf End;
  static Pair Pairs[12000];
  Node *First = &End;
  for (Pair &P : Pairs) {
    P.Next = First;
    First = &P;
  }
  // As large as the stack of the first thread usually is.
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, 8 << 20);
  pthread_t Thread;
  pthread_create(&Thread, &Attributes, run, First);
  pthread_join(Thread, nullptr);
}
