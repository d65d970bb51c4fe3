// An allocator that tells what it was asked for: at the end it writes each
// function with its sizes, "calloc 3 7" or "posix_memalign 64 81" (alignment,
// size), to the file that ASKED names. A block is never used twice, and its
// memory is not zero before calloc makes it so.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static char *At, *End;
static char Text[1 << 20];
static int TextSize;

static void *make(size_t Alignment, size_t Size) {
  if ((size_t)(End - At) < Alignment + Size + 16) {
    size_t Chunk = Alignment + Size + (64u << 20);
    At = mmap(0, Chunk, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (At == MAP_FAILED)
      abort();
    End = At + Chunk;
  }
  char *Block =
      (char *)(((uintptr_t)At + 8 + Alignment - 1) & ~(Alignment - 1));
  memcpy(Block - 8, &Size, 8);
  At = Block + Size;
  return memset(Block, 0xa5, Size);
}

#define TELL(...)                                                              \
  pthread_mutex_lock(&Lock);                                                   \
  if (TextSize < (int)sizeof(Text) - 100)                                      \
    TextSize += sprintf(Text + TextSize, __VA_ARGS__);                         \
  void *Block = make(Alignment, Whole);                                        \
  pthread_mutex_unlock(&Lock);

void *malloc(size_t Whole) {
  enum { Alignment = 16 };
  TELL("malloc %zu\n", Whole)
  return Block;
}

void *calloc(size_t Count, size_t Size) {
  enum { Alignment = 16 };
  size_t Whole = Count * Size;
  TELL("calloc %zu\n", Whole)
  return memset(Block, 0, Whole);
}

size_t malloc_usable_size(void *Block) {
  size_t Size = 0;
  if (Block)
    memcpy(&Size, (char *)Block - 8, 8);
  return Size;
}

void *realloc(void *Old, size_t Whole) {
  enum { Alignment = 16 };
  size_t Before = malloc_usable_size(Old);
  TELL("realloc %zu to %zu\n", Before, Whole)
  return Old ? memcpy(Block, Old, Before < Whole ? Before : Whole) : Block;
}

int posix_memalign(void **Out, size_t Alignment, size_t Whole) {
  TELL("posix_memalign %zu %zu\n", Alignment, Whole)
  *Out = Block;
  return 0;
}

void *aligned_alloc(size_t Alignment, size_t Whole) {
  TELL("aligned_alloc %zu %zu\n", Alignment, Whole)
  return Block;
}

void free(void *Block) { (void)Block; }

__attribute__((destructor)) static void tell(void) {
  const char *Name = getenv("ASKED");
  int Fd = Name ? open(Name, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  if (Fd < 0)
    return;
  (void)!write(Fd, Text, (size_t)TextSize);
  close(Fd);
}
