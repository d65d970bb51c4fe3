// A signal handler may run between any two instructions of the counting, and
// access the same bytes: no count is lost, neither the program's nor the
// handler's. The processor's trap flag calls the handler behind each
// instruction of the loop, so where it comes is no luck.

// REQUIRES: x86_64
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t > %t.expected
// RUN: %accesses %t.profile --size=1001 --bytes | diff %t.expected -
// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t > %t.expected
// RUN: %accesses %t.profile --size=1001 --bytes | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK: size 1001 read {{[0-9][0-9][0-9]+}} written {{[0-9][0-9][0-9]+}}

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { TrapFlag = 0x100, Turns = 20 };

static volatile long *Block;
static volatile long Steps, Sum;

static void step(int Signal, siginfo_t *Info, void *Data) {
  (void)Signal, (void)Info, (void)Data;
  ++Steps;
  Sum = *Block;
  *Block = Sum + 1;
}

static void setTrap(int On) {
  uint64_t Flags;
  __asm__ volatile("pushfq; popq %0" : "=r"(Flags));
  Flags = On ? Flags | TrapFlag : Flags & ~(uint64_t)TrapFlag;
  __asm__ volatile("pushq %0; popfq" ::"r"(Flags) : "memory", "cc");
}

__attribute__((noinline)) static void accesses(void) {
  for (int I = 0; I != Turns; ++I) {
    Sum = *Block;
    *Block = Sum;
  }
}

int main(void) {
  void *volatile New = malloc(1001);
  Block = New;
  struct sigaction Action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  // Once the runtime has noted the first accesses.
  Sum = *Block;
  *Block = 1;
  setTrap(1);
  accesses();
  setTrap(0);
  printf("size 1001 read %ld written %ld\n", 8 * (Steps + Turns + 1),
         8 * (Steps + Turns + 1));
  free((void *)Block);
  return 0;
}
