// A window is a TiB of address space. Who writes a core dump, or copies it,
// would have to look at all of it.

// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t > %t.said
// RUN: FileCheck %s < %t.said
// CHECK: large: {{[1-9]}}
// CHECK-NEXT: dumped: 0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *Block = malloc(100);
  *Block = 1;
  int Large = 0, Dumped = 0, IsLarge = 0;
  FILE *Maps = fopen("/proc/self/smaps", "r");
  for (char Line[1000]; fgets(Line, sizeof(Line), Maps);) {
    unsigned long Begin, End;
    if (sscanf(Line, "%lx-%lx", &Begin, &End) == 2)
      IsLarge = End - Begin >= 1ul << 30;
    // "dd": see madvise(2), MADV_DONTDUMP, and proc_pid_smaps(5).
    if (IsLarge && strncmp(Line, "VmFlags:", 8) == 0) {
      ++Large;
      Dumped += strstr(Line, " dd") == NULL;
    }
  }
  fclose(Maps);
  printf("large: %d\ndumped: %d\n", Large, Dumped);
  free(Block);
  return 0;
}
