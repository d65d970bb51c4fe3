// Where the tool is there, each call reaches it, and what it allocates at the
// begin is outside of the region. It may be linked, or loaded for itself.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -shared -fPIC -DTOOL %s -o %t/libcaliper.so.2
// RUN: %clang -O1 -g %s %t/libcaliper.so.2 -Wl,-rpath,%t -o %t/linked
// RUN: %clang -shared -fPIC -O1 -g -DPART %s %t/libcaliper.so.2 -Wl,-rpath,%t -o %t/part.so
// RUN: %clang -O1 -g -DLOADS %s -o %t/loads -ldl
// RUN: %anomalloc record --quiet --mode=count --regions --output=%t/first %t/linked | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/first | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s
// RUN: %anomalloc record --quiet --mode=count --regions --output=%t/second %t/loads %t/part.so | FileCheck %s --check-prefix=TOLD
// RUN: %anomalloc report --json %t/second | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s
//      TOLD: begin solve
// TOLD-NEXT: function run
// TOLD-NEXT: function ends
// TOLD-NEXT: end solve
//      CHECK: outside 1
// CHECK-NEXT: run 2
// CHECK-NEXT: solve 3

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void cali_begin_region(const char *Name);
void cali_end_region(const char *Name);
void _ZN4cali8FunctionC1EPKc(void *Object, const char *Name);
void _ZN4cali8FunctionD1Ev(void *Object);

#ifdef TOOL
void cali_begin_region(const char *Name) {
  void *volatile Block = malloc(1000);
  free(Block);
  printf("begin %s\n", Name);
}
void cali_end_region(const char *Name) { printf("end %s\n", Name); }
void _ZN4cali8FunctionC1EPKc(void *Object, const char *Name) {
  *(char *)Object = 1;
  printf("function %s\n", Name);
}
void _ZN4cali8FunctionD1Ev(void *Object) {
  printf("function %s\n", *(char *)Object ? "ends" : "is unknown");
}
#elif defined(LOADS)
int main(int Argc, char **Argv) {
  void *Part = dlopen(Argc > 1 ? Argv[1] : "", RTLD_NOW | RTLD_LOCAL);
  if (!Part)
    return 1;
  ((void (*)(void))dlsym(Part, "run"))();
  return 0;
}
#else
static void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = malloc(1000);
    free(Block);
  }
}
void run(void) {
  cali_begin_region("solve");
  take(1);
  char Function = 0;
  _ZN4cali8FunctionC1EPKc(&Function, "run");
  take(2);
  _ZN4cali8FunctionD1Ev(&Function);
  take(2);
  cali_end_region("solve");
}
#ifndef PART
int main(void) {
  run();
  return 0;
}
#endif
#endif
