// glibc's allocator, but after some blocks it fails in the way that FAIL says:
// none, abort or exit.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t Size);
static atomic_uint Made;

void *malloc(size_t Size) {
  const char *Fail = getenv("FAIL");
  if (Fail && ++Made > 8) {
    if (!strcmp(Fail, "none"))
      return NULL;
    static const char Why[] = "this allocator aborts\nand more\n";
    if (!strcmp(Fail, "abort")) {
      (void)!write(2, Why, sizeof(Why) - 1);
      abort();
    }
    _exit(7);
  }
  return __libc_malloc(Size);
}
