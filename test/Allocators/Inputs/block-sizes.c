/* Prints what tells allocators apart: how far apart their blocks are. C and C++. To ask
 * malloc_usable_size would make the linker look for the allocator that has it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
#define MAKE(Size) operator new(Size)
#else
#define MAKE(Size) malloc(Size)
#endif

enum { Blocks = 64 };

int main(void) {
  for (size_t Size = 9; Size < 1000; Size += Size / 3) {
    uintptr_t At[Blocks];
    uintptr_t Least = UINTPTR_MAX;
    for (int I = 0; I < Blocks; ++I) {
      At[I] = (uintptr_t)MAKE(Size);
      for (int J = 0; J < I; ++J) {
        uintptr_t Apart = At[I] > At[J] ? At[I] - At[J] : At[J] - At[I];
        Least = Apart < Least ? Apart : Least;
      }
    }
    printf("%zu ", (size_t)Least);
  }
  return 0;
}
