// What is wrong in places with debug information, nobody who reads a report can mend. rustc 1.63
// writes such a table of addresses into each program.

// REQUIRES: gcc, x86_64
// RUN: gcc -O1 -g %s -o %t
// RUN: %anomalloc record --quiet --output=%t.anomalloc -- %t
// RUN: %anomalloc report --no-probe --only=lines %t.anomalloc 2>&1 | FileCheck %s --implicit-check-not=warning
// CHECK: 1,000 {{.*}} 1 main @

#include <stdlib.h>

__asm__(".pushsection .debug_aranges,\"\",@progbits\n"
        ".long 2f-1f\n"
        "1: .short 2\n"
        ".long 0\n"
        ".byte 8, 0\n"
        ".long 0\n"
        ".quad 0, 0\n" // Ends the table before its end.
        ".quad 16, 16\n"
        ".quad 0, 0\n"
        "2:\n"
        ".popsection");

void *volatile Sink;
int main(void) {
  for (int I = 0; I < 1000; ++I)
    Sink = malloc(24);
}
