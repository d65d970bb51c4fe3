// Where memory is limited, each allocator that runs out of it is told, with the
// events that it served, and the others are replayed. So is the tool itself.
//
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %clang -O1 "%s" -o "%t/program"
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o run.prof ./program
// RUN: cd "%t" && sh -c 'ulimit -d 100000; %anomalloc replay --touch=none --allocator=glibc,jemalloc,mimalloc,tcmalloc,tbbmalloc run.prof; echo code $?' > text 2>&1
// RUN: FileCheck "%s" --input-file="%t/text"
// CHECK: Replay of run.prof 400,000 events
// CHECK-DAG: ! glibc failed: out of memory after [[MANY:[1-9][0-9]+,[0-9][0-9][0-9]]] events: no block of 1000 B was to be had
// CHECK-DAG: ! jemalloc failed: out of memory after {{[1-9][0-9]+,[0-9]+}} events: no block of 1000 B
// CHECK-DAG: ! mimalloc failed: out of memory after {{[1-9][0-9]+,[0-9]+}} events: no block of 1000 B
// CHECK-DAG: ! tcmalloc failed: out of memory after {{[1-9][0-9]+,[0-9]+}} events: no block of 1000 B
// CHECK-DAG: ! tbbmalloc failed: out of memory after {{[1-9][0-9]+,[0-9]+}} events: no block of 1000 B
// CHECK-NOT: Resident memory
// CHECK: {{^}}code 1{{$}}
//
// The same for tools.
// RUN: cd "%t" && sh -c 'ulimit -d 100000; %anomalloc replay --json --touch=none --allocator=glibc run.prof; echo code $? >&2' > run.json 2> code
// RUN: %check_schema replay "%t/run.json" | FileCheck "%s" --check-prefix=VALID
// VALID: valid
// RUN: FileCheck "%s" --check-prefix=JSON --input-file="%t/run.json"
// JSON: "allocator": "glibc",
// JSON-NEXT: "copies": 1,
// JSON-NEXT: "failure": "out of memory after {{[1-9][0-9]+,[0-9]+}} events: no block of 1000 B was to be had",
// RUN: FileCheck "%s" --check-prefix=CODE --input-file="%t/code"
// CODE: {{^}}code 1{{$}}
//
// The first limit under which the tool can be loaded at all is too small for it.
// RUN: cd "%t" && sh -c 'for Size in $(seq 2000 2000 60000); do (ulimit -d $Size; %anomalloc replay run.prof) > tool 2>&1; Code=$?; [ $Code = 127 ] || break; done; echo code $Code >> tool'
// RUN: FileCheck "%s" --check-prefix=TOOL --input-file="%t/tool"
// TOOL: anomalloc: error: out of memory
// TOOL-NEXT: {{^}}code 1{{$}}
#include <stdlib.h>

enum { Number = 200000 };
static char *volatile Blocks[Number];

int main(void) {
  for (int I = 0; I != Number; ++I)
    Blocks[I] = malloc(1000);
  for (int I = 0; I != Number; ++I)
    free(Blocks[I]);
}
