// The live table has maps for chunks of different sizes. A block is found in
// its map at its end: whatever it got, also after realloc has changed it in
// place.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -fno-builtin-malloc %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+trace:output=%t/profile %t/prog
// RUN: %anomalloc report --json --no-probe %t/profile > %t/json
// RUN: %python -c "import json; l = json.load(open(r'%t/json'))['lifetimes']; t = l['totals']; print(l['unknown_frees'], l['unwatched']['blocks'], t['live']['blocks'])" | FileCheck %s
// CHECK: {{^0 0 0$}}

#include <stdlib.h>

enum { Most = 1100 };
static void *volatile Blocks[Most], *volatile Aligned[Most];

int main(void) {
  for (int Turn = 0; Turn < 3; ++Turn) {
    for (int I = 0; I < Most; ++I)
      Blocks[I] = malloc(I);
    for (int I = 0; I < Most; ++I)
      Aligned[I] = aligned_alloc(64, I);
    for (int I = 0; I < Most; I += 3)
      Blocks[I] = realloc(Blocks[I], Turn == 1 ? I / 2 + 1 : 2 * I + 1);
    free(NULL);
    for (int I = 0; I < Most; ++I) {
      free(Blocks[(I * 7) % Most]);
      free(Aligned[I]);
    }
  }
}
