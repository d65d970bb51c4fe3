// A child knows nothing of the blocks from before the fork: it may free them,
// which is counted as such, and its own are watched from birth to death.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/%%p %t/prog %t
// RUN: %anomalloc report --json --no-probe %t/child > %t/child.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/child.json 100 allocated freed live | FileCheck %s --check-prefix=OLD
// RUN: %python %S/../Inputs/lifetime_sums.py %t/child.json 200 allocated freed live temporary at_peak | FileCheck %s --check-prefix=NEW
// RUN: FileCheck %s --check-prefix=TOTALS --input-file=%t/child.json
// OLD: allocated 0 freed 0 live 0
// NEW: allocated 50 freed 40 live 10 temporary 1 at_peak 50
// TOTALS: "peak_bytes": 10000,
// TOTALS: "unknown_frees": 7,

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Old[10], *volatile New[50];

int main(int argc, char **argv) {
  (void)argc;
  for (int I = 0; I < 10; ++I)
    Old[I] = malloc(100);
  pid_t Child = fork();
  if (Child == 0) {
    for (int I = 0; I < 50; ++I)
      New[I] = malloc(200);
    for (int I = 0; I < 7; ++I)
      free(Old[I]);
    for (int I = 49; I >= 10; --I) // The newest first: one is temporary.
      free(New[I]);
    _exit(0);
  }
  waitpid(Child, NULL, 0);
  char From[4096], To[4096];
  snprintf(From, sizeof(From), "%s/%d", argv[1], (int)Child);
  snprintf(To, sizeof(To), "%s/child", argv[1]);
  return rename(From, To);
}
