// RUN: %clangxx -O1 -g %plugin -Rpass-analysis=anomalloc -Rpass-missed=anomalloc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx -O1 -g %plugin -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml

void opaque(int *);
[[gnu::noinline]] int sum(const int *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}

int f(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    // CHECK: :[[#@LINE+1]]:14: remark: allocation of 32 bytes (int) by operator new[](unsigned long) inside 1 loop; freed on every path before the next iteration; could be made once before the loop, or fit the stack (at most 32 bytes); escapes only to sum(int const*, int), which only reads [-Rpass-analysis
    int *P = new int[8];
    P[0] = I;
    S += sum(P, 8);
    delete[] P;
  }
  return S;
}

int g() {
  // CHECK: :[[#@LINE+1]]:12: remark: the block cannot be kept or put on the stack: its address is given to opaque(int*) at {{.*}}remarks-tell-verdicts.cpp:[[#@LINE+2]] [-Rpass-missed
  int *P = new int[8];
  opaque(P);
  int S = P[0];
  delete[] P;
  return S;
}

// RECORD: --- !Missed
// RECORD: Pass: {{ *}}anomalloc
// RECORD: Name: {{ *}}Obstacle
