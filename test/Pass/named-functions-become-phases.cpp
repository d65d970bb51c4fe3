// Everywhere, or only where a caller calls them; also when left by an exception;
// by qualified name, linkage name or glob; at any level.
// RUN: %clangxx -O0 -g %plugin_options -mllvm -anomalloc-sections=main:split,fem::solve*,Grid::fill=grid,_Z6linkedv %s %stub -o %t && %t 2> %t.err && FileCheck %s < %t.err
// RUN: %clangxx -O1 -g %plugin_options -mllvm -anomalloc-sections=main:split,fem::solve*,Grid::fill=grid,_Z6linkedv %s %stub -o %t && %t 2> %t.err && FileCheck %s < %t.err
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-sections=main:split,fem::solve*,Grid::fill=grid,_Z6linkedv %s %stub -o %t && %t 2> %t.err && FileCheck %s < %t.err
// RUN: not %clangxx %plugin_options -mllvm -anomalloc-sections=main: -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: -anomalloc-sections: 'main:': a name is missing

#include <cstdio>

// CHECK-NOT: phase
// CHECK: call solve
// CHECK-NEXT: phase begin solve_all
// CHECK-NEXT: in solve_all 3
// CHECK-NEXT: phase end
// CHECK-NEXT: call split
// CHECK-NEXT: phase begin split
// CHECK-NEXT: in split
// CHECK-NEXT: phase end
// CHECK-NEXT: call split elsewhere
// CHECK-NEXT: in split
// CHECK-NEXT: call throwing split
// CHECK-NEXT: phase begin split
// CHECK-NEXT: in split
// CHECK-NEXT: phase end
// CHECK-NEXT: caught 7
// CHECK-NEXT: phase begin grid
// CHECK-NEXT: in fill
// CHECK-NEXT: phase end
// CHECK-NEXT: caught 8
// CHECK-NEXT: phase begin linked
// CHECK-NEXT: phase end
// CHECK-NOT: phase

static void say(const char *What, int N = 0) {
  if (N)
    std::fprintf(stderr, "%s %d\n", What, N);
  else
    std::fprintf(stderr, "%s\n", What);
}

namespace fem {
int solve_all(int X) {
  say("in solve_all", X);
  return X + 1;
}
} // namespace fem

struct Grid {
  void fill(bool Fail) {
    say("in fill");
    if (Fail)
      throw 8;
  }
};

static int split(bool Fail) {
  say("in split");
  if (Fail)
    throw 7;
  return 1;
}

void linked() {}

static int elsewhere() { return split(false); }

int main() {
  say("call solve");
  int Sum = fem::solve_all(3);
  say("call split");
  Sum += split(false);
  say("call split elsewhere");
  Sum += elsewhere();
  say("call throwing split");
  try {
    Sum += split(true);
  } catch (int N) {
    say("caught", N);
  }
  try {
    Grid().fill(true);
  } catch (int N) {
    say("caught", N);
  }
  linked();
  return Sum == 6 ? 0 : 1;
}
