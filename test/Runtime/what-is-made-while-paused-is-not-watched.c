// Blocks made while recording is paused are counted, not watched; those made
// before are watched to their end. The runtime may be absent.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g -I %include %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/json 24 allocated freed live | FileCheck %s --check-prefix=WATCHED
// RUN: %python %S/../Inputs/lifetime_sums.py %t/json 48 allocated freed live | FileCheck %s --check-prefix=PAUSED
// RUN: FileCheck %s --input-file=%t/json
// WATCHED: allocated 30 freed 10 live 20
// PAUSED: allocated 0 freed 0 live 0
// CHECK: "unknown_frees": 5,
// CHECK-NEXT: "unwatched": {
// CHECK-NEXT: "blocks": 40,
// CHECK-NEXT: "bytes": 1920

// RUN: %anomalloc report --only=lifetimes %t/profile | FileCheck %s --check-prefix=TEXT
// TEXT: besides, counted but not watched: 40 allocations, 1.875 KiB
// TEXT-NEXT: 5 frees of blocks that were not watched

// RUN: %anomalloc record --quiet --mode=lifetime --signal=10 --output=%t/signal %t/prog signal
// RUN: %anomalloc report --json --no-probe %t/signal | FileCheck %s

// RUN: %clang -O2 -I %include %s -o %t/plain
// RUN: %t/plain

#include "anomalloc/anomalloc.h"
#include <signal.h>
#include <stdlib.h>

static void *volatile Blocks[100];
static int BySignal;

static void make(int From, int To, size_t Size) {
  for (int I = From; I < To; ++I)
    Blocks[I] = Size == 24 ? malloc(24) : malloc(48);
}

static void toggle(int Pause) {
  if (BySignal)
    raise(SIGUSR1);
  else if (Pause)
    anomalloc_pause();
  else
    anomalloc_resume();
}

int main(int argc, char **argv) {
  BySignal = argc > 1;
  make(0, 20, 24);
  toggle(1);
  make(20, 60, 48);
  for (int I = 0; I < 10; ++I)
    free(Blocks[I]); // Made before: seen.
  toggle(0);
  for (int I = 20; I < 25; ++I)
    free(Blocks[I]);
  make(60, 70, 24);
  return 0;
}
