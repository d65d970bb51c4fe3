// REQUIRES: libcxx
// The steps of libc++'s vectors and strings, which double, too.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 %libcxx -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/profile | FileCheck %s

#include <string>
#include <vector>

template <typename T> static void use(T &&Value) {
  asm volatile("" : : "r"(&Value) : "memory");
}

// CHECK-DAG: 700 moves to a larger block in 100 chains of up to 7 steps; 50,800 bytes moved
__attribute__((noinline)) static void numbers() {
  std::vector<int> V;
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
  use(V);
}

// Blocks of 48, 96, 192, 384 and 768 bytes.
// CHECK-DAG: 400 moves to a larger block in 100 chains of up to 4 steps; 72,000 bytes moved
__attribute__((noinline)) static void appends() {
  std::string S;
  for (int I = 0; I < 100; ++I)
    S += "seven..";
  use(S);
}

// Of 48, 96 and 192 bytes.
// CHECK-DAG: 200 moves to a larger block in 100 chains of up to 2 steps; 14,400 bytes moved
__attribute__((noinline)) static void letters() {
  std::string S;
  for (int I = 0; I < 100; ++I)
    S.push_back('x');
  use(S);
}

int main() {
  for (int I = 0; I < 100; ++I) {
    numbers();
    appends();
    letters();
  }
}
