// The runtime's functions preserve nearly all registers; the dynamic loader's
// lazy binding does not (r10). So they are reached through the GOT, which is
// filled before the program starts: no call of them may have a JUMP_SLOT.

// RUN: %clang -O2 -fPIC -shared %plugin %s -o %t.so
// RUN: llvm-readelf -rW %t.so | FileCheck %s
// RUN: %clang -O0 -fPIC -shared %plugin %s -o %t.0.so
// RUN: llvm-readelf -rW %t.0.so | FileCheck %s
// RUN: %clang -O2 -fno-pic -no-pie %plugin %s -DMAIN %rt_flags -o %t.prog
// RUN: llvm-readelf -rW %t.prog | FileCheck %s
// CHECK-NOT: JUMP_SLOT{{.*}}__anomalloc_{{event|add}}
// CHECK: GLOB_DAT{{.*}} __anomalloc_event
// CHECK-NOT: JUMP_SLOT{{.*}}__anomalloc_{{event|add}}

#include <stdlib.h>

void *constant(void) { return malloc(24); }
void *dynamic(size_t Size) { return malloc(Size); }

void *volatile Sink;
void loop(int Count) {
  for (int I = 0; I < Count; ++I)
    Sink = malloc(8);
}

#ifdef MAIN
int main(void) { return 0; }
#endif
