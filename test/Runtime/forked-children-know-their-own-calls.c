// The clock of a child begins anew, and its calls go on: what it makes in one
// that began before the fork is of that call.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-activations=1 %s -o %t/prog0
// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-activations=1 %s -o %t/prog2
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/0-%%p %t/prog0 %t/0-
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/2-%%p %t/prog2 %t/2-
// RUN: %anomalloc report --json --no-probe %t/0-child > %t/0.json
// RUN: %anomalloc report --json --no-probe %t/2-child > %t/2.json
// RUN: %python %S/Inputs/activations.py %t/0.json | FileCheck %s
// RUN: %python %S/Inputs/activations.py %t/2.json | FileCheck %s

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define FUNCTION __attribute__((noinline)) static

static void *volatile Kept;

// CHECK: 1001: 50 freed, 50 known, 50 same
FUNCTION void local(void) {
  char *Block = malloc(1001);
  Kept = Block;
  free(Block);
}

// CHECK: 1002: 49 freed, 49 known, 0 same
FUNCTION void nextCallFrees(void) {
  static void *Last;
  free(Last);
  Last = malloc(1002);
}

// Runs already when the process forks.
// CHECK: 1003: 50 freed, 50 known, 50 same
FUNCTION pid_t forks(int Level) {
  char *Old = malloc(100);
  pid_t Child = Level ? forks(Level - 1) : fork();
  if (Child == 0)
    for (int I = 0; I < 10; ++I) {
      void *Block = Kept = malloc(1003);
      local();
      nextCallFrees();
      free(Block);
    }
  free(Old);
  return Child;
}

int main(int argc, char **argv) {
  (void)argc;
  for (int I = 0; I < 1000; ++I)
    local();
  pid_t Child = forks(4);
  if (Child == 0)
    _exit(0);
  waitpid(Child, NULL, 0);
  char From[4096], To[4096];
  snprintf(From, sizeof(From), "%s%d", argv[1], (int)Child);
  snprintf(To, sizeof(To), "%schild", argv[1]);
  return rename(From, To);
}
