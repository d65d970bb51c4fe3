/* Seven blocks of 333 bytes, from one function. */
#include <stdlib.h>

void *make(void) { return malloc(333); }

int main(void) {
  for (int I = 0; I < 7; ++I)
    free(make());
  return 0;
}
