// A site in an out-of-line template of the C++ library has no user frame. The
// calls that lead there are in the table with their chains; the user's have two
// counters, and those made by library code none.
// RUN: %clangxx -O1 -g -fno-inline %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o > %t.txt && FileCheck %s < %t.txt
// RUN: grep -A1 "^call" %t.txt | FileCheck %s --check-prefix=ONLY
// At -O2 fill() is inlined: the chain begins at the user frame.
// RUN: %clangxx -O2 -g %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s --check-prefix=INLINED
// Without debug information the library is known by its names.
// RUN: %clangxx -O2 -g0 %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s --check-prefix=NAMES
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-call-edges=0 -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s --check-prefix=NONE --implicit-check-not="call of"
// NONE: site heap

#include <vector>

static inline void fill(std::vector<int> &V, int N) {
  for (int I = 0; I < N; ++I)
    V.resize(V.size() + I);
}

void caller(std::vector<int> &V, int N) {
  for (int J = 0; J < N; ++J)
    fill(V, J);
}

// Calls no library function with a site.
int size(const std::vector<int> &V) { return V.size(); }

// At -O1 without inlining: allocate, called by _M_allocate, and so on, up to
// resize and the user's line.
// CHECK-DAG: call of {{[0-9a-f]+}} by library depth 0 slot -
// CHECK-DAG: call of [[PUSH:[0-9a-f]+]] by user depth 1 slot {{[0-9]+}}
// ONLY-NOT: _Z4size
// ONLY: call of {{[0-9a-f]+}} by user depth 1
// ONLY-NEXT: at _ZL4fillRSt6vectorIiSaIiEEi {{.*}}.cpp:[[#@LINE-17]]:7
// ONLY-NOT: by user
// ONLY: at _ZNSt{{.*}} /usr/{{.*}}:{{[1-9]}}
// ONLY-NOT: by user

// INLINED: call of {{[0-9a-f]+}} by user depth 2
// INLINED-NEXT: at _ZNSt6vectorIiSaIiEE6resizeEm /usr/
// INLINED-NEXT: at _ZL4fillRSt6vectorIiSaIiEEi {{.*}}.cpp:[[#@LINE-24]]:7
// INLINED-NEXT: at _Z6callerRSt6vectorIiSaIiEEi {{.*}}.cpp:[[#@LINE-20]]:5
// INLINED-NOT: call of

// NAMES: call of {{[0-9a-f]+}} by user depth 2
// NAMES-NEXT: at _Z6callerRSt6vectorIiSaIiEEi {{.*}}.cpp:0:0
// NAMES-NOT: call of
