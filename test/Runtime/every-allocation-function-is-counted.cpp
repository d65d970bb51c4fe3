// One call of each row of AllocFunctions.def, at a size of its own.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: %anomalloc report --json %t/profile | FileCheck %s --check-prefix=CALLEE
// CHECK: equal:
// CALLEE-DAG: "callee": "malloc"
// CALLEE-DAG: "callee": "calloc"
// CALLEE-DAG: "callee": "realloc"
// CALLEE-DAG: "callee": "reallocarray"
// CALLEE-DAG: "callee": "aligned_alloc"
// CALLEE-DAG: "callee": "memalign"
// CALLEE-DAG: "callee": "posix_memalign"
// CALLEE-DAG: "callee": "valloc"
// CALLEE-DAG: "callee": "pvalloc"
// CALLEE-DAG: "callee_linkage_name": "_Znwm"
// CALLEE-DAG: "callee_linkage_name": "_Znam"
// CALLEE-DAG: "callee_linkage_name": "_ZnwmSt11align_val_t"
// CALLEE-DAG: "callee": "strdup"
// CALLEE-DAG: "callee": "asprintf"
// CALLEE-DAG: "callee": "{{getline|__getdelim}}"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>

static void *volatile Sink;

int main(int argc, char **argv) {
  Sink = malloc(11);
  Sink = calloc(3, 7);
  void *volatile Null = nullptr; // Else the compiler makes it malloc.
  Sink = realloc(Null, 31);
  Sink = reallocarray(Null, 4, 11);
  Sink = aligned_alloc(64, 128);
  Sink = memalign(64, 71);
  void *Out;
  Sink = posix_memalign(&Out, 64, 81) == 0 ? Out : nullptr;
  Sink = valloc(91);
  Sink = pvalloc(101);
  Sink = operator new(111);
  Sink = operator new[](121);
  Sink = operator new(131, std::nothrow);
  Sink = operator new[](141, std::nothrow);
  Sink = operator new(151, std::align_val_t(64));
  Sink = operator new[](161, std::align_val_t(64));
  Sink = operator new(171, std::align_val_t(64), std::nothrow);
  Sink = operator new[](181, std::align_val_t(64), std::nothrow);
  Sink = operator new(std::size_t(argc) - 1); // 0 bytes
  Sink = strdup("nineteen characters");
  Sink = strndup("twenty and more characters", 20);
  char *Line = nullptr;
  Sink = asprintf(&Line, "%d and %s", 23, argv[0]) > 0 ? Line : nullptr;
  std::FILE *Self = std::fopen(__FILE__, "r");
  std::size_t Capacity = 0;
  Line = nullptr;
  while (getline(&Line, &Capacity, Self) > 0)
    continue;
  Sink = Line;
  std::fclose(Self);
}
