// Each place tells its bytes; the order is told, and may be that of the bytes.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --width=150 profile | FileCheck %s --check-prefix=TIME
// RUN: %anomalloc report --no-probe --only=findings --width=150 --sort=bytes profile | FileCheck %s --check-prefix=BYTES
// RUN: %anomalloc report --no-probe --only=findings --json --sort=bytes profile | FileCheck %s --check-prefix=JSON
// REQUIRES: runtime, cli
// TIME: 3 of 3 places, the most saved time first; % of all allocations; saved time
// TIME: many(int)
// TIME: 200,000 allocations of 16 bytes, 3.052 MiB in all (
// TIME: few(int)
// BYTES: 3 of 3 places, the most bytes first; % of all allocations; saved time
// BYTES: few(int)
// BYTES: 300 allocations of 30,000 bytes, 8.583 MiB in all (
// BYTES: many(int)
// BYTES: some(int)
// JSON: "findings_order": "bytes"
int *Kept;
[[gnu::noinline]] void many(int N) {
  Kept = new int[4]();
  Kept[N & 3] = N;
  delete[] Kept;
}
[[gnu::noinline]] void few(int N) {
  Kept = new int[7500];
  Kept[N] = N;
  delete[] Kept;
}
[[gnu::noinline]] void some(int N) {
  Kept = new int[8]();
  Kept[N & 7] = N;
  delete[] Kept;
}
int main() {
  for (int I = 0; I < 200000; ++I)
    many(I);
  for (int I = 0; I < 300; ++I)
    few(I);
  for (int I = 0; I < 4000; ++I)
    some(I);
}
