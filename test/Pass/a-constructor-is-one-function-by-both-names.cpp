// A constructor that is only declared is called by its name C1; its definition
// has the name C2, and C1 is an alias. The edge from one to the other joins the
// units, so that the loops around the call are seen.
// REQUIRES: runtime, cli
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %clangxx -O2 -g %plugin -c a.cpp -o a.o && %clangxx -O2 -g %plugin -c b.cpp -o b.o
// RUN: %clangxx a.o b.o %rt_flags -o program && %anomalloc sites program | FileCheck %s
// RUN: %dump_site_table a.o | FileCheck %s --check-prefix=TABLE
// Within a unit the alias is seen through.
// RUN: %clangxx -O2 -g %plugin -c both.cpp -o both.o && %anomalloc sites both.o | FileCheck %s
// CHECK: 0/2  operator new{{.*}} Thing::Thing()

// TABLE: edge [[C1:[0-9a-f]+]] -> [[C2:[0-9a-f]+]] depth 0

//--- thing.h
struct Thing {
  Thing();
  int *P;
};
//--- a.cpp
#include "thing.h"
Thing::Thing() : P(new int(7)) {}
//--- b.cpp
#include "thing.h"
int *volatile Sink;
int main(int Argc, char **) {
  for (int I = 0; I < Argc; ++I)
    for (int J = 0; J < Argc; ++J)
      Sink = Thing().P;
}
//--- both.cpp
#include "thing.h"
__attribute__((noinline)) Thing::Thing() : P(new int(7)) {}
int *volatile Sink;
int main(int Argc, char **) {
  for (int I = 0; I < Argc; ++I)
    for (int J = 0; J < Argc; ++J)
      Sink = Thing().P;
}
