// Only calls that can lie on a way to a site, with the largest loop depth; what
// is passed to a call counts as called; internal functions are told apart by
// their file. Hashes are xxh3 of the names, so they are compared, not spelled.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && cp %s b.cpp
// RUN: %clangxx -O1 -fno-inline %plugin -c a.cpp -o a.o && %dump_site_table a.o > a.txt
// RUN: FileCheck %s < a.txt
// RUN: grep -c "^edge" a.txt | FileCheck %s --check-prefix=NUMBER
// RUN: %clangxx -O1 -fno-inline %plugin -c b.cpp -o b.o && %dump_site_table b.o > b.txt
// RUN: grep "^edge" a.txt > a.edges && grep "^edge" b.txt > b.edges && not diff a.edges b.edges
// RUN: %clangxx -O1 -fno-inline %plugin_options -mllvm -anomalloc-call-edges=0 -c a.cpp -o none.o
// RUN: %dump_site_table none.o | FileCheck %s --check-prefix=NONE --implicit-check-not=edge
// NONE: site heap

#include <cstdlib>
#include <cstring>

struct Node {
  int X;
};
extern Node *Sink;
void each(void (*)(int), int);

static int pure(int X) { return X * 3 + 1; }
static void make(int) { Sink = new Node; }

int top(int N) {
  make(0);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < I; ++J) {
      make(pure(J));
      std::memset(Sink, pure(I), sizeof(Node));
    }
  each(make, N);
  return pure(N);
}

// top -> make (internal, in no loop and in an inner one), top -> each
// (elsewhere, depth 0); not pure, memset, operator new. A pointer leads to make.
// NUMBER: {{^4$}}
// CHECK: edge [[TOP:[0-9a-f]+]] -> [[MAKE:[0-9a-f]+]] depth 0{{$}}
// CHECK-DAG: edge [[TOP]] -> [[MAKE]] depth 2 loop 1
// CHECK-DAG: edge [[TOP]] -> {{[0-9a-f]+}} depth 0{{$}}
// CHECK: edge 0000000000000000 -> [[MAKE]] depth 0
