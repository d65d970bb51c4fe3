// The moment of an access in a loop without calls is noted behind the loop.
// Tables of different sizes are used at the end of their lives, or not, in loops
// of several shapes.

// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile > %t.accesses
// RUN: FileCheck %s --implicit-check-not=idle_blocks < %t.accesses
// What a loop might have used, but did not, is idle. What it used is not.
// CHECK: size 40960: {{.*}} idle_blocks 1
// CHECK: size 40968: {{.*}} idle_blocks 1
// CHECK: size 40976: {{.*}} idle_blocks 1
// CHECK: size 41120: made 3 blocks 3
// CHECK: size 41200: {{.*}} idle_blocks 1
// CHECK: size 50000: made 1 blocks 1
// CHECK: size 50008: made 1 blocks 1
// CHECK: size 50016: made 1 blocks 1

#include <cstddef>
#include <cstring>

#define LOOP static __attribute__((noinline))

static volatile int Zero;

LOOP int *table(size_t Bytes) {
  int *Table = static_cast<int *>(operator new(Bytes));
  for (int K = 0; K < int(Bytes / sizeof(int)); ++K)
    Table[K] = (K * 7) % 10000 + Zero;
  return Table;
}

// Gathers: counted in each turn.
LOOP long gather(const int *Table, const int *At, int N) {
  long Sum = 0;
  for (int K = 0; K < N; ++K)
    Sum += Table[At[K]];
  return Sum;
}

// Two loops, one in the other, and a table that not each turn uses.
LOOP long gatherSome(const int *Table, const int *At, int N, int Rows) {
  long Sum = 0;
  for (int R = 0; R < Rows; ++R)
    for (int K = 0; K < N; ++K)
      if (At[K] > 5000)
        Sum += Table[(At[K] + R) % 10000];
  return Sum;
}

// The loop has two ends.
LOOP int find(const int *Table, const int *At, int N, int What) {
  for (int K = 0; K < N; ++K) {
    const int I = At[K];
    if (I < 0)
      return -1;
    if (Table[I] == What)
      return K;
  }
  return N;
}

// Each turn uses another block.
struct Node {
  Node *Next;
  long Value[5139];
};

LOOP long walk(const Node *N) {
  long Sum = 0;
  for (; N; N = N->Next)
    Sum += N->Value[17];
  return Sum;
}

LOOP void allocate() {
  for (int I = 0; I < 200; ++I) {
    void *Block = operator new(8000 + size_t(I % 2));
    std::memset(Block, I, 100);
    asm volatile("" : : "r"(Block) : "memory");
    operator delete(Block);
  }
}

int main() {
  int *At = table(40000);
  int *Idle[3] = {table(40960), table(40968), table(40976)};
  int *Used[3] = {table(50000), table(50008), table(50016)};
  Node *Nodes = nullptr;
  for (int I = 0; I < 3; ++I) {
    Node *N = reinterpret_cast<Node *>(table(sizeof(Node)));
    N->Next = Nodes;
    Nodes = N;
  }
  Node *Unreached = reinterpret_cast<Node *>(table(sizeof(Node) + 80));
  Unreached->Next = Nodes;
  long Sum = 0;
  allocate();
  Sum += gather(Idle[0], At, Zero);
  Sum += gatherSome(Idle[1], At, Zero, 3);
  Sum += find(Idle[2], At, Zero, 3);
  Sum += gather(Used[0], At, 100);
  Sum += gatherSome(Used[1], At, 10000, 1);
  Sum += find(Used[2], At, 100, 700);
  Sum += walk(Unreached->Next ? Nodes : nullptr);
  asm volatile("" : : "r"(Sum) : "memory");
  for (int I = 0; I < 3; ++I) {
    operator delete(Idle[I]);
    operator delete(Used[I]);
  }
  while (Nodes) {
    Node *Next = Nodes->Next;
    operator delete(Nodes);
    Nodes = Next;
  }
  operator delete(Unreached);
  operator delete(At);
}
