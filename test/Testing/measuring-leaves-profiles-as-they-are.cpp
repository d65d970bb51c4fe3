// A profile of a run that measures is that of one that does not: in no mode does it
// miss a block, or tell another caller.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g -I %include %s -o sites
// RUN: %clangxx -std=c++17 -O1 -g %s -o dark %rt_flags
// DEFINE: %{program} = sites
// DEFINE: %{mode} = count
// DEFINE: %{run} = env ANOMALLOC_OPTIONS=mode=%{mode}:output=%{program}-%{mode} ./%{program} && env ANOMALLOC_OPTIONS=mode=%{mode}:output=%{program}-%{mode}-measured ./%{program} measure && %anomalloc report --json --no-probe %{program}-%{mode} > usual.json && %anomalloc report --json --no-probe %{program}-%{mode}-measured > measured.json && %python %S/Inputs/same_tables.py usual.json measured.json | FileCheck %s
// DEFINE: %{stacks} = %anomalloc stacks --json %{program}-%{mode} > usual.json && %anomalloc stacks --json %{program}-%{mode}-measured > measured.json && %python %S/Inputs/same_tables.py usual.json measured.json | FileCheck %s
// RUN: %{run}
// REDEFINE: %{mode} = lifetime
// RUN: %{run}
// REDEFINE: %{mode} = stacks
// RUN: %{run} && %{stacks}
// REDEFINE: %{mode} = lifetime+stacks+trace
// RUN: %{run} && %{stacks}
// REDEFINE: %{program} = dark
// RUN: %{run} && %{stacks}
// REDEFINE: %{mode} = count
// RUN: %{run}
// CHECK: the same

#include <anomalloc/test/measurement.h>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

static void *volatile Kept;
__attribute__((noinline)) static void *make(size_t Size) {
  void *Block = malloc(Size);
  Kept = Block;
  return Block;
}

__attribute__((noinline)) static void work() {
  for (int I = 0; I != 10; ++I) {
    void *Block = make(20);
    Block = realloc(Block, 500 + I % 2);
    Kept = Block;
    free(Block);
    char *Text = strdup("a text that is duplicated");
    Kept = Text;
    free(Text);
    auto *Number = new int[7];
    Kept = Number;
    delete[] Number;
    std::string Long(100 + I, 'x');
    Kept = &Long;
    Kept = aligned_alloc(64, 128);
    if (I % 3)
      free(Kept);
    Kept = calloc(3, 5);
    free(Kept);
  }
}

int main(int argc, char **argv) {
  anomalloc_measurement Outer = {}, Inner = {};
  Outer.version = Inner.version = ANOMALLOC_MEASUREMENT_VERSION;
  Inner.flags = ANOMALLOC_WHOLE_PROCESS;
  bool Measures = argc > 1;
  work();
  if (Measures && anomalloc_measurement_begin(&Outer))
    return 1;
  work();
  if (Measures && anomalloc_measurement_begin(&Inner))
    return 1;
  work();
  if (Measures && (anomalloc_measurement_stop(&Inner) ||
                   anomalloc_measurement_stop(&Outer)))
    return 1;
  if (Measures && (Inner.allocations != 70 || Outer.allocations != 140 ||
                   Inner.left_blocks != 4 || Outer.left_blocks != 8))
    return 2;
  anomalloc_measurement_end(&Inner);
  anomalloc_measurement_end(&Outer);
  work();
  return 0;
}
