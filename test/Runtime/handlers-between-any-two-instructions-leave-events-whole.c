// A handler that allocates may run between any two instructions of the program
// and the runtime: every event is counted once, the interrupted one and the
// handler's own, in every mode. Of the interrupted one, lifetime and trace know
// all; of the handler's, either all or that it was not watched. The processor's
// trap flag calls the handler, so where it comes is no luck.

// REQUIRES: x86_64
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc cc -O2 -g %s -o "%t/prog"
// RUN: %python %S/Inputs/stepped.py %anomalloc "%t" count stacks lifetime trace lifetime+stacks stacks+trace lifetime+trace lifetime+stacks+trace | FileCheck %s
// CHECK:      count: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: stacks: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: lifetime: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: trace: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: lifetime+stacks: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: stacks+trace: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: lifetime+trace: {{[0-9][0-9][0-9]+}} steps{{$}}
// CHECK-NEXT: lifetime+stacks+trace: {{[0-9][0-9][0-9]+}} steps{{$}}

// A program that was never instrumented calls malloc and free alone: what a
// handler makes in a call of another function is taken for that function's own.
// RUN: mkdir "%t/plain"
// RUN: %clang -O2 -g -DMALLOC_ALONE %s -o "%t/plain/prog"
// RUN: env LD_PRELOAD=%rt_so %python %S/Inputs/stepped.py %anomalloc "%t/plain" count stacks lifetime trace lifetime+stacks stacks+trace lifetime+trace lifetime+stacks+trace | FileCheck %s

#define _GNU_SOURCE
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef MALLOC_ALONE
#define realloc(Block, Size) (free(Block), malloc(Size))
#define calloc(Number, Size) malloc((Number) * (Size))
#define aligned_alloc(Alignment, Size) malloc(Size)
#endif

enum { TrapFlag = 0x100, Rounds = 2, InHandler = 200 };

/// Where the runtime's code is, and the program's own.
static uintptr_t Begin[2], End[2];

static int find(struct dl_phdr_info *Info, size_t Size, void *Data) {
  (void)Size, (void)Data;
  int Which = strstr(Info->dlpi_name, "libanomalloc_rt") ? 0
              : !*Info->dlpi_name                        ? 1
                                                         : -1;
  for (int I = 0; Which >= 0 && I < Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) *P = &Info->dlpi_phdr[I];
    if (P->p_type == PT_LOAD && P->p_flags & PF_X && !Begin[Which]) {
      Begin[Which] = Info->dlpi_addr + P->p_vaddr;
      End[Which] = Begin[Which] + P->p_memsz;
    }
  }
  return 0;
}

static volatile unsigned Steps, Kept;
static volatile int IsInRealloc;

static int isOurs(uintptr_t At) {
  return (At >= Begin[0] && At < End[0]) || (At >= Begin[1] && At < End[1]);
}

/// Of SIGTRAP, behind each instruction.
static void step(int Signal, siginfo_t *Info, void *Data) {
  (void)Signal, (void)Info;
  ucontext_t *Context = Data;
  greg_t *R = Context->uc_mcontext.gregs;
  const unsigned char *Next = (const unsigned char *)R[REG_RIP];
  // A trap that is blocked kills. Whoever blocks signals blocks all but this.
  static uint64_t Mask;
  if (Next[0] == 0x0f && Next[1] == 0x05 && R[REG_RAX] == SYS_rt_sigprocmask &&
      R[REG_RSI]) {
    memcpy(&Mask, (void *)R[REG_RSI], sizeof(Mask));
    Mask &= ~(1ull << (SIGTRAP - 1));
    R[REG_RSI] = (greg_t)&Mask;
  }
  // Not within the allocator, which may not be called from a handler; nor
  // where no other signal could come.
  if (!isOurs((uintptr_t)Next) || sigismember(&Context->uc_sigmask, SIGUSR1))
    return;
  ++Steps;
  void *volatile Block = malloc(InHandler);
  // What is freed while realloc runs is taken for realloc's own.
  if (IsInRealloc)
    ++Kept;
  else
    free(Block);
}

static void setTrapFlag(int On) {
  uint64_t Flags = __builtin_ia32_readeflags_u64();
  __builtin_ia32_writeeflags_u64(On ? Flags | TrapFlag : Flags & ~TrapFlag);
}

int main(void) {
  dl_iterate_phdr(find, NULL);
  struct sigaction Action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &Action, NULL);
  for (int I = 0; I < Rounds; ++I) {
    setTrapFlag(1);
    void *volatile Block = malloc(104);
    IsInRealloc = 1;
    Block = realloc(Block, 152);
    IsInRealloc = 0;
    free(Block);
    Block = calloc(7, 16);
    free(Block);
    Block = aligned_alloc(64, 128);
    free(Block);
    setTrapFlag(0);
  }
  char Text[32];
  if (write(1, Text, snprintf(Text, sizeof(Text), "%u %u", Steps, Kept)) < 0)
    return 1;
}
