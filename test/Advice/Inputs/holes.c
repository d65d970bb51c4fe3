/* Leaves holes in the heap: small blocks that stay lie between large ones that
 * go, and later the program needs little. The first block tells glibc that large
 * blocks are freed often, so it takes the others from the heap. */
#include <stdlib.h>
#include <string.h>

enum { Mega = 1 << 20, Count = 11, Later = 1000 };

static void *make(size_t size) { return memset(malloc(size), 1, size); }

int main(void) {
  void *large[Count], *kept[Count];
  free(make(24 * Mega));
  for (int i = 0; i != Count; ++i) {
    large[i] = make(4 * Mega);
    kept[i] = make(100);
  }
  for (int i = 0; i != Count; ++i)
    free(large[i]);
  for (int i = 0; i != Later; ++i)
    free(make(100 * 1024));
  for (int i = 0; i != Count; ++i)
    free(kept[i]);
}
