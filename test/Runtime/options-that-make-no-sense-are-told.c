// Once a program, on standard error: an unknown key with the nearest known one,
// a value that cannot be read with what the option takes. The program runs on.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc cc -O1 %s -o "%t/prog"
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=outptu=x:zzz=1:lanes=many:mode=counts:output=p ./prog > out 2> err
// RUN: FileCheck %s --input-file "%t/err" --implicit-check-not=option
// RUN: FileCheck %s --input-file "%t/out" --check-prefix=OUT
// RUN: ls "%t/p" "%t/p.1"
// RUN: cd "%t" && env ANOMALLOC_OPTIONS=outptu=x:enabled=0 ./prog 2>&1 >"%t/out" | count 0
// CHECK: anomalloc: option outptu is unknown and ignored; did you mean output?
// CHECK-NEXT: anomalloc: option zzz is unknown and ignored; there are output {{.*}}enabled
// CHECK-NEXT: anomalloc: option lanes takes a number; what it was given is ignored
// CHECK-NEXT: anomalloc: option mode takes count, access, lifetime, stacks, trace; several are joined by '+'; what it was given is ignored
// OUT: done

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  void *volatile Block = malloc(1);
  free(Block);
  if (fork() == 0) {
    Block = malloc(2); // The child's own profile begins.
    free(Block);
    _exit(0);
  }
  wait(NULL);
  puts("done");
  return 0;
}
