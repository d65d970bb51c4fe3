// Prints what it is run with. Ends with exit code 3 under an allocator whose
// path has its second argument.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *get(const char *Name) {
  const char *Value = getenv(Name);
  return Value ? Value : "none";
}

int main(int Count, char **Arguments) {
  printf("usable: %zu bytes\n", malloc_usable_size(malloc(24)));
  printf("threads: %s, %s, %s\n", get("OMP_NUM_THREADS"), get("MY_THREADS"),
         Count > 1 ? Arguments[1] : "none");
  printf("preloaded: %s\n", get("LD_PRELOAD"));
  char Line[64] = "nothing";
  printf("input: %s\n", fgets(Line, sizeof Line, stdin) ? Line : "nothing");
  puts("last words");
  return Count > 2 && strstr(get("LD_PRELOAD"), Arguments[2]) ? 3 : 0;
}
