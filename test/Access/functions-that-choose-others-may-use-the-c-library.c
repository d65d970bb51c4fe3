// A function that chooses another (IFUNC) runs while ld.so(8) still prepares the
// program: it may copy, fill and measure, in the program and in a library, which
// is prepared before what counts the C library.

// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O0 -g -fno-builtin -mllvm -anomalloc-access=1 -DNAME=inLibrary -shared -fPIC -Wl,-z,now %s -o %t/libown.so
// RUN: %anomalloc cc -O0 -g -fno-builtin -mllvm -anomalloc-access=1 -DNAME=inProgram -DMAIN -Wl,-z,now %s -o %t/prog -L%t -lown -Wl,-rpath,%t
// RUN: %anomalloc record --quiet --mode=access --output=%t/profile %t/prog
// RUN: %accesses %t/profile --size=1001 --bytes | FileCheck %s
// CHECK: size 1001 read 0 written 12

#include <stdlib.h>
#include <string.h>

static char Buffer[64];

static void *copy(void *To, const void *From, size_t N) {
  return memmove(To, From, N);
}

static void *(*choose(void))(void *, const void *, size_t) {
  char Filled[32], *volatile Text = "abc";
  memset(Filled, 1, sizeof(Filled));
  memcpy(Buffer, Filled, sizeof(Filled));
  int Same = !memcmp(Buffer, Filled, sizeof(Filled)) && !strcmp(Text, "abc") &&
             strchr(Text, 'c') == Text + 2 && !strncmp(Text, "abx", 2) &&
             memmove(Buffer + 1, Buffer, 31) == Buffer + 1 && Buffer[31] == 1;
  return strlen(Text) == 3 && Same ? copy : NULL;
}

void *chosen(void *, const void *, size_t)
    __attribute__((visibility("hidden"), ifunc("choose")));

void *NAME(void *To, const void *From, size_t N) { return chosen(To, From, N); }

#ifdef MAIN
void *inLibrary(void *, const void *, size_t);

int main(void) {
  void *volatile Block = malloc(1001);
  inProgram(Block, "hello", 6);
  inLibrary(Block, "hello", 6);
  free(Block);
  return 0;
}
#endif
