// A program that makes code while it runs may tell perf(1) the names of its
// functions in /tmp/perf-PID.map. The profile keeps them: origins of dark
// allocations and levels of stacks have them, after a merge, too.

// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --mode=count --output=%t/count %t/prog >> %t/maps
// RUN: %anomalloc report --json %t/count | %python %S/Inputs/made_code.py | FileCheck %s --check-prefix=DARK
// DARK: [made at run time] grow 30
// DARK-NEXT: [made at run time] js:~loop /a b.js:7 20

// RUN: %anomalloc record --quiet --mode=stacks --output=%t/stacks %t/prog >> %t/maps
// RUN: %anomalloc stacks %t/stacks | FileCheck %s --check-prefix=STACKS --implicit-check-not="old name"
// STACKS-DAG: grow
// STACKS-DAG: js:~loop /a b.js:7

// RUN: %anomalloc merge --output=%t/merged %t/stacks %t/count
// RUN: %anomalloc report --json %t/merged | %python %S/Inputs/made_code.py | FileCheck %s --check-prefix=MERGED
// MERGED: [made at run time] grow 60
// MERGED-NEXT: [made at run time] js:~loop /a b.js:7 40
// RUN: %anomalloc stacks %t/merged | FileCheck %s --check-prefix=STACKS --implicit-check-not="old name"

// The map is a link to a file of somebody, or a pipe: it is not read, and the
// program ends.
// RUN: %anomalloc record --quiet --mode=count --output=%t/link %t/prog link >> %t/maps
// RUN: %anomalloc report --json %t/link | %python %S/Inputs/made_code.py >> %t/named
// RUN: %anomalloc record --quiet --mode=count --output=%t/pipe %t/prog pipe >> %t/maps
// RUN: %anomalloc report --json %t/pipe | %python %S/Inputs/made_code.py >> %t/named
// RUN: not test -s %t/named

// Lines that are none, and ranges over all addresses, cost little.
// RUN: %anomalloc record --quiet --mode=count --output=%t/odd %t/prog odd >> %t/maps
// RUN: %anomalloc report --json %t/odd | %python %S/Inputs/made_code.py | FileCheck %s --check-prefix=DARK

// RUN: xargs rm -f < %t/maps

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// push %rax; mov $ADDRESS, %rax; call *%rax; pop %rcx; ret
static void *makeCode(unsigned char *At, void *(*Called)(size_t)) {
  const unsigned char Begin[] = {0x50, 0x48, 0xb8}, End[] = {0xff, 0xd0, 0x59,
                                                             0xc3};
  memcpy(At, Begin, sizeof(Begin));
  memcpy(At + 3, &Called, 8);
  memcpy(At + 11, End, sizeof(End));
  return At;
}

int main(int Argc, char **Argv) {
  const char *How = Argc > 1 ? Argv[1] : "";
  unsigned char *Code = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Code == MAP_FAILED)
    return 1;
  void *(*Grow)(size_t) = (void *(*)(size_t))makeCode(Code + 64, malloc);
  void *(*Loop)(size_t) = (void *(*)(size_t))makeCode(Code + 128, malloc);
  mprotect(Code, 4096, PROT_READ | PROT_EXEC);

  char Path[64], Text[400];
  snprintf(Path, sizeof(Path), "/tmp/perf-%d.map", (int)getpid());
  int Length = snprintf(
      Text, sizeof(Text),
      "%lx 20 old name\n%lx %x grow\nno line\n0x%lx 0xf js:~loop /a b.js:7\n",
      (unsigned long)(Code + 60), (unsigned long)(Code + 64), 15,
      (unsigned long)(Code + 128));
  char Other[80];
  snprintf(Other, sizeof(Other), "%s.other", Path);
  printf("%s\n%s\n", Path, Other); // Somebody removes them.
  const int IsPipe = !strcmp(How, "pipe");
  if (IsPipe && mkfifo(Path, 0600))
    return 1;
  if (!IsPipe) {
    FILE *Map = fopen(strcmp(How, "link") ? Path : Other, "w");
    if (!Map)
      return 1;
    if (!strcmp(How, "odd"))
      for (int I = 0; I != 200000; ++I)
        fprintf(Map, "%x ffffffffffffffff all\n", I);
    fwrite(Text, 1, Length, Map);
    if (!strcmp(How, "odd"))
      fprintf(Map, "\n \n1\n1 1\nzz 1 a\n1 0 a\n-1 1 a\n%s",
              "fffffffffffffffffff 1 a\n1 1 ");
    fclose(Map);
    if (!strcmp(How, "link") && symlink(Other, Path))
      return 1;
  }

  for (int I = 0; I != 30; ++I)
    free(Grow(100));
  for (int I = 0; I != 20; ++I)
    free(Loop(200));
  return 0;
}
