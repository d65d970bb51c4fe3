// An instrumented plugin that comes and goes 200 times is one unit, not 200.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g -DPLUGIN -fPIC -shared %s -o %t/plugin.so
// RUN: %anomalloc cc -O2 -g %s -o %t/prog -ldl
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile %t/prog %t/plugin.so
// RUN: %same_counts %t/witness %t/profile | FileCheck %s
// RUN: %anomalloc report --json --size 777 %t/profile | FileCheck %s --check-prefix=SITE
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks+trace:output=%t/traced %t/prog %t/plugin.so
// RUN: %same_trace %t/traced | FileCheck %s --check-prefix=TRACE
// RUN: %anomalloc export --format=events %t/traced | grep -c "allocation,.*,777,.*,allocate," | FileCheck %s --check-prefix=THOUSAND
// CHECK: equal:
// SITE: "sites"
// SITE: "function": "allocate"
// SITE: "allocations": 1000
// TRACE: equal: {{[0-9]+}} made, {{[0-9]+}} freed, 0 freed elsewhere, {{[0-9]+}} by realloc, 1 threads
// THOUSAND: {{^1000$}}

#include <dlfcn.h>
#include <stdlib.h>

#ifdef PLUGIN
void allocate(void) {
  for (int I = 0; I < 5; ++I) {
    void *volatile Block = malloc(777);
    free(Block);
  }
}
#else
int main(int argc, char **argv) {
  (void)argc;
  for (int I = 0; I < 200; ++I) {
    void *Handle = dlopen(argv[1], RTLD_NOW);
    if (!Handle)
      return 1;
    ((void (*)(void))dlsym(Handle, "allocate"))();
    dlclose(Handle);
  }
  return 0;
}
#endif
