// A function that calls itself, or is left by longjmp, while the block of its loop is
// in use: the block is kept from one iteration to the next, and the program holds no
// block more than without the transform, deep in the recursion and after a jump.

// RUN: %clang -O2 %plugin_options -mllvm -anomalloc-record=0 -w %s -o %t.plain
// RUN: %clang -O2 %plugin_options -mllvm -anomalloc-tame=hoist -mllvm -anomalloc-record=0 -Rpass=anomalloc -w %s -o %t 2>&1 | FileCheck %s
// RUN: rm -f %t.before %t.after
// RUN: %t.plain > %t.out
// RUN: %t | diff %t.out -
// RUN: env LD_PRELOAD=%malloc_counter MALLOC_COUNTER_OUT=%t.before %t.plain > %t.out
// RUN: env LD_PRELOAD=%malloc_counter MALLOC_COUNTER_OUT=%t.after %t > %t.out
// RUN: %python -c "import struct, sys; rows = [dict(struct.iter_unpack('<QQ', open(name, 'rb').read())) for name in sys.argv[1:]]; print(*[row.get(5001, 0) for row in rows], *[row.get(6001, 0) for row in rows])" %t.before %t.after | FileCheck %s --check-prefix=COUNTS
// COUNTS: {{^}}4095 2048 10 1{{$}}
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf OnError;
static size_t Most, Before;

static size_t held(void) { return mallinfo().uordblks - Before; }

__attribute__((noinline)) static long sum(const char *P, size_t N) {
  long S = 0;
  for (size_t I = 0; I < N; I += 64)
    S += P[I];
  return S;
}
__attribute__((noinline)) long walk(int Depth, int Width) {
  long S = 0;
  for (int I = 0; I < Width; I++) {
    // CHECK-DAG: :[[#@LINE+1]]:15: remark: freed block kept for the next iteration
    char *P = malloc(5000);
    memset(P, I, 5000);
    if (Depth)
      S += walk(Depth - 1, 2);
    else if (held() > Most)
      Most = held();
    S += sum(P, 5000);
    free(P);
  }
  return S;
}

__attribute__((noinline)) static void check(int Line) {
  if (Line == 9)
    longjmp(OnError, 1);
}
__attribute__((noinline)) long handle(int Lines) {
  long S = 0;
  for (int Line = 0; Line < Lines; Line++) {
    // CHECK-DAG: :[[#@LINE+1]]:15: remark: freed block kept for the next iteration
    char *P = malloc(6000);
    memset(P, Line, 6000);
    check(Line);
    S += sum(P, 6000);
    free(P);
  }
  return S;
}

int main(void) {
  printf("%s", ""); // Its buffer is there.
  Before = mallinfo().uordblks;
  long S = walk(11, 1);
  printf("%ld, at most %zu bytes, then %zu\n", S, Most, held());
  if (!setjmp(OnError))
    handle(20);
  // The block that was in use.
  printf("%zu bytes behind the jump\n", held());
}
