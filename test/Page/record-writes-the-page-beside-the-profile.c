// REQUIRES: page, runtime, cli
// RUN: rm -rf %t && mkdir %t && cd %t && %clang -O1 -g %plugin_options %s %rt_flags -o program
// RUN: cd %t && not %anomalloc record --html --output=run.anomalloc ./program 2>&1 | FileCheck %s
// RUN: grep -c "data-name=.report." %t/run.html | FileCheck %s --check-prefix=ONE
// ONE: {{^}}1
// CHECK: wrote run.html: open it in a browser
// CHECK: wrote run.anomalloc
//
// The exit code is the program's; quiet says nothing.
// RUN: cd %t && not %anomalloc record --html --quiet --output=quiet.anomalloc ./program > out 2>&1 && test ! -s out && test -s quiet.html
//
// Of a script, it is the page of the program that a person wants to read.
// RUN: cd %t && %anomalloc record --html --output=sh.anomalloc sh -c './program; true' && test -s sh.anomalloc.1.html
//
// Without the template of the page nothing is run.
// RUN: mkdir -p %t/prefix/bin && cp %anomalloc %t/prefix/bin/anomalloc
// RUN: cd %t && not %t/prefix/bin/anomalloc record --html --output=none.anomalloc ./program 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: there is no page at {{.*}}; the program was not run: leave out --html
// RUN: test ! -e %t/none.anomalloc
#include <stdlib.h>

void *volatile Sink;
int main(void) {
  Sink = malloc(24);
  return 3;
}
