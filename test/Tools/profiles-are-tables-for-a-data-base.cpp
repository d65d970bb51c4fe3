// What `export --format=csv` writes: each table and column is on its page, each
// line has all columns, and the page's queries run and have answers.

// RUN: rm -rf %t && mkdir -p "%t/a b"
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o "%t/a b/prog"
// RUN: cd "%t/a b" && %anomalloc record --quiet --mode=lifetime+stacks --output=rank-0 ./prog
// RUN: cd "%t/a b" && %anomalloc record --quiet --mode=lifetime+stacks --output=rank-1 ./prog
// RUN: %anomalloc export --format=csv --output "%t/a b/tables" "%t/a b/rank-0" "%t/a b/rank-1"
// RUN: %python %S/Inputs/run_queries.py "%t/a b/tables" %include/../docs/csv.md > %t/answers
// RUN: FileCheck %s < %t/answers
// CHECK: stack_lifetimes: {{[1-9][0-9]*}} rows
// The line to change is that of the caller:
// CHECK: ('work()', [[#WORK:]], 200, 160000)
// CHECK: (None, {{.*}}, {{[0-9]+}}, 1.0)
// CHECK: ('inner', 64, 14, 2)
// CHECK: ('make()', [[#MAKE:]], 200, 200)
// CHECK: ('{{.*}}', 16, 200896)
// CHECK: all is well

// The same of all that a profile can hold:
// RUN: %profile %S/../Report/Inputs/everything.yaml %t/all
// RUN: %anomalloc export --format=csv -o %t/tables %t/all
// RUN: not %python %S/Inputs/run_queries.py %t/tables %include/../docs/csv.md > %t/all-answers
// RUN: FileCheck %s --check-prefix=ALL < %t/all-answers
// ALL: free_sites: {{[1-9]}} rows
// ALL-NOT: {{^[a-z_]+}}.csv:

// A second profile adds its rows to the first one's; sites stand once.
// RUN: %anomalloc export --format=csv -o %t/one "%t/a b/rank-0"
// RUN: %python -c "import sys; a, b = (open(f).read().splitlines() for f in sys.argv[1:]); print(b[:len(a)] == a, 2 * (len(a) - 1) == len(b) - 1)" %t/one/counts.csv "%t/a b/tables/counts.csv" | FileCheck %s --check-prefix=ROWS
// ROWS: True True
// RUN: diff %t/one/sites.csv "%t/a b/tables/sites.csv"

// One that cannot be read leaves nothing half written; or it is left out.
// RUN: not %anomalloc export --format=csv -o %t/two "%t/a b/rank-0" %t/absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: anomalloc: error: {{.*}}absent: {{.+}}
// RUN: ls %t/two | count 0
// RUN: %anomalloc export --format=csv --keep-going -o %t/two "%t/a b/rank-0" %t/absent 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: absent: {{.+}} (left out)
// RUN: diff -r %t/one %t/two
// RUN: not %anomalloc export --format=csv --keep-going -o %t/three %t/absent 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: anomalloc: error: none of the profiles could be read

// RUN: sh -c '%anomalloc export --format=csv "%t/a b/rank-0"; echo code $?' 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: anomalloc: error: --format=csv writes several files: say --output=FOLDER
// FOLDER: code 2
// RUN: not %anomalloc export --format=csv -o %t/one/sites.csv "%t/a b/rank-0" 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: anomalloc: error: cannot write {{.*}}sites.csv/processes.csv: Not a directory

#include "anomalloc/anomalloc.h"
#include <cstdlib>
#include <vector>

void *volatile Kept;

__attribute__((noinline)) std::vector<double> make() {
  return std::vector<double>(100);
}

__attribute__((noinline)) void work() {
  for (int I = 0; I != 100; ++I)
    Kept = make().data(); // WORK
}

__attribute__((noinline)) void lose() {
  for (int I = 0; I != 7; ++I)
    Kept = std::malloc(64);
  Kept = std::malloc(100000);
}

int main() {
  work();
  anomalloc_scope_begin("inner");
  lose();
  anomalloc_scope_end();
  return 0;
}
