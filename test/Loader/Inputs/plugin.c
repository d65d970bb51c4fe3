// What the loader loads: says which it is. -DMISSING needs what no host has.
#include <stdio.h>

#define TEXT_(Name) #Name
#define TEXT(Name) TEXT_(Name)

struct Info {
  unsigned APIVersion;
  const char *Members[4];
};
struct Info llvmGetPassPluginInfo(void) {
  struct Info I = {MAJOR, {0, 0, 0, TEXT(MAJOR)}};
  return I;
}

#ifdef MISSING
void missing(void);
void *needed(void) { return (void *)&missing; }
#endif

__attribute__((constructor)) static void load(void) {
  puts("loaded: " TEXT(MAJOR));
}
