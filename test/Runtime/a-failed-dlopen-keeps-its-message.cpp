// The runtime looks up the real functions before main: a dlsym(3) of its own in
// the middle of the program would wipe out what dlerror(3) has to say.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %anomalloc c++ -O2 -g %s -o prog
// RUN: %clangxx -O2 %s -o plain
// RUN: env ANOMALLOC_OPTIONS=output=a ./prog | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=output=b:mode=lifetime ./prog | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=enabled=0 ./prog | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=output=c LD_PRELOAD=%rt_so ./plain | FileCheck %s

// A program of C alone.
// RUN: %anomalloc cc -x c -O2 %s -o c
// RUN: env ANOMALLOC_OPTIONS=output=d ./c | FileCheck %s

// CHECK-COUNT-6: no-such-file.so: cannot open shared object file
// CHECK-NOT: no message

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

static void *volatile Sink;

static void fail(void) { Sink = dlopen("./no-such-file.so", RTLD_NOW); }

static void tell(void) {
  const char *Message = dlerror();
  puts(Message ? Message : "no message");
}

int main(void) {
  fail();
  Sink = calloc(3, 5);
  tell();
  fail();
  Sink = realloc(Sink, 50);
  tell();
  fail();
  Sink = aligned_alloc(64, 64);
  tell();
  fail();
  if (posix_memalign((void **)&Sink, 64, 64) == 0)
    free(Sink);
  tell();
#ifdef __cplusplus
  fail();
  Sink = operator new[](30);
  tell();
  fail();
  operator delete[](Sink);
  tell();
#else
  fail();
  Sink = memalign(64, 64);
  tell();
  fail();
  Sink = valloc(64);
  tell();
#endif
  return 0;
}
