// A thread more, or memory to the last MiB: what a program gets under a limit is
// what it gets plainly, less the runtime's small share. What that had no room
// for is told.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread %include/../benchmarks/limits/grow.cpp -o "%t/prog"
// RUN: %clangxx -std=c++17 -O1 -pthread %include/../benchmarks/limits/grow.cpp -o "%t/plain"
// RUN: %python %include/../benchmarks/limits/run --limits 7,16,60,512,2048 --programs "%t/plain" "%t/prog" | FileCheck %s
// CHECK: 0 of 40 runs got less than the margin allows

// RUN: cd "%t" && sh -c 'ulimit -v 61440; ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=small ./prog 1' | FileCheck %s --check-prefix=THREAD
// RUN: %anomalloc report --only=headline "%t/small" | FileCheck %s --check-prefix=SAID
// RUN: %anomalloc report --json "%t/small" | FileCheck %s --check-prefix=JSON
// RUN: cd "%t" && sh -c 'ulimit -v 4194304; ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=large ./prog 1' | FileCheck %s --check-prefix=THREAD
// RUN: %anomalloc report --only=headline "%t/large" | FileCheck %s --check-prefix=ALL
// THREAD: 1 threads
// SAID: ! a limit (ulimit -v, -d) left too little address space for the mode lifetime+stacks in 1 process:
// SAID: recorded is count
// JSON: "processes_reduced": 1
// ALL: 1 process, 2 threads
// ALL-NOT: !
