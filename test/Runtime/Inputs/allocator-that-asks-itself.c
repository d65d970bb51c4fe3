/* An allocator whose functions call others of the family: for themselves first,
 * and a second time where the first gave nothing. */

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t Size);
void *__libc_memalign(size_t Align, size_t Size);
void __libc_free(void *Block);

void *malloc(size_t Size) { return __libc_malloc(Size); }
void free(void *Block) { __libc_free(Block); }
void *memalign(size_t Align, size_t Size) {
  return __libc_memalign(Align, Size);
}

void *calloc(size_t Count, size_t Size) {
  free(malloc(16));
  void *Block = malloc(Count * Size);
  if (!Block)
    Block = malloc(Count * Size);
  return Block ? memset(Block, 0, Count * Size) : NULL;
}

void *realloc(void *Old, size_t Size) {
  void *Block = malloc(Size);
  if (!Block)
    Block = malloc(Size);
  if (Block && Old) {
    size_t Before = malloc_usable_size(Old);
    memcpy(Block, Old, Before < Size ? Before : Size);
    free(Old);
  }
  return Block;
}

void *aligned_alloc(size_t Align, size_t Size) {
  free(calloc(1, 24));
  void *Block = memalign(Align, Size);
  return Block ? Block : memalign(Align, Size);
}

int posix_memalign(void **Out, size_t Align, size_t Size) {
  free(malloc(32));
  *Out = aligned_alloc(Align, Size);
  return *Out ? 0 : ENOMEM;
}
