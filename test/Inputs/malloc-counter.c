/*===- malloc-counter.c - an independent witness of heap events -----------===*\
|*
|* Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* LD_PRELOADed before everything else, it counts every successful outermost
|* call of an allocation function by the size asked for. Shares no code and no
|* idea with the runtime: one global hash table, atomic adds, in a shared file
|* mapping, so that it too survives SIGKILL and adds up over forked children.
|*
|* MALLOC_COUNTER_OUT=FILE  rows of two 64-bit numbers: size + 1, count.
|* MALLOC_COUNTER_STACKS=FILE  also a line an event: its size, then its stack,
|*   innermost first, each level as OBJECT+0xOFFSET of its return address.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Rows = 1 << 20 };
struct Row {
  uint64_t SizePlusOne;
  uint64_t Count;
};

static struct Row *Table;
static __thread int Depth __attribute__((tls_model("initial-exec")));

/* Requests of dlsym itself, on the way to the real functions. */
static char Early[65536];
static size_t EarlyUsed;

static struct Row *openTable(void) {
  const char *Path = getenv("MALLOC_COUNTER_OUT");
  int Flags = MAP_SHARED;
  int Fd = Path ? open(Path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (Fd < 0)
    Flags = MAP_PRIVATE | MAP_ANONYMOUS;
  else if (ftruncate(Fd, sizeof(struct Row) * Rows) != 0)
    abort();
  void *Memory = mmap(NULL, sizeof(struct Row) * Rows, PROT_READ | PROT_WRITE,
                      Flags, Fd, 0);
  if (Memory == MAP_FAILED)
    abort();
  if (Fd >= 0)
    close(Fd);
  return Memory;
}

static void writeStack(size_t Size) {
  static int Fd = -2;
  if (Fd == -2) {
    const char *Path = getenv("MALLOC_COUNTER_STACKS");
    Fd =
        Path ? open(Path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
  }
  if (Fd < 0)
    return;
  void *Levels[128];
  char Line[16384];
  ++Depth; /* What backtrace makes itself is no event. */
  int NumLevels = backtrace(Levels, 128);
  int Length = snprintf(Line, sizeof(Line), "%zu", Size);
  for (int I = 0; I < NumLevels; ++I) {
    Dl_info Object;
    if (dladdr(Levels[I], &Object) && Length < (int)sizeof(Line) - 4200)
      Length += snprintf(
          Line + Length, sizeof(Line) - Length, "\t%s+0x%lx", Object.dli_fname,
          (unsigned long)((char *)Levels[I] - (char *)Object.dli_fbase));
  }
  Line[Length++] = '\n';
  if (write(Fd, Line, Length) != Length) /* At once: lines do not mix. */
    abort();
  --Depth;
}

static void count(size_t Size) {
  writeStack(Size);
  struct Row *T = __atomic_load_n(&Table, __ATOMIC_ACQUIRE);
  if (!T) {
    struct Row *Mine = openTable();
    if (__atomic_compare_exchange_n(&Table, &T, Mine, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      T = Mine;
  }
  uint64_t Key = (uint64_t)Size + 1;
  uint64_t I = (Key * 0x9e3779b97f4a7c15u) >> 44;
  for (;; I = (I + 1) % Rows) {
    uint64_t Found = __atomic_load_n(&T[I].SizePlusOne, __ATOMIC_ACQUIRE);
    if (!Found &&
        __atomic_compare_exchange_n(&T[I].SizePlusOne, &Found, Key, 0,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      Found = Key;
    if (Found == Key)
      break;
  }
  __atomic_fetch_add(&T[I].Count, 1, __ATOMIC_RELAXED);
}

/* What calls below the outermost one got. It counts only when that one fails:
   then it was not part of its block (the exception that operator new throws).
 */
static __thread size_t Below[64] __attribute__((tls_model("initial-exec")));
static __thread int NumBelow __attribute__((tls_model("initial-exec")));

struct Call {
  size_t Size;
  int Good;
};

/* Runs on a throw as well: compile with -fexceptions. */
static void leave(struct Call *This) {
  if (--Depth > 0) {
    if (This->Good && NumBelow < 64)
      Below[NumBelow++] = This->Size;
    return;
  }
  if (This->Good)
    count(This->Size);
  else
    for (int I = 0; I < NumBelow; ++I)
      count(Below[I]);
  NumBelow = 0;
}

#define FUNCTION(Result, Name, Parameters, Arguments, Size, Success)           \
  Result my_##Name Parameters __asm__(#Name)                                   \
      __attribute__((visibility("default")));                                  \
  Result my_##Name Parameters {                                                \
    static Result(*Real) Parameters;                                           \
    if (!Real) {                                                               \
      static __thread int Looking;                                             \
      if (Looking)                                                             \
        return (Result)(uintptr_t)(Early + __atomic_fetch_add(                 \
                                               &EarlyUsed,                     \
                                               ((Size) + 15) & ~(size_t)15,    \
                                               __ATOMIC_RELAXED));             \
      Looking = 1;                                                             \
      *(void **)&Real = dlsym(RTLD_NEXT, #Name);                               \
      Looking = 0;                                                             \
    }                                                                          \
    __attribute__((cleanup(leave))) struct Call This = {(Size), 0};            \
    ++Depth;                                                                   \
    Result R = Real Arguments;                                                 \
    This.Good = (Success) ? 1 : 0;                                             \
    return R;                                                                  \
  }

FUNCTION(void *, malloc, (size_t S), (S), S, R)
FUNCTION(void *, calloc, (size_t N, size_t S), (N, S), N *S, R)
FUNCTION(void *, realloc, (void *P, size_t S), (P, S), S, R)
FUNCTION(void *, reallocarray, (void *P, size_t N, size_t S), (P, N, S), N *S,
         R)
FUNCTION(void *, aligned_alloc, (size_t A, size_t S), (A, S), S, R)
FUNCTION(void *, memalign, (size_t A, size_t S), (A, S), S, R)
FUNCTION(void *, valloc, (size_t S), (S), S, R)
FUNCTION(void *, pvalloc, (size_t S), (S), S, R)
FUNCTION(int, posix_memalign, (void **P, size_t A, size_t S), (P, A, S), S,
         R == 0)
/* operator new: what was asked of it, not what it asks of malloc. */
FUNCTION(void *, _Znwm, (size_t S), (S), S, R)
FUNCTION(void *, _Znam, (size_t S), (S), S, R)
FUNCTION(void *, _ZnwmRKSt9nothrow_t, (size_t S, void *T), (S, T), S, R)
FUNCTION(void *, _ZnamRKSt9nothrow_t, (size_t S, void *T), (S, T), S, R)
FUNCTION(void *, _ZnwmSt11align_val_t, (size_t S, size_t A), (S, A), S, R)
FUNCTION(void *, _ZnamSt11align_val_t, (size_t S, size_t A), (S, A), S, R)
FUNCTION(void *, _ZnwmSt11align_val_tRKSt9nothrow_t,
         (size_t S, size_t A, void *T), (S, A, T), S, R)
FUNCTION(void *, _ZnamSt11align_val_tRKSt9nothrow_t,
         (size_t S, size_t A, void *T), (S, A, T), S, R)
