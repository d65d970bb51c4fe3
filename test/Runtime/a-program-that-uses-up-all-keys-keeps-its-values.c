// The runtime wants a thread-specific key for itself; when the program has taken
// them all before, it does without, and touches none of the program's.

// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O2 %s -o %t/prog
// RUN: env LD_PRELOAD="%rt_so" ANOMALLOC_OPTIONS=output=%t/profile %t/prog | FileCheck %s
// RUN: %anomalloc cc -O2 %s -o %t/counted
// RUN: env ANOMALLOC_OPTIONS=output=%t/counted.profile %t/counted | FileCheck %s
// CHECK: value 0x1234

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  pthread_key_t Key, First = 0;
  int Count = 0;
  while (!pthread_key_create(&Key, NULL))
    if (!Count++)
      First = Key;
  pthread_setspecific(First, (void *)0x1234);
  for (size_t Size = 1; Size < 100; ++Size) {
    void *volatile Block = malloc(Size);
    free(Block);
  }
  printf("value %p\n", pthread_getspecific(First));
  return 0;
}
