/* glibc's allocator, but nothing can be read before a block of 64 KiB and more. */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

void *__libc_malloc(size_t size);
void __libc_free(void *block);

enum { Page = 4096, Most = 256 };
static struct { char *block; size_t size; } guarded[Most];

void *malloc(size_t size) {
  if (size < 64 * 1024)
    return __libc_malloc(size);
  for (int i = 0; i != Most; ++i)
    if (!guarded[i].block) {
      char *area = mmap(NULL, size + Page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      mprotect(area, Page, PROT_NONE);
      guarded[i].block = area + Page;
      guarded[i].size = size + Page;
      return area + Page;
    }
  return NULL;
}

void free(void *block) {
  for (int i = 0; i != Most; ++i)
    if (block && guarded[i].block == block) {
      guarded[i].block = NULL;
      munmap((char *)block - Page, guarded[i].size);
      return;
    }
  __libc_free(block);
}
