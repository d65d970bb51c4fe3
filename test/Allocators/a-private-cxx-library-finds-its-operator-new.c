/* A C program that loads a C++ library privately: nobody else has operator new, so
   the real one is found through the library that asked for it, be that library
   linked with the runtime, too, or not. */

// RUN: rm -rf %t && mkdir %t && split-file %s %t
// RUN: %clangxx -shared -fPIC -O1 -fno-builtin %t/plugin.cpp -o %t/plugin.so
// RUN: %anomalloc cc -O1 -fno-builtin -g %t/main.c -o %t/prog -ldl
// RUN: env ANOMALLOC_OPTIONS=output=%t/profile %t/prog %t/plugin.so | FileCheck %s
// RUN: %anomalloc report --json --size=7777 %t/profile | FileCheck %s --check-prefix=DARK
// RUN: %anomalloc c++ -shared -fPIC -O1 -fno-builtin -g %t/plugin.cpp -o %t/instrumented.so
// RUN: env ANOMALLOC_OPTIONS=output=%t/site %t/prog %t/instrumented.so | FileCheck %s
// RUN: %anomalloc report --json --size=7777 %t/site | FileCheck %s --check-prefix=SITE
// CHECK: sum 4950
// DARK: "recovered_allocations": 100,
// SITE: "site_allocations": 100,

//--- plugin.cpp
#include <cstdlib>
#include <new>
static char *volatile Kept;
extern "C" int work(int I) {
  Kept = new char[7777];
  delete[] Kept;
  return I;
}

//--- main.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *run(void *Path) {
  void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return NULL;
  int (*Work)(int) = (int (*)(int))dlsym(Library, "work");
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += Work(I);
  dlsym(Library, "absent"); /* Takes the place of an earlier message. */
  printf("sum %d\n", Sum);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t Thread;
  pthread_create(&Thread, NULL, run, argv[1]);
  pthread_join(Thread, NULL);
  return 0;
}
