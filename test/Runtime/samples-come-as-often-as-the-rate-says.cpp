// A block of s bytes is drawn with the probability 1 - exp(-s / rate), or each with
// the same one: at sites, in code that was never instrumented, and in threads. The
// draws are the same in each run, for the seed is given.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread %s -o %t/prog
// RUN: %clangxx -std=c++17 -O2 -g -pthread %s -o %t/plain
// RUN: cd %t && %anomalloc record --quiet --output=bytes --sample=8KiB --sample-seed=1 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe bytes > bytes.json
// RUN: %python %S/Inputs/samples_by_size.py %t/bytes.json bytes 8192 | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=stacks --sample=8192 --sample-seed=2 --mode=lifetime+stacks ./prog
// RUN: cd %t && %anomalloc report --json --no-probe stacks > stacks.json
// RUN: %python %S/Inputs/samples_by_size.py %t/stacks.json bytes 8192 | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=plain.prof --sample=8192 --sample-seed=3 --mode=lifetime ./plain
// RUN: cd %t && %anomalloc report --json --no-probe plain.prof > plain.json
// RUN: %python %S/Inputs/samples_by_size.py %t/plain.json bytes 8192 | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=threads --sample=8192 --sample-seed=4 --mode=lifetime ./prog 4
// RUN: cd %t && %anomalloc report --json --no-probe threads > threads.json
// RUN: %python %S/Inputs/samples_by_size.py %t/threads.json bytes 8192 | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=count --sample=1/50 --sample-seed=5 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe count > count.json
// RUN: %python %S/Inputs/samples_by_size.py %t/count.json count 50 | FileCheck %s
// RUN: cd %t && %anomalloc record --quiet --output=half --sample=1/2 --sample-seed=6 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe half > half.json
// RUN: %python %S/Inputs/samples_by_size.py %t/half.json count 2 | FileCheck %s
// CHECK-NOT: size
// CHECK: as expected; {{[7-9]|1[0-9]}} sizes

// The same seed draws the same blocks, another one others.
// RUN: cd %t && %anomalloc record --quiet --output=again --sample=8KiB --sample-seed=1 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe again > again.json
// RUN: %python %S/Inputs/same_rows.py %t/again.json %t/bytes.json | FileCheck %s --check-prefix=SAME
// RUN: cd %t && %anomalloc record --quiet --output=other --sample=8KiB --sample-seed=9 --mode=lifetime ./prog
// RUN: cd %t && %anomalloc report --json --no-probe other > other.json
// RUN: %python %S/Inputs/same_rows.py %t/other.json %t/bytes.json | FileCheck %s --check-prefix=OTHER
// SAME: {{^}}the same
// OTHER: not the same

#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

static void churn(unsigned Begin) {
  constexpr std::size_t Sizes[] = {16, 16, 100, 24, 1000, 4096, 8192, 20000, 100000, 300};
  void *Kept[16] = {};
  for (unsigned I = Begin; I != Begin + 100000; ++I) {
    void *&Its = Kept[I * 7 % 16];
    std::size_t Size = Sizes[I * 31 % 1009 % 10];
    if (I % 3) {
      free(Its);
      Its = malloc(Size);
    } else {
      operator delete(operator new(Size + 1));
    }
    asm volatile("" : : "r"(Its) : "memory");
  }
  for (void *Its : Kept)
    free(Its);
}

int main(int argc, char **argv) {
  std::vector<std::thread> Threads(argc > 1 ? std::size_t(atoi(argv[1])) : 0);
  for (std::thread &T : Threads)
    T = std::thread(churn, unsigned(&T - Threads.data()));
  for (std::thread &T : Threads)
    T.join();
  if (Threads.empty())
    churn(0);
}
