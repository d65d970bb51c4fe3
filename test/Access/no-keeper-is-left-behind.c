// A process that exits takes its keeper along. Those of processes that end without
// exit handlers are orphans for a moment: 'anomalloc record' waits for them where it
// is the first process of a container, and nobody else does.

// REQUIRES: root
// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O1 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: timeout 60 unshare --pid --fork --mount-proc %anomalloc record --quiet --mode=access --output=%t/%%p %t/prog > %t/out
// RUN: FileCheck %s --input-file=%t/out
// CHECK: 0 in the way of children that exit
// CHECK: none is left

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int processes(void) {
  int Number = 0;
  DIR *All = opendir("/proc");
  for (struct dirent *One; (One = readdir(All));)
    Number += One->d_name[0] >= '1' && One->d_name[0] <= '9';
  closedir(All);
  return Number;
}

static void bearAndWait(void (*End)(int)) {
  for (int I = 0; I != 10; ++I) {
    if (!fork()) {
      *(volatile long *)malloc(1001) = 1;
      End(0);
    }
    wait(NULL);
  }
}

int main(void) {
  *(volatile long *)malloc(1002) = 1;
  const int Before = processes();
  bearAndWait(exit);
  printf("%d in the way of children that exit\n", processes() - Before);
  fflush(stdout);
  bearAndWait(_exit);
  while (processes() != Before)
    continue;
  puts("none is left");
}
