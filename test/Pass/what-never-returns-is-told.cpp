// It is told of a site that each path from it ends in a call that does not
// return. The dump reads the bytes for itself; 'sites --json' says the same.

// RUN: %clangxx %plugin -O1 -g -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s
// RUN: %anomalloc sites --json %t.o | FileCheck %s --check-prefix=JSON

#include <cstdlib>

void use(void *);
[[noreturn]] void fail(void *Why);

// A block for the message, one that both ways have, and the usual one.
// CHECK: site heap {{.*}} size 12 {{.*}} depth 0 once per call slot
// CHECK: site heap {{.*}} size 11 {{.*}} never returns slot
// CHECK: site heap {{.*}} size 13 {{.*}} depth 0 once per call slot
void one(bool IsWrong) {
  use(std::malloc(12));
  if (IsWrong)
    fail(std::malloc(11));
  use(std::malloc(13));
}

// Of a loop that may go on for ever, nothing is known.
// CHECK: site heap {{.*}} size 21 {{.*}} depth 1 slot
void loop(volatile bool &GoesOn) {
  while (GoesOn)
    use(std::malloc(21));
  fail(nullptr);
}

// What use() throws is no path of this function's own.
// CHECK: site heap {{.*}} size 31 {{.*}} never returns slot
// CHECK: site leading __cxa_allocate_exception {{.*}} never returns slot
// CHECK: site heap {{.*}} size 32 {{.*}} depth 0 once per call slot
void thrown(int Kind) {
  struct Guard {
    ~Guard() { use(nullptr); }
  } G;
  if (Kind) {
    use(std::malloc(31));
    throw Kind;
  }
  use(std::malloc(32));
}

// A program may end so, too: this site is no rare one.
// CHECK: site heap {{.*}} size 41 {{.*}} never returns slot
[[noreturn]] void last() {
  use(std::malloc(41));
  std::exit(0);
}

// JSON: "constant_size": 12,
// JSON-NEXT: "never_returns": false,
// JSON: "constant_size": 11,
// JSON-NEXT: "never_returns": true,
