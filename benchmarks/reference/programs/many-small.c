/*===- many-small.c - millions of small blocks at once --------------------===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* usage: many-small BLOCKS SIZE. All are in use at the end, and written to.
|*
\*===----------------------------------------------------------------------===*/

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Block {
  struct Block *Next;
};

int main(int argc, char **argv) {
  if (argc != 3)
    return fputs("usage: many-small BLOCKS SIZE\n", stderr), 2;
  size_t Size = strtoul(argv[2], NULL, 10);
  struct Block *Newest = NULL;
  for (long I = strtol(argv[1], NULL, 10); I; --I) {
    struct Block *B = malloc(Size < sizeof(*B) ? sizeof(*B) : Size);
    if (!B)
      return 1;
    memset(B, 1, Size);
    B->Next = Newest;
    Newest = B;
  }
  while (Newest) {
    struct Block *Next = Newest->Next;
    free(Newest);
    Newest = Next;
  }
  return 0;
}
