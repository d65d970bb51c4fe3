// RUN: %clangxx -O1 -g %plugin -Rpass-analysis=anomalloc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx -O1 -g %plugin -c %s -o %t.o 2>&1 | count 0

#include <cstring>

struct Element {
  double Values[3];
};
void use(void *);

void f(int N, const char *S) {
  // CHECK: remarks-tell-each-site.cpp:[[#@LINE+1]]:7: remark: call that may allocate by strdup [-Rpass-analysis=anomalloc]
  use(strdup(S));
  for (int I = 0; I < N; ++I) {
    // CHECK: :[[#@LINE+1]]:9: remark: allocation of varying size (char) by operator new[](unsigned long) inside 1 loop [-R
    use(new char[N]);
    for (int J = 0; J < 1000; ++J)
      // CHECK: :[[#@LINE+1]]:11: remark: allocation of 24 bytes (Element) by operator new(unsigned long) inside 2 nested loops, 1000 times a run of the innermost [-R
      use(new Element);
  }
}
