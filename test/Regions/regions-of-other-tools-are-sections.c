// What a program names for Caliper, LIKWID, PAPI and Score-P is a section, with
// nothing of these tools there. Regions are of their thread; ends that fit no
// begin do nothing, and one further out ends those within it.

// RUN: rm -rf %t && mkdir %t %t/with %t/without
// RUN: %anomalloc cc -O1 -g -pthread -I %S/Inputs %s -o %t/prog
// RUN: %anomalloc record --quiet --regions --output=%t/with/%%p %t/prog
// RUN: %anomalloc report --json %t/with | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s
//      CHECK: outside 14
// CHECK-NEXT: (no name) 1
// CHECK-NEXT: 29 12
// CHECK-NEXT: PAPI 5
// CHECK-NEXT: again 3
// CHECK-NEXT: by name 7
// CHECK-NEXT: caliper 2
// CHECK-NEXT: child 9
// CHECK-NEXT: likwid 4
// CHECK-NEXT: long{{(long)+}}lon 1
// CHECK-NEXT: outer 11
// CHECK-NEXT: score-p 6
// CHECK-NEXT: worker 8
// CHECK-NOT: {{.}}

// Its names are no control characters of a terminal.
// RUN: %anomalloc report --only=sizes --section='*31m*' %t/with | FileCheck %s --check-prefix=TEXT
// TEXT: {{^ *size.*}}\x1b[31m\n
// TEXT-NEXT: {{^ *1 +1 +1 +100 %}}

// The same program without --regions, and without the runtime, meets none.
// RUN: %anomalloc record --quiet --output=%t/without/%%p %t/prog
// RUN: %anomalloc report --json %t/without | %python %S/../Runtime/Inputs/size_by_section.py 1000 | FileCheck %s --check-prefix=NONE
//      NONE: outside 83
//  NONE-NOT: {{.}}
// RUN: env LD_PRELOAD=%rt_regions_preload %t/prog

#include "hooks.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void take(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = malloc(1000);
    free(Block);
  }
}

// Where the hooks are not there, only the blocks are made.
#define CALL(Function, ...)                                                    \
  (Function ? (void)Function(__VA_ARGS__) : (void)0)
#define BEGIN(Name) CALL(cali_begin_region, Name)
#define END(Name) CALL(cali_end_region, Name)

static void *work(void *Unused) {
  (void)Unused;
  END("caliper"); // Of another thread.
  take(1);        // outside
  BEGIN("worker");
  take(8);
  return NULL; // Never ended.
}

int main(void) {
  take(1);
  BEGIN("caliper");
  take(2);
  pthread_t Thread;
  pthread_create(&Thread, NULL, work, NULL);
  pthread_join(Thread, NULL);
  END("caliper");
  END("caliper");
  take(1);

  BEGIN("outer");
  CALL(likwid_markerStartRegion, "likwid");
  take(4);
  CALL(likwid_markerStopRegion, "likwid");
  CALL(PAPI_hl_region_begin, "PAPI");
  take(5);
  CALL(PAPI_hl_region_end, "never begun");
  CALL(PAPI_hl_region_end, "PAPI");
  void *Handle = NULL;
  CALL(SCOREP_User_RegionBegin, &Handle, NULL, NULL, "score-p", 0, "", 1);
  take(6);
  CALL(SCOREP_User_RegionEnd, Handle);
  CALL(SCOREP_User_RegionByNameBegin, "by name", 0, "", 1);
  take(7);
  CALL(SCOREP_User_RegionByNameEnd, "by name");
  take(11);
  BEGIN("left early");
  BEGIN("left early, too");
  END("outer");
  take(3);

  // Too deep to be told apart, but begins and ends match.
  char Name[24];
  for (int I = 0; I != 1000; ++I) {
    snprintf(Name, sizeof(Name), "%d", I);
    BEGIN(Name);
  }
  take(12);
  for (int I = 1000; I-- != 0;) {
    snprintf(Name, sizeof(Name), "%d", I);
    END(Name);
  }
  take(2);

  static char Long[100001];
  for (int I = 0; I != 100000; I += 4)
    memcpy(Long + I, "long", 4);
  BEGIN(Long);
  take(1);
  END(Long);
  BEGIN("");
  take(1);
  END("");
  BEGIN("\x1b[31m\n");
  void *volatile One = malloc(1);
  free(One);
  END("\x1b[31m\n");

  BEGIN("again");
  take(3);
  if (fork() == 0) {
    END("again");
    BEGIN("child");
    take(9);
    _exit(0);
  }
  wait(NULL);
  END("again");
  take(6);
  return 0;
}
