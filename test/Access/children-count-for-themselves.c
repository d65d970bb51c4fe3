// A forked child counts what it does, from nothing: blocks that it had from its
// parent are its parent's. A program that it becomes by exec counts, too.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=access:output=%t/%%p %t/prog %t
// RUN: %accesses %t/parent --bytes | FileCheck %s --check-prefix=PARENT
// RUN: %accesses %t/child --bytes | FileCheck %s --check-prefix=CHILD --implicit-check-not="size 1001"
// RUN: %accesses %t/executed --bytes | FileCheck %s --check-prefix=EXECUTED
// PARENT: size 1001 read 8 written 24
// PARENT: size 1002 read 0 written 8
// CHILD: size 1003 read 16 written 16
// EXECUTED: size 1004 read 0 written 8

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long Sum;

static volatile long *make(size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}

/// To the profile of \p Id.
static void giveName(pid_t Id, const char *Folder, const char *Name) {
  static char Its[4096], New[4096];
  snprintf(Its, sizeof(Its), "%s/%d", Folder, (int)Id);
  snprintf(New, sizeof(New), "%s/%s", Folder, Name);
  if (rename(Its, New))
    abort();
}
static void waitFor(pid_t Child, const char *Folder, const char *Name) {
  int Status;
  if (waitpid(Child, &Status, 0) != Child || Status)
    abort();
  giveName(Child, Folder, Name);
}

int main(int argc, char **argv) {
  if (argc == 1) {
    *make(1004) = 1;
    return 0;
  }
  volatile long *Mine = make(1001), *Other = make(1002);
  *Mine = 1;
  pid_t Child = fork();
  if (!Child) {
    *Mine = 2; // Its parent's block, and so in no sum.
    volatile long *Own = make(1003);
    *Own = 1;
    Own[1] = *Own;
    Sum = Own[1];
    free((void *)Mine);
    return 0;
  }
  waitFor(Child, argv[1], "child");
  *Other = 1;
  *Mine = 3;
  Sum = *Mine;
  *Mine = 4;
  pid_t Second = fork();
  if (!Second) {
    execl(argv[0], argv[0], (char *)NULL);
    _exit(1);
  }
  waitFor(Second, argv[1], "executed");
  giveName(getpid(), argv[1], "parent");
  return 0;
}
