// Two builds of a program that one path had, one after the other: their regions stay
// apart in whatever order the profiles are merged, and each has its own line.

// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: cd "%t" && g++ -g -O1 -fopenmp -DLINE=100 %s -o prog && cp prog first && env PMI_RANK=0 %anomalloc record --quiet --openmp --output=0.prof ./prog
// RUN: cd "%t" && %anomalloc merge -o m0 0.prof
// RUN: cd "%t" && g++ -g -O1 -fopenmp -DLINE=200 %s -o prog && env PMI_RANK=1 %anomalloc record --quiet --openmp --output=1.prof ./prog
// RUN: cd "%t" && %anomalloc merge -o m1 1.prof
// RUN: cd "%t" && %anomalloc merge -o m01 m0 m1 && %anomalloc merge -o m10 m1 m0 && cmp m01 m10
// RUN: cd "%t" && %anomalloc merge -o r01 0.prof 1.prof && %anomalloc merge -o r10 1.prof 0.prof && cmp r01 r10
// RUN: %anomalloc report --json "%t/m01" | %query "[(s['section'], s['allocations']) for s in sizes if s['size'] == 4411]" | FileCheck %s
// CHECK-DAG: ('regions-of-two-builds-stay-apart.cpp:10[[#]] by 2 threads', 2)
// CHECK-DAG: ('regions-of-two-builds-stay-apart.cpp:20[[#]] by 2 threads', 2)

// No view shows what tells the regions apart.
// RUN: cd "%t" && env PMI_RANK=0 %anomalloc record --quiet --openmp --mode=lifetime --output=t.prof ./prog
// RUN: cd "%t" && %anomalloc merge -o t t.prof && %anomalloc timeline --json t > t.json && %anomalloc html -o t.html t
// RUN: cat "%t/t.json" "%t/t.html" | not grep "parallel by"
// RUN: cd "%t" && rm prog && %anomalloc report --json r01 | FileCheck %s --check-prefix=GONE --implicit-check-not=", build"
// GONE: parallel by 2 threads at +0x{{[0-9a-f]+}} of {{.*}}/prog"

// REQUIRES: runtime, gcc

#include <cstdlib>

void *volatile Kept[2];
extern "C" int omp_get_thread_num(void);

#line LINE
int main() {
#pragma omp parallel num_threads(2)
  Kept[omp_get_thread_num()] = std::malloc(4411);
}
