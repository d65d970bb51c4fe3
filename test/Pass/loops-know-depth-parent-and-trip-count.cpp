// RUN: %clangxx -O1 -g -fno-unroll-loops %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s
// RUN: %clangxx -O1 -g -fno-unroll-loops %plugin_options -mllvm -anomalloc-loop-counters=0 -c %s -o %t.none.o
// RUN: %dump_site_table %t.none.o | FileCheck %s --check-prefix=NONE
// RUN: %clangxx -O0 -g %plugin -c %s -o %t.O0.o
// RUN: %dump_site_table %t.O0.o | FileCheck %s --check-prefix=O0

void use(void *);

void nested(int N, int M) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 10; ++J)
      use(new double[4]);
  use(new char[3]);
}

void unknown(bool (*More)()) {
  while (More())
    use(new int);
}

// CHECK: loop _Z6nestedii {{.*}}:[[#@LINE-11]]:3 parent - trip 0 entries [[#ENTRIES:]] iterations - id
// CHECK: loop _Z6nestedii {{.*}}:[[#@LINE-11]]:5 parent 0 trip 10 entries [[#ENTRIES+1]] iterations [[#]]
// CHECK: loop _Z7unknownPFbvE {{.*}}:[[#@LINE-6]]:3 parent - trip 0 entries [[#]] iterations [[#]]
// CHECK-DAG: site heap _Znam size 32 type double depth 2
// CHECK-DAG: site heap _Znam size 3 type char depth 0
// CHECK-DAG: site heap _Znwm size 4 type int depth 1

// NONE: loop _Z6nestedii {{.*}} parent - trip 0 entries - iterations -
// NONE: loop _Z6nestedii {{.*}} parent 0 trip 0 entries - iterations -

// O0: loop _Z6nestedii {{.*}} parent - trip 0 entries - iterations -
// O0: loop _Z6nestedii {{.*}} parent 0 trip 0 entries - iterations [[#]]
// O0: site heap _Znam size 32 type double depth 2
