// A call that may be one of a maker, and stands in front of a return, counts at
// its line. A million functions that jump to each other need no stack all the
// same: what the last one makes is told at the line of the first. So say the
// stacks, too.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{level} =
// DEFINE: %{build} = %anomalloc c++ -std=c++17 -pthread -O%{level} -g -DOTHER -c %s -o %t/other%{level}.o && %anomalloc c++ -std=c++17 -pthread -O%{level} -g %s %t/other%{level}.o -o %t/prog%{level}
// DEFINE: %{run} = env MALLOC_COUNTER_STACKS=%t/stacks%{level} LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS=output=%t/profile%{level} %t/prog%{level}
// DEFINE: %{compare} = %python %S/../Inputs/same_shares.py %anomalloc %t/prog%{level} %t/profile%{level} %t/stacks%{level} --maker=_Z10makeNumberm --maker=_Z8makeTextm
// REDEFINE: %{level} = 2
// RUN: %{build}
// RUN: %{run} | FileCheck %s --check-prefix=STEPS
// RUN: %{compare} | FileCheck %s
// REDEFINE: %{level} = s
// RUN: %{build}
// RUN: %{run} | FileCheck %s --check-prefix=STEPS
// RUN: %{compare} | FileCheck %s
// REDEFINE: %{level} = 0
// RUN: %{build}
// RUN: %{run} | FileCheck %s --check-prefix=STEPS
// RUN: %{compare} | FileCheck %s
// STEPS: done
// CHECK: the same: {{[0-9]+}} shares of {{[0-9]+}} blocks, unknown 0

#include <cstdio>
#include <cstdlib>
#include <pthread.h>

#define OUT_OF_LINE __attribute__((noinline))

struct Text {
  size_t Size;
  char *Begin;
};
OUT_OF_LINE long *makeNumber(size_t Size);
OUT_OF_LINE Text makeText(size_t Size);
OUT_OF_LINE long *many(long, long, long, long, long, long, long, long Size);

#ifdef OTHER
long *makeNumber(size_t Size) {
  auto *Made = static_cast<long *>(malloc(Size));
  if (!Made)
    abort();
  return Made;
}
Text makeText(size_t Size) { return {Size, static_cast<char *>(malloc(Size))}; }
#else

// What an interpreter calls through pointers: of each its own line.
using Builtin = Text (*)(size_t);
OUT_OF_LINE Text upper(size_t Size) { return makeText(Size + 1); }
OUT_OF_LINE Text lower(size_t Size) {
  free(makeText(Size + 2).Begin);
  return makeText(Size + 3);
}
// One line, two ways to the same return.
OUT_OF_LINE Text either(size_t Size) {
  Text Made;
  if (Size % 2)
    Made = makeText(Size + 4);
  else
    Made = upper(Size + 5);
  return Made;
}
Builtin volatile Builtins[] = {upper, lower, either};

// A chain of jumps, in which now and then a number is made.
#ifdef __OPTIMIZE__
constexpr long Steps = 1000000;
#else
constexpr long Steps = 1000;
#endif
using Step = long *(*)(long *, long);
OUT_OF_LINE long *odd(long *Last, long Left);
extern Step volatile Next;
OUT_OF_LINE long *even(long *Last, long Left) {
  if (Left <= 1)
    return Last;
  if (Left % (Steps / 10) == 0) {
    free(Last);
    Last = Builtins[0](size_t(Left % 7)).Begin ? makeNumber(16) : nullptr;
  }
  return Next(Last, Left - 1);
}
OUT_OF_LINE long *odd(long *Last, long Left) {
  if (Left <= 1)
    return makeNumber(32);
  if (Left % 3 == 0)
    return even(Last, Left - 1);
  return Next(Last, Left - 1);
}
Step volatile Next = odd;

// In a chain, exceptions leave what was called, and what is called then stands
// at the same place of the stack.
OUT_OF_LINE long *thrower(long *Last, long Left) {
  if (Left % 2)
    throw Left;
  return makeNumber(Left);
}
Step volatile Throws = thrower;
OUT_OF_LINE long *throws(long *Last, long Left) { return Throws(Last, Left); }
OUT_OF_LINE long *catches(long *Last, long Left) {
  if (Left <= 1)
    return makeNumber(48);
  try {
    free(throws(Last, Left));
  } catch (long) {
  }
  if (Left % (Steps / 10) == 0)
    free(throws(Last, Left));
  Step volatile Again = catches;
  return Left > Steps / 20 ? Again(Last, Steps / 20) : Again(Last, Left - 1);
}

// One of these calls stands where the one stood that the exception left.
Step volatile Numbers = odd;
OUT_OF_LINE static long *number(long *Last, long Left) {
  free(makeNumber(40)); // No factory.
  return Numbers(Last, Left);
}
template <int Words> OUT_OF_LINE static void atDepth() {
  volatile long Room[Words];
  for (long I = 0; I != Words; ++I)
    Room[I] = 1;
  free(number(nullptr, Room[Words - 1]));
}
OUT_OF_LINE static void afterException() {
  try {
    free(throws(nullptr, 1));
  } catch (long) {
  }
  atDepth<1>();
  atDepth<2>();
  atDepth<3>();
  atDepth<4>();
  atDepth<5>();
  atDepth<6>();
}

// A jump that must be one: its line is that of the function's caller.
OUT_OF_LINE static long *jumps(size_t Size) {
  [[clang::musttail]] return makeNumber(Size);
}
OUT_OF_LINE static long *jumpsAgain(size_t Size) {
  [[clang::musttail]] return jumps(Size + 1);
}
// Arguments on the stack.
long *many(long A, long B, long C, long D, long E, long F, long G, long Size) {
  if (A > 0)
    return makeNumber(Size + G);
  return many(A + 1, C, B, D, E, F, Size, G);
}
using Many = long *(*)(long, long, long, long, long, long, long, long);
Many volatile ManyLater = many;
OUT_OF_LINE static long *manyMore(long A, long B, long C, long D, long E,
                                  long F, long G, long Size) {
  return ManyLater(A, C, B, D, E, F, Size, G);
}

static void *run(void *) {
  for (Builtin volatile &B : Builtins)
    for (size_t Size = 10; Size != 14; ++Size)
      free(B(Size).Begin);
  free(even(nullptr, Steps));
  free(odd(nullptr, Steps));
  free(catches(nullptr, Steps));
  afterException();
  free(jumps(5));
  free(jumpsAgain(6));
  free(many(0, 1, 2, 3, 4, 5, 6, 7));
  free(manyMore(0, 1, 2, 3, 4, 5, 6, 7));
  return nullptr;
}
int main() {
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, 1 << 19);
  pthread_t Thread;
  if (!pthread_create(&Thread, &Attributes, run, nullptr) &&
      !pthread_join(Thread, nullptr))
    std::puts("done");
}
#endif
