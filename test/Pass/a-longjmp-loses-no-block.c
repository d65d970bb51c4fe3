// A program that uses longjmp as other languages use exceptions holds no block
// when it jumps. So it must not lose one then: nothing is kept in a loop that
// such a jump may leave. And a block that is made behind __builtin_setjmp may
// live twice.

// RUN: %clang -O2 %plugin_options -mllvm -anomalloc-tame=stack,hoist -mllvm -anomalloc-record=0 -w %s -o %t
// RUN: %t | FileCheck %s
// CHECK: 1714 jumps, no block lost
// CHECK-NEXT: 5 6
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf OnError;
static void *Here[5];

__attribute__((noinline)) static long sum(const char *P, size_t N) {
  long S = 0;
  for (size_t I = 0; I < N; I += 64)
    S += P[I];
  return S;
}
__attribute__((noinline)) static void check(int Request, int Line) {
  if (Request % 7 && Line == Request % 7)
    longjmp(OnError, 1);
}
__attribute__((noinline)) long handle(int Request, int Lines) {
  long S = 0;
  for (int Line = 0; Line < Lines; Line++) {
    char *P = malloc(5000);
    memset(P, Line, 5000);
    S += sum(P, 5000);
    free(P);
    check(Request, Line);
  }
  return S;
}

__attribute__((noinline)) static void back(int Go) {
  if (Go)
    __builtin_longjmp(Here, 1);
}
__attribute__((noinline)) static void twice(void) {
  volatile int N = 0;
  int *volatile First = 0;
  __builtin_setjmp(Here);
  int *P = malloc(4);
  *P = N + 5;
  if (!N)
    First = P;
  N = N + 1;
  back(N < 2);
  printf("%d %d\n", *First, *P);
  free(P);
}

int main(void) {
  volatile long S = 0;
  volatile int Jumps = 0;
  printf("%s", ""); // Its buffer is there.
  const size_t Before = mallinfo().uordblks;
  for (volatile int Request = 0; Request < 2000; Request++) {
    if (setjmp(OnError)) {
      Jumps++;
      continue;
    }
    S += handle(Request, 10);
  }
  const size_t More = mallinfo().uordblks - Before;
  printf("%d jumps, %s\n", Jumps,
         More < 100000 ? "no block lost" : "blocks lost");
  twice();
}
