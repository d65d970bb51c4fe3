// REQUIRES: runtime, cli, gcc
// GCC gives no linkage name to what no other unit can call; where that is
// inlined, only the scopes in its debug information say more than "Table".
// RUN: rm -rf %t && mkdir %t
// RUN: g++ -O2 -g %s -o %t/program
// RUN: %anomalloc record --quiet --mode=stacks -o %t/profile %t/program
// RUN: %anomalloc report --json %t/profile | %first_line | FileCheck %s --check-prefix=LINE
// RUN: %anomalloc report %t/profile | FileCheck %s
// The constructor is known as one: its caller is the line to change.
// LINE: scopes.cpp:[[#@LINE+17]] a::{anonymous}::fill
// CHECK: a::{anonymous}::fill @ {{.*}} <- Table<...>::Table
// CHECK: made in a::{anonymous}::Table<int>::Table @
// CHECK-NOT: {{ }}Table<int>

namespace a {
namespace {

template <typename T> struct Table {
  Table(int Size) : Data(new T[Size]) {}
  ~Table() { delete[] Data; }
  T *Data;
};

inline int fill(int Size) {
  int Sum = 0;
  for (int I = 0; I < 1000; ++I) {
    Table<int> Row(Size);
    asm volatile("" : : "r"(Row.Data) : "memory");
    Sum += Row.Data[0] = I;
  }
  return Sum;
}

} // namespace

int run(int Size) { return fill(Size); }
} // namespace a

int main(int Arguments, char **) { return a::run(Arguments + 3) == 0; }
