// With -gline-tables-only makers are known by their names, as with -g: the
// line is that which calls them.
// RUN: %anomalloc c++ -O1 -gline-tables-only %s -o %t.out
// RUN: rm -f %t.profile && env ANOMALLOC_OPTIONS=output=%t.profile %t.out
// RUN: %anomalloc report --only=findings %t.profile | FileCheck %s

#include <vector>

struct Field {
  std::vector<double> V;
};

__attribute__((noinline)) Field operator+(const Field &A, const Field &B) {
  Field C = A;
  for (unsigned I = 0; I < C.V.size(); ++I)
    C.V[I] += B.V[I];
  return C;
}

// CHECK: add(Field&, Field const&) @ {{.*}}.cpp:[[#@LINE+2]] <-
// CHECK: 1,000 allocations of 80 bytes
__attribute__((noinline)) void add(Field &A, const Field &B) { A = A + B; }

int main() {
  Field A{std::vector<double>(10)}, B = A;
  for (int I = 0; I < 1000; ++I)
    add(A, B);
}
