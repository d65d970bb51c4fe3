// What a change saves is reckoned with nanoseconds that the run's own allocator
// was asked for when the report was made; without that with a table. It says which.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=lifetime --output=%t/profile %t/prog
// RUN: %anomalloc report --only=findings --width=200 %t/profile | FileCheck %s --check-prefix=ASKED
// ASKED: saved time: {{.*}}measured here
// RUN: %anomalloc report --only=findings --width=200 --no-probe %t/profile | FileCheck %s --check-prefix=TABLE
// TABLE: saved time: {{.*}}from a table

// RUN: %anomalloc report --json %t/profile > %t/asked
// RUN: %python %S/Inputs/query.py '[(f["pair_measured"], f["saved_nanoseconds"] == f["saved_allocations"] * f["pair_nanoseconds"]) for f in findings]' < %t/asked | FileCheck %s --check-prefix=PAIRS
// PAIRS: [(True, True)]
// RUN: %check_schema report < %t/asked | FileCheck %s --check-prefix=VALID
// VALID: valid
// RUN: %anomalloc report --json --no-probe %t/profile | %python %S/Inputs/query.py '[(f["pair_measured"], f["pair_nanoseconds"], f["saved_nanoseconds"]) for f in findings]' | FileCheck %s --check-prefix=TABLED
// TABLED: [(False, 15, 15000)]

// An allocator that is not there any more cannot be asked.
// RUN: %python -c "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().replace(b'/libc.so.6', b'/libd.so.6'))" < %t/profile > %t/gone
// RUN: %anomalloc report --only=findings --width=200 %t/gone | FileCheck %s --check-prefix=TABLE

static void use(void *Block) { asm volatile("" : : "r"(Block) : "memory"); }

int main() {
  for (int I = 0; I < 1000; ++I) {
    char *Block = new char[40 + I % 3];
    use(Block);
    delete[] Block;
  }
}
