// The whole inline chain is in the table; the first user frame is the innermost
// one outside system headers, and -anomalloc-system-paths= extends those.
// RUN: rm -rf %t && mkdir -p %t/mylib && cd %t
// RUN: echo '#include <vector>' > %t/mylib/lib.h
// RUN: echo 'inline void append(std::vector<double> &V, double X) {' >> %t/mylib/lib.h
// RUN: echo '  V.push_back(X);' >> %t/mylib/lib.h
// RUN: echo '}' >> %t/mylib/lib.h
// RUN: %clangxx -O2 -g -I %t/mylib %plugin -c %s -o %t/a.o
// RUN: %dump_site_table %t/a.o | FileCheck %s
// RUN: %clangxx -O2 -g -I %t/mylib %plugin_options -mllvm -anomalloc-system-paths=%t/mylib/ -c %s -o %t/b.o
// RUN: %dump_site_table %t/b.o | FileCheck %s --check-prefix=MORE

#include "lib.h"

void caller(std::vector<double> &V) {
  append(V, 2);
}

// CHECK: site heap _Znwm size - type double depth 0 slot 0
// CHECK-NEXT: at _ZN{{.*}}new_allocatorIdE8allocateEmPKv /usr/{{.*}}:{{[0-9]+}}:{{[0-9]+$}}
// CHECK: at _ZNSt6vectorIdSaIdEE9push_backERKd /usr/{{.*}}:{{[0-9]+}}:{{[0-9]+$}}
// CHECK-NEXT: at _Z6appendRSt6vectorIdSaIdEEd mylib/lib.h:3:5 *
// CHECK-NEXT: at _Z6callerRSt6vectorIdSaIdEE {{.*}}chains-name-the-first-user-frame.cpp:[[#@LINE-7]]:3{{$}}
// MORE: at _Z6appendRSt6vectorIdSaIdEEd mylib/lib.h:3:5{{$}}
// MORE-NEXT: at _Z6callerRSt6vectorIdSaIdEE {{.*}}:[[#@LINE-9]]:3 *
