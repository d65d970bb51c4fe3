/* usage: so-many-blocks N */
#include <stdlib.h>

int main(int Count, char **Words) {
  for (int I = 0, End = atoi(Words[Count - 1]); I != End; ++I) {
    void *volatile Block = malloc(24);
    free(Block);
  }
  return 0;
}
