/* Ten blocks are used; the process is killed while three of them live. */
#include <signal.h>
#include <stdlib.h>

int main(void) {
  for (int i = 0; i != 10; ++i) {
    volatile long *block = malloc(24);
    *block = i;
    if (*block < 7)
      free((void *)block);
  }
  raise(SIGKILL);
}
