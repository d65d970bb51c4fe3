// While the only thread makes block after block, nobody looks at the peak. It
// is told all the same: if the process is killed then, and if the end of the
// rise is seen only when there are other threads.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -pthread %s -o %t/prog
// RUN: not --crash env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/killed %t/prog
// RUN: %anomalloc report --json --no-probe %t/killed > %t/killed.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/killed.json 5000 live at_peak peak | FileCheck %s --check-prefix=KILLED
// RUN: %python -c "import json; print(max(json.load(open(r'%t/killed.json'))['lifetimes']['timeline']['live_bytes']))" | FileCheck %s --check-prefix=POINT
// KILLED: live 100 at_peak 100 peak 100
// POINT: {{^50[0-9][0-9][0-9][0-9]$}}

// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:output=%t/whole %t/prog whole
// RUN: %anomalloc report --json --no-probe %t/whole > %t/whole.json
// RUN: %python %S/../Inputs/lifetime_sums.py %t/whole.json 5000 live at_peak peak | FileCheck %s --check-prefix=WHOLE
// RUN: %python %S/Inputs/lifetimes_of_size.py %t/whole.json 5000 | FileCheck %s --check-prefix=BYTES
// WHOLE: live 0 at_peak 100 peak 100
// BYTES: peak 50{{[0-9][0-9][0-9][0-9]$}}

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { Number = 100 };
static void *volatile Blocks[Number];

static void *work(void *Unused) { return Unused; }

int main(int Count, char **Arguments) {
  (void)Arguments;
  for (int I = 0; I < Number; ++I)
    Blocks[I] = malloc(5000);
  if (Count == 1)
    kill(getpid(), SIGKILL);
  pthread_t Thread;
  pthread_create(&Thread, NULL, work, NULL);
  for (int I = 0; I < Number; ++I)
    free(Blocks[I]); // More than a step each.
  pthread_join(Thread, NULL);
}
