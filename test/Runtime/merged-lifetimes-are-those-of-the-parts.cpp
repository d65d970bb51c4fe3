// What a merged profile says of one run is what the run's own says; two runs are
// twice as much.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:timed=1:temporary=3:output=%t/one %t/prog
// RUN: %anomalloc merge -o %t/merged %t/one
// RUN: %anomalloc report --json --no-probe %t/one > %t/one.json
// RUN: %anomalloc report --json --no-probe %t/merged > %t/merged.json
// RUN: diff %t/one.json %t/merged.json
// RUN: FileCheck %s --input-file=%t/one.json
// CHECK: "temporary_limit": 3,

// RUN: %anomalloc report --json --no-probe %t/one %t/merged > %t/twice.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/twice.json 24 allocated freed live temporary peak at_peak | FileCheck %s --check-prefix=TWICE
// TWICE: allocated 2000 freed 1980 live 20 temporary 1980 peak 28 at_peak 28

// RUN: %python %S/../Inputs/lifetime_sums.py %t/one.json 24 allocated freed live temporary peak at_peak | FileCheck %s --check-prefix=ONCE
// ONCE: allocated 1000 freed 990 live 10 temporary 990 peak 14 at_peak 14

static char *volatile Ring[4];

int main() {
  for (int I = 0; I < 1000; ++I) {
    delete[] Ring[I % 4];
    Ring[I % 4] = new char[24];
    if (I >= 986 && I < 996)
      Ring[I % 4] = nullptr; // Lost.
  }
  delete[] Ring[0];
  delete[] Ring[1];
  delete[] Ring[2];
  delete[] Ring[3];
}
