// A child begins at zero, goes on in its parent's phase, and neither process
// writes into the other's profile; also when the C library is passed by.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env MALLOC_COUNTER_OUT=%t/witness LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile.%%p %t/prog
// RUN: ls %t/profile.* | wc -l | FileCheck %s --check-prefix=FILES
// RUN: %same_counts %t/witness %t/profile.* | FileCheck %s
// RUN: %anomalloc report --json %t/profile.* | FileCheck %s --check-prefix=PHASE
// RUN: mkdir "%t/apart" && cd "%t/apart" && %anomalloc record "%t/prog" 2>&1 | FileCheck %s --check-prefix=APART
// RUN: mkdir "%t/main" && cd "%t/main" && %anomalloc record --main-only --output=main.%%p "%t/prog" && ls | count 1
//      APART: wrote prog.[[PID:[0-9]+]].anomalloc
// APART-NEXT: wrote 3 profiles of its children to prog.[[PID]].children
// FILES: 4
// CHECK: equal:
// PHASE-DAG: "section": "busy"

#include <anomalloc/anomalloc.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(int Times, size_t Size) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = malloc(Size);
    free(Block);
    Block = malloc(Size + (size_t)(I % 3));
    free(Block);
  }
}

int main(void) {
  work(10, 100);
  anomalloc_phase_begin("busy");
  if (fork() == 0) {
    work(20, 200);
    if (fork() == 0) {
      work(30, 300);
      _exit(0);
    }
    wait(NULL);
    exit(0);
  }
  wait(NULL);
  if (syscall(SYS_fork) == 0) {
    work(40, 400);
    _exit(0);
  }
  wait(NULL);
  work(50, 500);
  anomalloc_phase_end();
  return 0;
}
