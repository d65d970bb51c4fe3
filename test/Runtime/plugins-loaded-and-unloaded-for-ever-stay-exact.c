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

// Never instrumented: two plugins in turn, whose code stands in one place.
// RUN: %clang -O2 -g -DPLUGIN -fPIC -shared %s -o %t/one.so
// RUN: %clang -O2 -g -DPLUGIN -Dallocate=twin -fPIC -shared %s -o %t/two.so
// RUN: %clang -O2 -g %s -o %t/plain -ldl
// RUN: env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=mode=lifetime:output=%t/plain-profile %t/plain %t/one.so %t/two.so
// RUN: %anomalloc report --json --no-probe --size=777 %t/plain-profile | FileCheck %s --check-prefix=TWINS
// RUN: env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/plain-both %t/plain %t/one.so %t/two.so
// RUN: %same_by_stack %t/plain-both | FileCheck %s
// RUN: %anomalloc report --json --no-probe --size=777 %t/plain-both | FileCheck %s --check-prefix=TWINS
// TWINS: "lifetimes":
// TWINS: "allocated": 100,
// TWINS: "allocated": 100,
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
  for (int I = 0; I < (argc > 2 ? 40 : 200); ++I) {
    int Second = argc > 2 && I % 2;
    void *Handle = dlopen(argv[1 + Second], RTLD_NOW);
    if (!Handle)
      return 1;
    ((void (*)(void))dlsym(Handle, Second ? "twin" : "allocate"))();
    dlclose(Handle);
  }
  return 0;
}
#endif
