// With the rate 1/1 each block is drawn. Then lifetimes are those of a run without
// samples, whatever way blocks are made, grown and given back, and the clock moves as
// it does there. Containers alone are not seen to grow.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %S/a-random-mix-of-blocks-equals-an-independent-log.cpp -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/all %t/prog
// RUN: %anomalloc report --json --no-probe %t/all > %t/all.json
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:sample=1/1:output=%t/sampled %t/prog
// RUN: %anomalloc report --json --no-probe %t/sampled > %t/sampled.json
// RUN: %python %S/Inputs/same_rows.py %t/all.json %t/sampled.json | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks+trace:sample=1/1:output=%t/both %t/prog
// RUN: %anomalloc report --json --no-probe %t/both > %t/both.json
// RUN: %python %S/Inputs/same_rows.py %t/all.json %t/both.json | FileCheck %s
// CHECK: {{^}}the same

// The trace has each block, too.
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=trace:sample=1/1:output=%t/traced %t/prog
// RUN: %same_trace --log=%t/log %t/traced | FileCheck %s --check-prefix=TRACE
// TRACE: equal

// So it is where another library stands before the runtime, and sites draw for
// themselves; and of a program that was never instrumented.
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:sample=1/1:output=%t/behind %t/prog
// RUN: %same_lifetimes %t/log %t/behind | FileCheck %s --check-prefix=LOG
// RUN: %clangxx -std=c++17 -O1 -g %S/a-random-mix-of-blocks-equals-an-independent-log.cpp -o %t/plain
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log:%rt_so ANOMALLOC_OPTIONS=mode=lifetime+stacks:sample=1/1:output=%t/dark %t/plain
// RUN: %same_lifetimes %t/log %t/dark | FileCheck %s --check-prefix=LOG
// LOG: equal
