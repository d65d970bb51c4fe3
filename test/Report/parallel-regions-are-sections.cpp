// Each parallel region of OpenMP is a section in all threads of its team, in
// programs of clang and of gcc, instrumented or not, in any folder.

// RUN: rm -rf "%t" && mkdir -p "%t/a b" && cd "%t/a b"
// RUN: %anomalloc c++ -O1 -g %openmp %s -o "%t/a b/clang"
// RUN: g++ -O1 -g -fopenmp -I "%include" %s -o "%t/a b/gcc"
// RUN: cd "%t/a b" && env OMP_MAX_ACTIVE_LEVELS=2 %anomalloc record --quiet --openmp --output=clang.prof ./clang
// RUN: cd "%t/a b" && env OMP_MAX_ACTIVE_LEVELS=2 %anomalloc record --quiet --openmp --mode=count --output=gcc.prof ./gcc
// RUN: %anomalloc report --json "%t/a b/clang.prof" | %query "[(s['section'], s['size'], s['allocations']) for s in sizes if s['size'] in (7, 4021, 4045, 4093, 4103)]" | FileCheck %s
// RUN: %anomalloc report --json "%t/a b/gcc.prof" | %query "[(s['section'], s['size'], s['allocations']) for s in sizes if s['size'] in (7, 4021, 4045, 4093, 4103)]" | FileCheck %s
// CHECK: [('solve', 7, 5), ('parallel-regions-are-sections.cpp:[[#FIRST:]] by 3 threads', 4021, 15),
// CHECK-SAME: ('parallel-regions-are-sections.cpp:[[#FIRST+3]] by 2 threads', 4045, 50),
// CHECK-SAME: ('parallel-regions-are-sections.cpp:[[#FIRST+9]] by 2 threads', 4093, 4),
// CHECK-SAME: ('parallel-regions-are-sections.cpp:[[#FIRST+7]] by 2 threads', 4103, 1)]

// Where the compiler makes one call of two, the function is known.
// RUN: %anomalloc c++ -O2 -g %openmp %s -o "%t/a b/joined"
// RUN: cd "%t/a b" && env OMP_MAX_ACTIVE_LEVELS=2 %anomalloc record --quiet --openmp --output=joined.prof ./joined
// RUN: %anomalloc report --json "%t/a b/joined.prof" | %query "[s['section'] for s in sizes if s['size'] == 4301]" | FileCheck %s --check-prefix=JOINED
// JOINED: ['joined by 2 threads']

// Without the program's code, the section is an address of it.
// RUN: cd "%t/a b" && rm gcc && %anomalloc report --only=sizes --no-probe --width=400 gcc.prof | FileCheck %s --check-prefix=LOST
// LOST: parallel by 3 threads at +0x{{[0-9a-f]+}} of {{.*}}/a b/gcc

// Copies of a region have one line, and are counted apart: so the ranks of merged
// files stay what they are. A merged file knows the lines.
// RUN: cd "%t/a b" && sh -c 'for Rank in 0 1 2; do OMP_MAX_ACTIVE_LEVELS=2 PMI_RANK=$Rank %anomalloc record --quiet --openmp --output=%%r.prof ./clang || exit; done'
// RUN: cd "%t/a b" && %anomalloc merge -o once 0.prof 1.prof 2.prof
// RUN: cd "%t/a b" && %anomalloc merge -o part 2.prof 0.prof && %anomalloc merge -o parts part 1.prof && cmp once parts
// RUN: cd "%t/a b" && rm clang && %anomalloc report --json --ranks parts | FileCheck %s --check-prefix=RANKS
// RANKS: "ranks": {
// RANKS-NEXT: "ranks": 3,
// RANKS-DAG: "section": "parallel-regions-are-sections.cpp:[[#COPIES:]] by 2 threads",

// RUN: cd "%t/a b" && not %anomalloc record --openmp --pid=1 2>&1 | FileCheck %s --check-prefix=PID
// PID: --openmp goes with a program that starts

// REQUIRES: runtime, openmp, gcc

#include <anomalloc/anomalloc.h>
#include <cstdlib>

void *volatile Kept[64];
extern "C" int omp_get_thread_num(void);

template <typename T> __attribute__((noinline)) void copies(int At) {
#pragma omp parallel num_threads(2)
  Kept[At + omp_get_thread_num()] = std::malloc(4200 + sizeof(T));
  Kept[At + 2] = nullptr; // What stands last would have the caller's line.
}

// Each way ends with a call of the same function, with another body.
__attribute__((noinline)) void joined(int Way) {
  if (Way) {
#pragma omp parallel num_threads(2)
    Kept[60 + omp_get_thread_num()] = std::malloc(4301);
  } else {
#pragma omp parallel num_threads(2)
    Kept[60 + omp_get_thread_num()] = std::malloc(4302);
  }
  Kept[62] = nullptr;
}

int main() {
  anomalloc_phase_begin("solve");
  for (int Step = 0; Step != 5; ++Step) {
#pragma omp parallel num_threads(3)
    Kept[omp_get_thread_num()] = std::malloc(4021);
    Kept[9] = std::malloc(7);
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
    for (int I = 0; I < 10; ++I)
      Kept[10 + I] = std::malloc(4045);
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    Kept[40 + omp_get_thread_num()] = std::malloc(4093);
#pragma omp single
#pragma omp task
    Kept[50] = std::malloc(4103);
  }
  anomalloc_phase_end();
  copies<char>(52);
  copies<long>(56);
  joined(1);
  return 0;
}
