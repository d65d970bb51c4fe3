// Kokkos loads the library that KOKKOS_TOOLS_LIBS names. Its regions hold for
// all threads, and so do its kernels, if they are asked for. This program stands
// for Kokkos.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -g -pthread %s -o %t/prog -ldl
// RUN: env KOKKOS_TOOLS_LIBS=%rt_regions %anomalloc record --quiet --mode=count --output=%t/regions %t/prog | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/regions | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: %anomalloc record --quiet --mode=count --regions --output=%t/asked %t/prog | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/asked | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: %anomalloc record --quiet --mode=count --kernels --output=%t/kernels %t/prog | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/kernels | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s --check-prefixes=CHECK,KERNELS
// TOLD: no fences
// CHECK: outside 2
// KERNELS-NEXT: dot 3
// KERNELS-NEXT: fill 8
// CHECK-NEXT: setup 1
// PLAIN-NEXT: solve 17
// KERNELS-NEXT: solve 6
// CHECK-NOT: {{.}}

// Without the runtime nothing happens.
// RUN: env KOKKOS_TOOLS_LIBS=%rt_regions %t/prog | FileCheck %s --check-prefix=TOLD

// Another tool stays, and that is said.
// RUN: env KOKKOS_TOOLS_LIBS=libother.so %anomalloc record --regions --output=%t/other %t/prog 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: note: KOKKOS_TOOLS_LIBS names another tool already, so the regions of Kokkos become no sections
// RUN: env KOKKOS_TOOLS_LIBS=libother.so %anomalloc record --regions --quiet --output=%t/quiet %t/prog > %t/said 2>&1
// RUN: not test -s %t/said

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = malloc(1000);
    free(Block);
  }
}

struct Settings {
  _Bool Fences, Unused[255];
};
static void (*Ask)(uint32_t, struct Settings *);
static void (*Push)(const char *);
static void (*Pop)(void);
static void (*Begin)(const char *, uint32_t, uint64_t *);
static void (*End)(uint64_t);
static void (*BeginReduce)(const char *, uint32_t, uint64_t *);
static void (*EndReduce)(uint64_t);

static void *kernel(void *Unused) {
  (void)Unused;
  take(4);
  return NULL;
}

static void *regionOfOther(void *Unused) {
  (void)Unused;
  Push("setup");
  take(1);
  Pop();
  Pop(); // One too many.
  return NULL;
}

static void inThreads(void *(*Function)(void *), int Number) {
  pthread_t Threads[4];
  for (int I = 0; I != Number; ++I)
    pthread_create(&Threads[I], NULL, Function, NULL);
  for (int I = 0; I != Number; ++I)
    pthread_join(Threads[I], NULL);
}

int main(void) {
  const char *Path = getenv("KOKKOS_TOOLS_LIBS");
  void *Tool = Path ? dlopen(Path, RTLD_NOW | RTLD_GLOBAL) : NULL;
  if (!Tool)
    return 0;
#define LOOK(Its, Name) *(void **)&Its = dlsym(Tool, "kokkosp_" Name)
  LOOK(Ask, "request_tool_settings");
  LOOK(Push, "push_profile_region");
  LOOK(Pop, "pop_profile_region");
  LOOK(Begin, "begin_parallel_for");
  LOOK(End, "end_parallel_for");
  LOOK(BeginReduce, "begin_parallel_reduce");
  LOOK(EndReduce, "end_parallel_reduce");
  struct Settings S = {1, {0}};
  Ask(1, &S);
  printf("%s\n", S.Fences ? "fences" : "no fences");

  take(1);
  Push("solve");
  take(6);
  uint64_t Kernel = 17;
  Begin("fill", 0, &Kernel);
  inThreads(kernel, 2);
  End(Kernel);
  BeginReduce("dot", 0, &Kernel);
  take(3);
  EndReduce(Kernel);
  inThreads(regionOfOther, 1);
  Pop();
  Pop();
  take(1);
  return 0;
}
