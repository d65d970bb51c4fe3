// A program that uses a part of its large blocks is replayed so: pages that it
// never used are not used by the replay. (mimalloc's calloc writes each block,
// under the program as under the replay.)
//
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %clang -O1 "%s" -o "%t/program"
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o one.prof ./program
// RUN: cd "%t" && %anomalloc record --quiet --mode=lifetime+trace -o both.prof ./program
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc one.prof | %python "%S/Inputs/resident.py" | FileCheck %s
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc both.prof | %python "%S/Inputs/resident.py" | FileCheck %s
// RUN: cd "%t" && %anomalloc replay --json --allocator=jemalloc both.prof | %python "%S/Inputs/resident.py" | FileCheck %s
//
// So are blocks that live when it ends, of whatever thread.
// RUN: %clang -O1 -DKEEPS -pthread "%s" -o "%t/keeping"
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o kept.prof ./keeping
// RUN: cd "%t" && %anomalloc replay --json --allocator=glibc,jemalloc kept.prof | %python "%S/Inputs/resident.py" | FileCheck %s
// CHECK: live 96 MiB, resident 26 MiB
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MiB = 1 << 20 };
static char *volatile Blocks[4];

static void *makeBlocks(void *Unused) {
  Blocks[0] = malloc(32 * MiB); // A quarter is used.
  memset(Blocks[0], 1, 8 * MiB);
  Blocks[1] = malloc(16 * MiB); // All of it is used.
  memset(Blocks[1], 1, 16 * MiB);
  Blocks[2] = calloc(16, MiB); // Nothing is used.
  Blocks[3] = malloc(MiB);     // All, and of what realloc adds, a part.
  memset(Blocks[3], 1, MiB);
  Blocks[3] = realloc(Blocks[3], 32 * MiB);
  memset(Blocks[3] + MiB, 1, MiB);
  return Unused;
}

int main(void) {
#ifdef KEEPS
  pthread_t Thread;
  pthread_create(&Thread, NULL, makeBlocks, NULL);
  pthread_join(Thread, NULL);
#else
  makeBlocks(NULL);
  for (int I = 0; I != 4; ++I)
    free(Blocks[I]);
#endif
}
