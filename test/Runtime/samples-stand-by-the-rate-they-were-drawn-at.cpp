// With --sample=auto, the rate is doubled while the program runs. Each block is drawn
// and counted at one rate: of each size, and at each rate, blocks were drawn about as
// often as that rate says. Phases, scopes and threads change nothing in that.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread -I %include %s -o %t/prog
// RUN: %clangxx -std=c++17 -O2 -g -pthread -I %include %s -o %t/plain
// RUN: cd %t && %anomalloc record --quiet --output=one --sample=auto --sample-double=500 --sample-seed=1 --mode=lifetime+stacks ./prog
// RUN: %python %S/Inputs/samples_by_rate.py %anomalloc %t/one 65536 | FileCheck %s --check-prefix=ONE
// RUN: cd %t && %anomalloc record --quiet --output=four --sample=auto --sample-double=500 --sample-seed=2 ./prog 4
// RUN: %python %S/Inputs/samples_by_rate.py %anomalloc %t/four 65536 | FileCheck %s --check-prefix=FOUR
// RUN: cd %t && %anomalloc record --quiet --output=plain.prof --sample=auto --sample-double=500 --sample-seed=3 --mode=lifetime ./plain 2
// RUN: %python %S/Inputs/samples_by_rate.py %anomalloc %t/plain.prof 65536 | FileCheck %s
// A few blocks are the C++ library's.
// ONE-NOT: size
// ONE: {{^}}4000{{..}} blocks; as expected at {{[4-9]|1.}} rates
// FOUR-NOT: size
// FOUR: {{^}}16000{{..}} blocks; as expected at {{[4-9]|1.}} rates
// CHECK-NOT: size
// CHECK: {{^}}8000{{..}} blocks; as expected at {{[4-9]|1.}} rates

// RUN: cd %t && %anomalloc report --json --no-probe one > one.json

// Merged profiles have the samples of all rates.
// RUN: cd %t && %anomalloc merge -o both one four
// RUN: %python %S/Inputs/samples_by_rate.py %anomalloc %t/both 65536 | FileCheck %s --check-prefix=BOTH
// BOTH-NOT: size
// BOTH: {{^}}20000{{..}} blocks; as expected at {{[4-9]|1.}} rates

// Reports tell of each section once, and of the rates.
// RUN: cd %t && %anomalloc report --all --no-probe both 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: drawn one block in 64.00 KiB to {{[0-9.]+}} MiB
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/one.json
// JSON: "sample": "auto:65536..{{[0-9]+}}"
// RUN: cd %t && %anomalloc export --format=csv --output=tables both && cut -d, -f6 tables/counts.csv | sort -u | FileCheck %s --check-prefix=SECTIONS
// SECTIONS:      {{^}}""
// SECTIONS-NEXT: {{^}}odd
// SECTIONS-NEXT: {{^}}section
// SECTIONS-NEXT: {{^}}work
// SECTIONS-NOT:  {{.}}

#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <thread>
#include <vector>

static void churn(unsigned Begin) {
  constexpr std::size_t Sizes[] = {24, 100, 1000, 5000, 70000};
  void *Kept[16] = {};
  for (unsigned I = Begin; I != Begin + 400000; ++I) {
    void *&Its = Kept[I * 7 % 16];
    if (I % 2)
      anomalloc_scope_begin("odd");
    free(Its);
    Its = malloc(Sizes[I * 31 % 1009 % 5]);
    if (I % 2)
      anomalloc_scope_end();
    asm volatile("" : : "r"(Its) : "memory");
  }
  for (void *Its : Kept)
    free(Its);
}

int main(int argc, char **argv) {
  anomalloc::Phase Work("work");
  std::vector<std::thread> Threads(argc > 1 ? std::size_t(atoi(argv[1])) : 0);
  for (std::thread &T : Threads)
    T = std::thread(churn, unsigned(&T - Threads.data()));
  for (std::thread &T : Threads)
    T.join();
  if (Threads.empty())
    churn(0);
}
