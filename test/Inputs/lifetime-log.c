/*===- lifetime-log.c - an independent witness of births and deaths -------===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* LD_PRELOADed before everything else, it writes down every outermost call that
|* makes a block or gives one back, in order; same_lifetimes.py plays it again.
|* Shares no code and no idea with the runtime.
|*
|* LIFETIME_LOG_OUT=FILE  rows of struct Row. A free is written before it
|*                        happens, by realloc with the size that is asked for;
|*                        'u' takes it back: realloc failed.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Rows = 3 << 20 };
struct Row {
  uint32_t Kind; /* 'a' made, 'f' given back, 'r' by realloc, 'u' undo,
                    'm' the thread's last 'r' gave another address */
  uint32_t Thread;
  uint64_t Address;
  uint64_t Size;
};

static struct Row *Log;
static uint64_t NumRows, NumThreads;
static __thread int Depth __attribute__((tls_model("initial-exec")));
static __thread uint32_t Me __attribute__((tls_model("initial-exec")));

static char Early[65536];
static size_t EarlyUsed;

static struct Row *openLog(void) {
  const char *Path = getenv("LIFETIME_LOG_OUT");
  int Fd = Path ? open(Path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (Fd < 0 || ftruncate(Fd, sizeof(struct Row) * Rows) != 0)
    abort();
  void *Memory = mmap(NULL, sizeof(struct Row) * Rows, PROT_READ | PROT_WRITE,
                      MAP_SHARED, Fd, 0);
  if (Memory == MAP_FAILED)
    abort();
  close(Fd);
  return Memory;
}

static void note(char Kind, const void *Address, size_t Size) {
  struct Row *L = __atomic_load_n(&Log, __ATOMIC_ACQUIRE);
  if (!L) {
    struct Row *Mine = openLog();
    if (__atomic_compare_exchange_n(&Log, &L, Mine, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      L = Mine;
  }
  if (!Me)
    Me = (uint32_t)__atomic_add_fetch(&NumThreads, 1, __ATOMIC_RELAXED);
  uint64_t I = __atomic_fetch_add(&NumRows, 1, __ATOMIC_RELAXED);
  if (I >= Rows)
    abort();
  L[I] = (struct Row){(uint32_t)Kind, Me, (uint64_t)(uintptr_t)Address, Size};
}

/* What calls below the outermost one got. It counts only when that one fails:
   then it was not part of its block (the exception that operator new throws). */
static __thread struct Row Below[16] __attribute__((tls_model("initial-exec")));
static __thread int NumBelow __attribute__((tls_model("initial-exec")));

struct Call {
  int Good;
  void *Block;
  size_t Size;
};

/* Runs on a throw as well: compile with -fexceptions. */
static void leave(struct Call *This) {
  if (--Depth > 0) {
    if (This->Good && NumBelow < 16)
      Below[NumBelow++] =
          (struct Row){0, 0, (uint64_t)(uintptr_t)This->Block, This->Size};
    return;
  }
  if (This->Good)
    note('a', This->Block, This->Size);
  else
    for (int I = 0; I < NumBelow; ++I)
      note('a', (void *)(uintptr_t)Below[I].Address, Below[I].Size);
  NumBelow = 0;
}

#define REAL(Result, Name, Parameters, WhileLooking)                           \
  static Result(*Real) Parameters;                                             \
  if (!Real) {                                                                 \
    static __thread int Looking;                                               \
    if (Looking)                                                               \
      return WhileLooking;                                                     \
    Looking = 1;                                                               \
    *(void **)&Real = dlsym(RTLD_NEXT, #Name);                                 \
    Looking = 0;                                                               \
  }

#define MAKER(Result, Name, Parameters, Arguments, Bytes, Success, Made)       \
  Result my_##Name Parameters __asm__(#Name)                                   \
      __attribute__((visibility("default")));                                  \
  Result my_##Name Parameters {                                                \
    REAL(Result, Name, Parameters,                                             \
         (Result)(uintptr_t)(Early + __atomic_fetch_add(                       \
                                         &EarlyUsed,                           \
                                         ((Bytes) + 15) & ~(size_t)15,         \
                                         __ATOMIC_RELAXED)))                   \
    __attribute__((cleanup(leave))) struct Call This = {0, NULL, (Bytes)};     \
    ++Depth;                                                                   \
    Result R = Real Arguments;                                                 \
    This.Good = (Success) ? 1 : 0;                                             \
    This.Block = This.Good ? (Made) : NULL;                                    \
    return R;                                                                  \
  }

MAKER(void *, malloc, (size_t S), (S), S, R, R)
MAKER(void *, calloc, (size_t N, size_t S), (N, S), N *S, R, R)
MAKER(void *, aligned_alloc, (size_t A, size_t S), (A, S), S, R, R)
MAKER(void *, memalign, (size_t A, size_t S), (A, S), S, R, R)
MAKER(void *, valloc, (size_t S), (S), S, R, R)
MAKER(void *, pvalloc, (size_t S), (S), S, R, R)
MAKER(int, posix_memalign, (void **P, size_t A, size_t S), (P, A, S), S, R == 0,
      *P)
MAKER(void *, _Znwm, (size_t S), (S), S, R, R)
MAKER(void *, _Znam, (size_t S), (S), S, R, R)
MAKER(void *, _ZnwmRKSt9nothrow_t, (size_t S, void *T), (S, T), S, R, R)
MAKER(void *, _ZnamRKSt9nothrow_t, (size_t S, void *T), (S, T), S, R, R)
MAKER(void *, _ZnwmSt11align_val_t, (size_t S, size_t A), (S, A), S, R, R)
MAKER(void *, _ZnamSt11align_val_t, (size_t S, size_t A), (S, A), S, R, R)
MAKER(void *, _ZnwmSt11align_val_tRKSt9nothrow_t,
      (size_t S, size_t A, void *T), (S, A, T), S, R, R)
MAKER(void *, _ZnamSt11align_val_tRKSt9nothrow_t,
      (size_t S, size_t A, void *T), (S, A, T), S, R, R)

static void *resized(void *Old, void *New, size_t Size, int Outermost) {
  if (Outermost && Old && !New && Size)
    note('u', Old, 0);
  if (Outermost && Old && New && Old != New)
    note('m', Old, 0);
  if (Outermost && New)
    note('a', New, Size);
  return New;
}

#define RESIZER(Name, Parameters, Arguments, Bytes)                            \
  void *my_##Name Parameters __asm__(#Name)                                    \
      __attribute__((visibility("default")));                                  \
  void *my_##Name Parameters {                                                 \
    REAL(void *, Name, Parameters, NULL)                                       \
    if (Depth == 0 && P)                                                       \
      note('r', P, (Bytes));                                                   \
    ++Depth;                                                                   \
    void *R = Real Arguments;                                                  \
    --Depth;                                                                   \
    return resized(P, R, (Bytes), Depth == 0);                                 \
  }
RESIZER(realloc, (void *P, size_t S), (P, S), S)
RESIZER(reallocarray, (void *P, size_t N, size_t S), (P, N, S), N *S)

#define NOTHING
#define BREAKER(Name, Parameters, Arguments)                                   \
  void my_##Name Parameters __asm__(#Name)                                     \
      __attribute__((visibility("default")));                                  \
  void my_##Name Parameters {                                                  \
    if ((char *)P >= Early && (char *)P < Early + sizeof(Early))               \
      return;                                                                  \
    REAL(void, Name, Parameters, NOTHING)                                      \
    if (Depth == 0 && P)                                                       \
      note('f', P, 0);                                                         \
    ++Depth;                                                                   \
    Real Arguments;                                                            \
    --Depth;                                                                   \
  }
BREAKER(free, (void *P), (P))
BREAKER(_ZdlPv, (void *P), (P))
BREAKER(_ZdaPv, (void *P), (P))
BREAKER(_ZdlPvm, (void *P, size_t S), (P, S))
BREAKER(_ZdaPvm, (void *P, size_t S), (P, S))
BREAKER(_ZdlPvRKSt9nothrow_t, (void *P, void *T), (P, T))
BREAKER(_ZdaPvRKSt9nothrow_t, (void *P, void *T), (P, T))
BREAKER(_ZdlPvSt11align_val_t, (void *P, size_t A), (P, A))
BREAKER(_ZdaPvSt11align_val_t, (void *P, size_t A), (P, A))
BREAKER(_ZdlPvmSt11align_val_t, (void *P, size_t S, size_t A), (P, S, A))
BREAKER(_ZdaPvmSt11align_val_t, (void *P, size_t S, size_t A), (P, S, A))
BREAKER(_ZdlPvSt11align_val_tRKSt9nothrow_t, (void *P, size_t A, void *T),
        (P, A, T))
BREAKER(_ZdaPvSt11align_val_tRKSt9nothrow_t, (void *P, size_t A, void *T),
        (P, A, T))
