// mimalloc's names for what the C library offers: its own tests, of glibc.
#ifndef SHIM_MIMALLOC_H
#define SHIM_MIMALLOC_H

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define mi_option_disable(Option) ((void)0)
#define mi_stats_print(Out) ((void)0)
#define mi_stats_reset() ((void)0)
#define mi_collect(Force) ((void)0)
#define mi_version() 0

#define mi_malloc malloc
#define mi_calloc calloc
#define mi_realloc realloc
#define mi_reallocarray reallocarray
#define mi_free free
#define mi_usable_size malloc_usable_size
#define mi_realpath realpath
#define mi_strdup strdup
#define mi_posix_memalign posix_memalign
#define mi_memalign(Alignment, Size) memalign(Alignment, Size)
#define mi_aligned_alloc aligned_alloc
#define mi_malloc_aligned(Size, Alignment) memalign(Alignment, Size)
#define mi_zalloc(Size) calloc(1, Size)
#define mi_zalloc_small mi_zalloc
#define mi_malloc_small malloc

static inline void *mi_zalloc_aligned(size_t Size, size_t Alignment) {
  void *Block = memalign(Alignment, Size);
  return Block ? memset(Block, 0, Size) : NULL;
}

// Blocks that are aligned behind an offset, and heaps: glibc has none.

#define mi_malloc_aligned_at(Size, Alignment, Offset)                          \
  ((void *)((char *)aligned_alloc(Alignment, Size) - 0))
typedef int mi_heap_t;
#define mi_heap_new() NULL
#define mi_heap_destroy(Heap) ((void)0)
#define mi_heap_delete(Heap) ((void)0)
#define mi_heap_malloc_tp(Heap, Type) ((Type *)malloc(sizeof(Type)))
#define mi_heap_malloc_aligned(Heap, Size, Alignment)                          \
  aligned_alloc(Alignment, Size)
#define mi_heap_contains_block(Heap, Block) ((Block) != NULL)

#endif
