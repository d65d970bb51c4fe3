// A signal handler may run between any two instructions of the counting, and
// access the same bytes: no count is lost, neither the program's nor the
// handler's. The processor's trap flag calls the handler behind each instruction
// of the loop, so where it comes is no luck. In the second block each access is
// the first of its 8 bytes, and the handler accesses these in the runtime alone.

// REQUIRES: x86_64
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t > %t.expected
// RUN: %accesses %t.profile --size=1001 --size=1002 --bytes | diff %t.expected -
// RUN: %anomalloc cc -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t > %t.expected
// RUN: %accesses %t.profile --size=1001 --size=1002 --bytes | diff %t.expected -
// RUN: FileCheck %s < %t.expected
// CHECK: size 1001 read {{[0-9][0-9][0-9]+}} written {{[0-9][0-9][0-9]+}}
// CHECK: size 1002 read {{[0-9][0-9][0-9]+}} written {{[0-9][0-9][0-9]+}}

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

enum { TrapFlag = 0x100, Turns = 20 };

static volatile long *Block, *Next;
static volatile long Steps, Sum;
extern const char __executable_start, etext;

static void step(int Signal, siginfo_t *Info, void *Data) {
  (void)Signal, (void)Info;
  greg_t *R = ((ucontext_t *)Data)->uc_mcontext.gregs;
  const char *At = (const char *)R[REG_RIP];
  // A trap that is blocked kills. Whoever blocks signals blocks all but this.
  static uint64_t Mask;
  if (At[0] == 0x0f && At[1] == 0x05 && R[REG_RAX] == SYS_rt_sigprocmask &&
      R[REG_RSI]) {
    memcpy(&Mask, (void *)R[REG_RSI], sizeof(Mask));
    Mask &= ~(UINT64_C(1) << (SIGTRAP - 1));
    R[REG_RSI] = (greg_t)&Mask;
  }
  // Nor where no other signal could come.
  if (sigismember(&((ucontext_t *)Data)->uc_sigmask, SIGUSR1) ||
      (Next != Block && At >= &__executable_start && At < &etext))
    return;
  ++Steps;
  Sum = *Next;
  *Next = Sum + 1;
}

static void setTrap(int On) {
  uint64_t Flags = __builtin_ia32_readeflags_u64();
  __builtin_ia32_writeeflags_u64(On ? Flags | TrapFlag
                                    : Flags & ~(uint64_t)TrapFlag);
}

__attribute__((noinline)) static void accesses(void) {
  for (int I = 0; I != Turns; ++I) {
    Sum = *Block;
    *Block = Sum;
  }
}

__attribute__((noinline)) static void firstAccesses(void) {
  for (int I = 0; I != Turns; ++I) {
    Next = &Block[I];
    if (I % 2) {
      Sum = *Next;
      *Next = Sum;
    } else {
      *Next = 1;
      Sum = *Next;
    }
  }
}

static void run(size_t Size, void (*Accesses)(void)) {
  void *volatile New = malloc(Size);
  Block = New;
  Next = Block + (Size % 2 ? 0 : Turns);
  Steps = 0;
  setTrap(1);
  Accesses();
  setTrap(0);
  printf("size %zu read %ld written %ld\n", Size, 8 * (Steps + Turns),
         8 * (Steps + Turns));
  free(New);
}

int main(void) {
  struct sigaction Action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  run(1001, accesses);
  run(1002, firstAccesses);
  return 0;
}
