/*===- ways.c - blocks made, grown, kept and given back -------------------===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* One thread, the same events in each run, none that depends on addresses or on
|* the environment. The cases in which tools count temporaries differently stand
|* apart. A block that grows is made on the line of the loop that grows it: DHAT
|* charges all of its sizes to where it was made first.
|*
\*===----------------------------------------------------------------------===*/

#include <stdlib.h>
#include <string.h>

static void *volatile Sink;

static void *keep(void *Block) {
  Sink = Block;
  return Sink;
}

static void temporaries(void) {
  for (int I = 0; I < 20; ++I)
    free(keep(malloc(24)));
}

/* Two of one line; the older goes first: heaptrack_print, which compares sizes
   and stacks, calls that one temporary, though the other was made after it. */
static void olderFirst(void) {
  static volatile int Two = 2; /* So that the call is not unrolled. */
  void *Blocks[2];
  for (int I = 0; I < 10; ++I) {
    for (int K = 0; K < Two; ++K)
      Blocks[K] = keep(malloc(40));
    free(Blocks[0]);
    free(Blocks[1]);
  }
}

/* Another block is freed between: no block was made since, so it is temporary
   by the number of allocations, but not by heaptrack's last event. */
static void freesBetween(void) {
  for (int I = 0; I < 10; ++I) {
    void *Old = keep(malloc(56));
    void *New = keep(calloc(3, 24));
    free(Old);
    free(New);
  }
}

static void grown(void) {
  static const size_t Sizes[] = {8,   16,   32,   64,   128, 256,
                                 512, 1024, 2048, 4096, 100};
  for (int I = 0; I < 4; ++I) {
    char *Block = NULL;
    for (size_t K = 0; K < sizeof(Sizes) / sizeof(*Sizes); ++K)
      Block = keep(realloc(Block, Sizes[K]));
    free(Block);
  }
}

static void rareWays(void) {
  void *Block;
  for (int I = 0; I < 3; ++I) {
    free(keep(aligned_alloc(64, 128)));
    if (posix_memalign(&Block, 64, 192) == 0)
      free(keep(Block));
    free(keep(strdup("nineteen characters")));
    free(NULL);
    keep(malloc((size_t)-1 / 2)); /* Fails: no allocation. */
  }
}

/* The peak of the process, with three sizes in it. */
static void peak(void) {
  void *Blocks[60];
  for (int I = 0; I < 60; ++I)
    Blocks[I] = keep(malloc(I % 3 == 0 ? 1000 : I % 3 == 1 ? 2000 : 4000));
  for (int I = 0; I < 60; ++I)
    free(Blocks[(I * 7) % 60]);
}

static void leaks(void) {
  for (int I = 0; I < 7; ++I)
    keep(malloc(333));
  keep(calloc(11, 11));
}

int main(void) {
  temporaries();
  olderFirst();
  freesBetween();
  grown();
  peak();
  rareWays();
  leaks();
  temporaries();
  return 0;
}
