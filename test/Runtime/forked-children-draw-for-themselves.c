// A child of fork begins its own draws: with another seed than its siblings, unless
// the user gave one. It knows none of its parent's blocks, and frees of these are not
// told as unknown.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O2 -g %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:sample=1/10:output=%t/%%p %t/prog %t
// RUN: %anomalloc report --json --no-probe %t/child0 > %t/0.json
// RUN: %anomalloc report --json --no-probe %t/child1 > %t/1.json
// RUN: %python %S/Inputs/same_rows.py --draws %t/0.json %t/1.json | FileCheck %s --check-prefix=OTHERS
// OTHERS: not the same
// RUN: FileCheck %s --input-file=%t/0.json
// RUN: FileCheck %s --input-file=%t/1.json
// CHECK: "unknown_frees": 0,
// RUN: tr '\000' '\n' < %t/child1 | FileCheck %s --check-prefix=SAMPLE
// SAMPLE: {{^}}sample
// SAMPLE-NEXT: {{^}}count:10
// RUN: %python %S/../Inputs/lifetime_sums.py %t/0.json 100 allocated | FileCheck %s --check-prefix=OLD
// OLD: allocated 0
// RUN: %python %S/Inputs/samples_by_size.py %t/0.json count 10 | FileCheck %s --check-prefix=RATE
// RUN: %python %S/Inputs/samples_by_size.py %t/1.json count 10 | FileCheck %s --check-prefix=RATE
// RATE-NOT: size
// RATE: as expected; 5 sizes

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile Old[1000], *volatile New[5];

int main(int argc, char **argv) {
  (void)argc;
  for (int I = 0; I < 1000; ++I)
    Old[I] = malloc(100);
  for (int Name = 0; Name != 2; ++Name) {
    pid_t Child = fork();
    if (Child == 0) {
      for (int I = 0; I < 1000; ++I)
        free(Old[I]);
      for (int I = 0; I < 50000; ++I) {
        New[I % 5] = malloc(201 + I % 5);
        free(New[I % 5]);
      }
      _exit(0);
    }
    waitpid(Child, NULL, 0);
    char From[4096], To[4096];
    snprintf(From, sizeof(From), "%s/%d", argv[1], (int)Child);
    snprintf(To, sizeof(To), "%s/child%d", argv[1], Name);
    if (rename(From, To))
      return 1;
  }
  return 0;
}
