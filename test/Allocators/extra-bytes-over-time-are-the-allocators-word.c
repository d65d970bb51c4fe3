// What the allocator took beyond the bytes asked for, over time, is what it says of
// the very blocks: with glibc, and with another one, which keeps no headers.

// REQUIRES: jemalloc
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/glibc %t/prog > %t/lines
// RUN: %anomalloc report --json --no-probe %t/glibc > %t/glibc.json
// RUN: %python %S/Inputs/extra_at_most.py %t/glibc.json >> %t/lines
// RUN: env LD_PRELOAD=%rt_so:%jemalloc ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/jemalloc %t/prog >> %t/lines
// RUN: %anomalloc report --json --no-probe %t/jemalloc > %t/jemalloc.json
// RUN: %python %S/Inputs/extra_at_most.py %t/jemalloc.json >> %t/lines
// RUN: FileCheck %s < %t/lines
// CHECK:      glibc: 3000 blocks, 210000 bytes, [[ROUNDING:[0-9]+]] rounding
// CHECK-NEXT: 3000 210000 [[ROUNDING]] 24000
//
// jemalloc brings the C++ library, whose pool for exceptions has 72,704 bytes, and
// makes these 80 KiB:
// CHECK-NEXT: 3000 blocks, 210000 bytes, [[#OTHER:]] rounding
// CHECK-NEXT: 3001 282704 [[#OTHER+9216]] 0

// RUN: %anomalloc merge %t/glibc -o %t/merged
// RUN: %anomalloc report --json --no-probe %t/merged > %t/merged.json
// RUN: %python %S/Inputs/extra_at_most.py %t/merged.json | FileCheck %s --check-prefix=MERGED
// MERGED: 3000 210000 {{[1-9][0-9]+}} 24000

// RUN: %anomalloc report --all --no-probe %t/glibc | FileCheck %s --check-prefix=TEXT
// TEXT:      live bytes over {{.*}} of allocations: {{[-_.=+*%#]+$}}
// TEXT-NEXT: extra bytes meanwhile, up to {{[0-9.]+ KiB}}: {{.*#}}

// By an allocator that cannot be asked nothing is told.
// RUN: %clang -O1 -shared -fPIC -DALLOCATOR %s -o %t/silent.so
// RUN: env LD_PRELOAD=%rt_so:%{t:preload}/silent.so ANOMALLOC_OPTIONS=mode=lifetime:output=%t/silent %t/prog
// RUN: %anomalloc report --json --no-probe %t/silent > %t/silent.json
// RUN: %python %S/Inputs/extra_at_most.py %t/silent.json | FileCheck %s --check-prefix=SILENT
// SILENT: 3000 210000 unknown unknown

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef ALLOCATOR
static char Memory[1 << 20];
static size_t Used;
void *malloc(size_t Size) {
  Used += (Size + 15) / 16 * 16;
  return Memory + Used - (Size + 15) / 16 * 16;
}
void *calloc(size_t Count, size_t Size) { return malloc(Count * Size); }
void free(void *Block) {}
#else
static void *volatile Blocks[3000];

int main(void) {
  static char Buffer[BUFSIZ];
  setbuf(stdout, Buffer);
  size_t Bytes = 0, Rounding = 0;
  for (unsigned Turn = 0; Turn != 3; ++Turn) {
    for (unsigned I = 0; I != 3000; ++I) {
      size_t Size = 30 + 40 * (I % 3);
      Blocks[I] = malloc(Size);
      Bytes += Size;
      Rounding += malloc_usable_size(Blocks[I]) - Size;
    }
    for (unsigned I = 0; I != 3000 && Turn != 2; ++I)
      free(Blocks[I]);
    if (Turn != 2)
      Bytes = Rounding = 0;
  }
  printf("%s%d blocks, %zu bytes, %zu rounding\n",
         getenv("LD_PRELOAD") ? "" : "glibc: ", 3000, Bytes, Rounding);
  for (unsigned I = 0; I != 3000; ++I)
    free(Blocks[I]);
}
#endif
