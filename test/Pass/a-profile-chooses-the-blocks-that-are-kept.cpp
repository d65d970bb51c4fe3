// Of the blocks of a loop, those that a profile's run made most often are kept. What
// it did not make is left alone.

// REQUIRES: runtime
// RUN: %clangxx -O2 -g %plugin_options %s %rt_flags -o %t
// RUN: env ANOMALLOC_OPTIONS=output=%t.anomalloc %t > %t.out
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-record=0 -mllvm -anomalloc-tame=hoist -mllvm -anomalloc-profile=%t.anomalloc -Rpass=anomalloc -Rpass-missed=anomalloc %s -o %t.tamed 2> %t.remarks
// RUN: FileCheck %s --implicit-check-not=remark: < %t.remarks
// RUN: %t.tamed | diff %t.out -
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-record=0 -mllvm -anomalloc-tame=hoist -Rpass=anomalloc -Rpass-missed=anomalloc -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE

#include <cstdio>

[[gnu::noinline]] static int sum(const char *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}

[[gnu::noinline]] static int never(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    // CHECK-DAG: :[[#@LINE+2]]:15: remark: freed block not kept for the next iteration: the profile's run made no block here
    // ALONE-DAG: :[[#@LINE+1]]:15: remark: freed block kept for the next iteration
    char *P = new char[32];
    P[0] = I;
    S += sum(P, 1);
    delete[] P;
  }
  return S;
}

// One has room in 64 KiB.
[[gnu::noinline]] static int crowd(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    if (I % 10 == 0) {
      // CHECK-DAG: :[[#@LINE+2]]:17: remark: freed block not kept for the next iteration: a loop keeps at most eight blocks, and 64 KiB in all
      // ALONE-DAG: :[[#@LINE+1]]:17: remark: freed block kept for the next iteration
      char *P = new char[40000];
      P[0] = I;
      S += sum(P, 1);
      delete[] P;
    }
    // CHECK-DAG: :[[#@LINE+2]]:15: remark: freed block kept for the next iteration; 100 were measured
    // ALONE-DAG: :[[#@LINE+1]]:15: remark: freed block not kept for the next iteration: a loop keeps at most eight blocks, and 64 KiB in all
    char *Q = new char[40001];
    Q[0] = I;
    S += sum(Q, 1);
    delete[] Q;
  }
  return S;
}

int main(int Count, char **) {
  int S = crowd(99 + Count);
  if (Count > 5)
    S += never(Count);
  std::printf("%d\n", S);
}
