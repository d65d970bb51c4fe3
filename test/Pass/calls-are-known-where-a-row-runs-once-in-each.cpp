// A site, or a counted loop, that each call of its function passes exactly once
// tells the number of calls. Not so where a copy of the function was inlined, as
// may be in another unit, and where the optimizer made a loop of the calls.
// RUN: %clangxx -std=c++17 -O2 -g %plugin_options -c %s -o %t.o
// RUN: %dump_site_table %t.o | sed -n "/^loop/p;/^site/{N;s/\n//p}" | FileCheck %s
// Without optimization nothing is inlined, and no loop is counted.
// RUN: %clangxx -std=c++17 -O0 -g %plugin_options -c %s -o %t.O0.o
// RUN: %dump_site_table %t.O0.o | sed -n "/^site/{N;s/\n//p}" | FileCheck %s --check-prefix=O0

#include <stdlib.h>

struct Node {
  Node *Next;
};
extern "C" {
Node *Kept;
void use(void *);

// CHECK-DAG: loop doLoop {{.*}} once per call{{$}}
// CHECK-DAG: loop maybeNone {{.*id [0-9a-f]+$}}

// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at straight {{.*}} *
// O0-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at straight {{.*}} *
void straight() { use(new Node{Kept}); }

// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at joined {{.*}} *
void joined(int N) {
  if (N < 0)
    N = 0;
  use(malloc(N + 1));
}

// Who aborts does not return.
// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at aborts {{.*}} *
void aborts(int N) {
  if (N > 100)
    abort();
  use(new Node);
}

// Both sites of an inlined function, and of the caller that is seen whole.
// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at _ZL6helperv
// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at _ZL6helperv
static void helper() { use(new Node); }
void usesHelper() {
  helper();
  helper();
}

// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at early {{.*}} *
// O0-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at early {{.*}} *
void early(int N) {
  if (N == 1)
    return;
  use(new Node);
}

// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at doLoop {{.*}} *
// O0-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at doLoop {{.*}} *
void doLoop(int N) {
  do
    use(new Node);
  while (--N);
}

// The optimizer asks first whether the loop runs at all.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at maybeNone {{.*}} *
void maybeNone(int N) {
  for (int I = 0; I < N; ++I)
    use(new Node);
}

// No loop for LLVM: it has two entries.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at twoEntries {{.*}} *
// O0-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at twoEntries {{.*}} *
void twoEntries(int N) {
  if (N & 1)
    goto in;
out:
  use(nullptr);
in:
  use(new Node);
  if (--N > 0)
    goto out;
}

// One call goes round a loop N times, which were calls.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at last {{.*}} *
int last(int N) {
  if (N == 0) {
    use(new Node);
    return 1;
  }
  return last(N - 1);
}

// Each of its calls is one, without optimization; else it is a loop.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at again {{.*}} *
// O0-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at again {{.*}} *
void again(int N) {
  use(new Node);
  if (N)
    again(N - 1);
}

// What may throw is not passed by each way to the return.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at catches {{.*}} *
// O0-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at catches {{.*}} *
void catches() {
  try {
    use(new Node);
  } catch (...) {
    use(nullptr);
  }
}

// It may free, and make nothing.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at resizes {{.*}} *
void resizes(void **P, size_t N) { *P = realloc(*P, N); }

// CHECK-DAG: depth {{[0-9]}} never returns slot {{[0-9]+}} id {{[0-9a-f]+}} at never {{.*}} *
[[noreturn]] void never() {
  use(new Node);
  exit(1);
}

// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at inlinedBelow {{.*}} *
// CHECK-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at inlinedBelow {{.*}} *
void inlinedBelow() { use(new Node); }
void inlines() { inlinedBelow(); }

// Other units may have inlined it.
// CHECK-DAG: depth {{[0-9]}} slot {{[0-9]+}} id {{[0-9a-f]+}} at inHeader {{.*}} *
// O0-DAG: once per call slot {{[0-9]+}} id {{[0-9a-f]+}} at inHeader {{.*}} *
inline __attribute__((used)) void inHeader() { use(new Node); }
}
