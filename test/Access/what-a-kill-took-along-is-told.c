// After SIGKILL, blocks that had ended are in the sums; of those that lived, the row
// tells that their accesses are not known: it has fewer blocks than were made.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: not --crash env ANOMALLOC_OPTIONS=mode=access:output=%t/profile %t/prog
// RUN: %accesses %t/profile | FileCheck %s
// RUN: %anomalloc report %t/profile > %t/report
// _exit runs no destructor, but is no kill: all are known then.
// RUN: rm %t/profile && %anomalloc record --quiet --mode=access --output=%t/profile %t/prog exit
// RUN: %accesses %t/profile | FileCheck %s --check-prefix=EXIT
// EXIT: size 1001: made 10 blocks 10 read_bytes 80 written_bytes 80
// CHECK: size 1001: made 10 blocks 7 read_bytes 56 written_bytes 56

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile long Sum;

int main(int argc, char **argv) {
  (void)argv;
  for (int I = 0; I != 10; ++I) {
    void *volatile New = malloc(1001);
    volatile long *Block = New;
    *Block = I;
    Sum = *Block;
    if (I < 7)
      free(New);
  }
  if (argc > 1)
    _exit(0);
  kill(getpid(), SIGKILL);
}
