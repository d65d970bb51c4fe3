// What libomp makes to start its threads, which it keeps, is nothing to change. Where
// libgomp makes blocks for each of many teams, the region is what to move.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc c++ -O1 -g %openmp %s -o "%t/clang" && g++ -O1 -g -fopenmp %s -o "%t/gcc"
// RUN: cd "%t" && %anomalloc record --quiet --output=clang.prof ./clang && %anomalloc record --quiet --output=gcc.prof ./gcc
// RUN: %anomalloc report --no-probe --json "%t/clang.prof" | %query "[(s['callee'], s['allocations'] > 100) for s in sites if 'fork' in s['callee']]" | FileCheck %s --check-prefix=MADE
// MADE: ('__kmpc_fork_call', True)
// RUN: %anomalloc report --no-probe --only=findings "%t/clang.prof" | FileCheck %s --check-prefix=ONCE
// ONCE: nothing
// RUN: %anomalloc report --no-probe --only=findings "%t/gcc.prof" | FileCheck %s
// CHECK: often() {{.*}} @ {{.*}}teams-of{{.*}}.cpp:[[#OFTEN:]] <- GOMP_parallel
// CHECK: change: the OpenMP library makes them for the threads of the region: put the region around the
// CHECK-NEXT: loop, so that there is one team

// REQUIRES: runtime, openmp, gcc

void *volatile Kept[64];
extern "C" int omp_get_thread_num(void);
extern "C" void omp_set_max_active_levels(int);

__attribute__((noinline)) void once() {
#pragma omp parallel num_threads(8)
  Kept[omp_get_thread_num()] = nullptr;
  Kept[9] = nullptr;
}

__attribute__((noinline)) void often() {
  for (int I = 0; I < 200; ++I) {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    Kept[omp_get_thread_num()] = nullptr;
    Kept[9] = nullptr;
  }
}

int main() {
  omp_set_max_active_levels(3);
  for (int I = 0; I < 50; ++I)
    once();
  often();
}
