// A profile of a run without the transform says which blocks change: those that the
// run made most often come first, those that it did not make are left alone, and a
// slot has the size that 95 % of the measured blocks do not exceed. The program
// computes the same.

// REQUIRES: runtime
// RUN: %clangxx -O2 -g %plugin_options %s %rt_flags -o %t
// RUN: env ANOMALLOC_OPTIONS=output=%t.anomalloc %t > %t.out
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-record=0 -mllvm -anomalloc-tame=stack -mllvm -anomalloc-tame-frame=1100 -mllvm -anomalloc-profile=%t.anomalloc -Rpass=anomalloc -Rpass-missed=anomalloc -Rpass-analysis=anomalloc %s -o %t.tamed 2> %t.remarks
// RUN: FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning: < %t.remarks
// RUN: %t.tamed | diff %t.out -

// Without the profile, blocks that are not made have slots, too, and what comes
// first in the source takes the room.
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-record=0 -mllvm -anomalloc-tame=stack -mllvm -anomalloc-tame-frame=1100 -Rpass=anomalloc -Rpass-missed=anomalloc -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE

#include <cstdio>

[[gnu::noinline]] static int sum(const char *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}

[[gnu::noinline]] static int never(int X) {
  // CHECK-DAG: :[[#@LINE+2]]:13: remark: block not made into a stack slot: the profile's run made no block here
  // ALONE-DAG: :[[#@LINE+1]]:13: remark: block of 32 bytes made into a stack slot
  char *P = new char[32];
  P[0] = X;
  int S = sum(P, 1);
  delete[] P;
  return S;
}

[[gnu::noinline]] static int varying(int N) {
  // CHECK-DAG: :[[#@LINE+2]]:13: remark: block of up to 304 bytes made into a stack slot; a larger one comes from the heap; of 100 measured blocks, 95 fit
  // ALONE-DAG: :[[#@LINE+1]]:13: remark: block of up to 256 bytes made into a stack slot; a larger one comes from the heap [
  char *P = new char[N];
  P[N - 1] = N;
  int S = sum(P + N - 1, 1);
  delete[] P;
  return S;
}

[[gnu::noinline]] static int large(int N) {
  // CHECK-DAG: :[[#@LINE+2]]:13: remark: block not made into a stack slot: most blocks of the profile's run are too large
  // ALONE-DAG: :[[#@LINE+1]]:13: remark: block of up to 256 bytes made into a stack slot
  char *P = new char[N];
  P[N - 1] = N;
  int S = sum(P + N - 1, 1);
  delete[] P;
  return S;
}

[[gnu::noinline]] static int crowd(int X) {
  int S = 0;
  if (X % 10 == 0) {
    // CHECK-DAG: :[[#@LINE+2]]:15: remark: block not made into a stack slot: the frame has no room for more slots
    // ALONE-DAG: :[[#@LINE+1]]:15: remark: block of 600 bytes made into a stack slot
    char *P = new char[600];
    P[5] = X;
    S += sum(P + 5, 1);
    delete[] P;
  }
  // CHECK-DAG: :[[#@LINE+2]]:13: remark: block of 601 bytes made into a stack slot; 100 were measured
  // ALONE-DAG: :[[#@LINE+1]]:13: remark: block not made into a stack slot: the frame has no room for more slots
  char *Q = new char[601];
  Q[7] = X + 1;
  S += sum(Q + 7, 1);
  delete[] Q;
  return S;
}

int main(int Count, char **) {
  int S = 0;
  for (int I = 0; I != 100; ++I) {
    S += varying(I < 95 ? 300 - I : 2000);
    S += large(I % 2 ? 5000 : I % 4 ? 5001 : 100);
    S += crowd(I);
    if (Count > 5)
      S += never(I);
  }
  std::printf("%d\n", S);
}
