// Without lifetimes, the smallest block of a growing container is its first; all
// others took the place of smaller ones. Lines of one function that fill one
// container are one entry. What was found so needs no word on how often.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --width=100 profile > text
// RUN: FileCheck %s --input-file=text --implicit-check-not=repeated:
// REQUIRES: runtime, cli
#include <vector>

// CHECK: fill(...) @ {{.*}}.cpp:[[#@LINE+7]] and 2 more lines <-
// CHECK: 1,600 allocations of 8, 16, 32 bytes and 5 more sizes
// CHECK: growth-by-copying: 1,400 of 1,600 blocks took the place of smaller ones of the same
// CHECK: 1,400 allocations; reserve the final size before filling
[[gnu::noinline]] void fill(std::vector<double> &To) {
  for (int I = 0; I < 25; ++I) {
    To.push_back(I + 1);
    To.push_back(I + 2);
    To.push_back(I + 3);
  }
}

int main() {
  for (int I = 0; I < 200; ++I) {
    std::vector<double> Values;
    fill(Values);
  }
  std::vector<double> One; // One element, of the same container.
  One.push_back(1);
}
