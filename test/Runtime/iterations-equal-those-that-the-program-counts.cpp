// How many blocks a site makes in each iteration equals what the program itself
// counts: for loops of all kinds, at all levels of optimization, whatever the
// optimizer made of them.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} = -O0 -g
// DEFINE: %{check} = rm -f %t/profile && %anomalloc c++ -std=c++20 -pthread %{flags} %s -o %t/a && env ANOMALLOC_OPTIONS=output=%t/profile %t/a > %t/witness && %anomalloc report --json --top=0 %t/profile > %t/json && %python %S/../Inputs/same_iterations.py %t/json %t/witness
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O1 -g
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O2 -g
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O3 -g
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -Os -gline-tables-only
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O0 -g -fno-exceptions
// RUN: %{check} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -O1 -g -fno-exceptions
// RUN: %{check} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -O2 -g -fno-exceptions
// RUN: %{check} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -O3 -g -fno-exceptions
// RUN: %{check} | FileCheck %s --check-prefix=NONE
// CHECK: 48 rows agree
// NONE: 42 rows agree

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <thread>
#include <vector>

namespace {

/// What the program itself counts.
struct Row {
  const char *Name;
  long Iterations = 0, Blocks = 0;
  bool Known = true;
};
void *volatile Sink;
volatile int Zero = 0;
void keep(void *Block) { Sink = Block; }
int truth(int I) { return I + Zero; }

} // namespace

#define TURN (++W.Iterations)
#define BLOCK (++W.Blocks, keep(malloc(24)))
#define OBJECT (++W.Blocks, keep(new int(7)))
#define NOINLINE __attribute__((noinline))
#define ROW(NAME) static Row W_##NAME{#NAME}
#define LOOP(NAME)                                                             \
  ROW(NAME);                                                                   \
  extern "C" NOINLINE void NAME(int N, [[maybe_unused]] Row &W)

LOOP(forKnown) {
  for (int I = 0; I < N; ++I)
    TURN, BLOCK;
}
LOOP(forNew) {
  for (int I = 0; I < N; ++I)
    TURN, OBJECT;
}
LOOP(forSome) {
  for (int I = 0; I < N; ++I) {
    TURN;
    if (I % 3 == 0)
      OBJECT;
  }
}
LOOP(forStep) {
  for (int I = 100; I > N; I -= 7) {
    TURN;
    BLOCK;
  }
}
LOOP(forNeverEntered) {
  for (int I = 0; I < N - 60; ++I) {
    TURN;
    OBJECT;
  }
}
LOOP(whileConverges) {
  double Rest = N;
  int I = 0;
  while (Rest > 1e-6 && I < 1000) {
    TURN;
    Rest *= 0.7;
    if (++I % 2)
      OBJECT;
  }
}
LOOP(whileCalls) {
  int Left = N;
  while (truth(Left--) > 0) {
    TURN;
    OBJECT;
  }
}
LOOP(whileContinues) {
  int I = 0, Odd = 0;
  while (I < N) {
    TURN;
    ++I;
    if (truth(I) % 4 == 0)
      continue;
    ++Odd;
    OBJECT;
  }
  Zero = Odd * 0;
}
LOOP(doWhile) {
  int I = 0;
  do {
    TURN;
    OBJECT;
  } while (++I < N);
}
LOOP(doWhileBreaks) {
  int I = 0;
  do {
    TURN;
    if (!(truth(I) < N - 10))
      break;
    OBJECT;
  } while (++I < N);
}
LOOP(forEverBreaks) {
  int I = 0;
  for (;;) {
    TURN;
    if (I == N - 1)
      break;
    OBJECT;
    if (I++ > N)
      return;
  }
}
LOOP(whileTrueReturns) {
  double Rest = N;
  while (true) {
    TURN;
    OBJECT;
    Rest /= 2;
    if (Rest < 1e-3)
      return;
  }
}
LOOP(forConditionBehindBody) {
  for (int I = 0;; ++I) {
    TURN;
    OBJECT;
    if (!(I < N))
      break;
    BLOCK;
  }
}
LOOP(gotos) {
  int I = 0;
again:
  TURN;
  OBJECT;
  if (++I < N)
    goto again;
}
LOOP(gotosFromTwoPlaces) {
  int I = 0;
again:
  TURN;
  ++I;
  if (truth(I) % 5 == 0)
    goto again;
  OBJECT;
  if (I < N)
    goto again;
}
LOOP(notNatural) {
  W.Known = false;
  int I = 0;
  if (truth(N) % 2)
    goto inside;
outside:
  Sink = nullptr;
inside:
  TURN;
  OBJECT;
  if (++I < N)
    goto outside;
}
LOOP(rangeOverList) {
  std::list<int> List(N, 1);
  for (int Each : List) {
    TURN;
    if (Each)
      OBJECT;
  }
}
LOOP(rangeOverMap) {
  std::map<int, int> Map;
  Map[N] = Map[N + 1] = Map[N + 2] = 1;
  for (auto &[Key, Value] : Map) {
    TURN;
    if (Key > N)
      OBJECT;
  }
}
LOOP(rangeOverArray) {
  int Array[] = {N, 2, 3, 4, 5};
  for (int Each : Array) {
    TURN;
    if (Each != 3)
      OBJECT;
  }
}
LOOP(switches) {
  for (int I = 0; I < N; ++I) {
    TURN;
    switch (truth(I) % 4) {
    case 0:
      continue;
    case 1:
      OBJECT;
      break;
    case 2:
      if (I > N - 3)
        return;
      break;
    }
  }
}
LOOP(onlyInnerHasSites) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < I; ++J) {
      TURN;
      OBJECT;
    }
}
LOOP(smallInnerLoop) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 4; ++J) {
      TURN;
      if (truth(J) != 2)
        OBJECT;
    }
}
LOOP(smallOuterLoop) {
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < N; ++J) {
      TURN;
      OBJECT;
    }
}
LOOP(constantLoop) {
  for (int I = 0; I < 8; ++I) {
    TURN;
    BLOCK;
  }
}
LOOP(oneTurn) {
  for (int I = 0; I < 1; ++I) {
    TURN;
    OBJECT;
  }
}
LOOP(unrolled) {
#pragma clang loop unroll_count(4)
  for (int I = 0; I < N; ++I) {
    TURN;
    BLOCK;
  }
}
LOOP(unrolledSome) {
#pragma clang loop unroll_count(3)
  for (int I = 0; I < N; ++I) {
    TURN;
    if (truth(I) & 1)
      OBJECT;
  }
}
LOOP(firstIsOther) {
  bool First = true;
  for (int I = 0; I < N; ++I) {
    TURN;
    if (!First)
      OBJECT;
    First = false;
  }
}
LOOP(unswitched) {
  bool Which = truth(N) > 3;
  for (int I = 0; I < N; ++I) {
    TURN;
    if (Which)
      OBJECT;
    else
      free(Sink);
  }
}
LOOP(readsAndScans) {
  const char *Text = "a word, some more words, and the last of all words";
  for (const char *C = Text; *C; ++C) {
    TURN;
    if (*C == ',')
      OBJECT;
  }
}
LOOP(jumpsOut) {
  jmp_buf Out;
  if (setjmp(Out))
    return;
  for (volatile int I = 0; I < 1000; I = I + 1) {
    TURN;
    OBJECT;
    if (I == N)
      longjmp(Out, 1);
  }
}

// What is called in a loop.
ROW(calledInLoop);
extern "C" NOINLINE void calledInLoop() {
  Row &W = W_calledInLoop;
  OBJECT;
}
ROW(calledFarBelow);
extern "C" NOINLINE void calledFarBelow(int I) {
  Row &W = W_calledFarBelow;
  if (I % 2)
    OBJECT;
}
extern "C" NOINLINE void between(int I) {
  calledFarBelow(I);
  Zero = 0;
}
ROW(calledInTwoLoops);
extern "C" NOINLINE void calledInTwoLoops() {
  Row &W = W_calledInTwoLoops;
  OBJECT;
}
ROW(calledInLoopAndOutside);
extern "C" NOINLINE void calledInLoopAndOutside() {
  Row &W = W_calledInLoopAndOutside;
  W.Known = false;
  OBJECT;
}
ROW(calledByPointerToo);
extern "C" NOINLINE void calledByPointerToo() {
  Row &W = W_calledByPointerToo;
  W.Known = false;
  OBJECT;
}
void (*volatile Pointer)() = calledByPointerToo;
extern "C" NOINLINE void caller(int N) {
  for (int I = 0; I < N; ++I) {
    ++W_calledInLoop.Iterations;
    calledInLoop();
    calledInLoop();
  }
  for (int I = 0; I < N; ++I) {
    ++W_calledFarBelow.Iterations;
    between(I);
  }
  for (int I = 0; I < N; ++I) {
    ++W_calledInTwoLoops.Iterations;
    calledInTwoLoops();
  }
  for (int I = 0; I < 2 * N; ++I) {
    ++W_calledInTwoLoops.Iterations;
    if (I % 3)
      calledInTwoLoops();
  }
  for (int I = 0; I < N; ++I) {
    calledInLoopAndOutside();
    calledByPointerToo();
    Pointer();
  }
  calledInLoopAndOutside();
}

// Recursion is no loop.
ROW(recurses);
extern "C" NOINLINE void recurses(int Depth) {
  Row &W = W_recurses;
  OBJECT;
  if (Depth) {
    recurses(Depth - 1);
    Zero = 0;
  }
}
ROW(recursesInLoop);
extern "C" NOINLINE void recursesInLoop(int Depth) {
  Row &W = W_recursesInLoop;
  OBJECT;
  for (int I = 0; I < Depth; ++I) {
    TURN;
    recursesInLoop(Depth - 1);
  }
}
extern "C" NOINLINE void callRecursion(int N) {
  for (int I = 0; I < N; ++I) {
    ++W_recurses.Iterations;
    recurses(5);
  }
  for (int I = 0; I < N; ++I) {
    ++W_recursesInLoop.Iterations;
    recursesInLoop(3);
  }
}

// Copies of one loop are told apart, if there is debug information.
static inline __attribute__((always_inline)) void shared(int N, Row &W) {
  for (int I = 0; I < N; ++I) {
    TURN;
    if (truth(I) % 3)
      OBJECT;
  }
}
LOOP(firstCopy) { shared(N, W); }
LOOP(secondCopy) { shared(N + 7, W); }
LOOP(copyInLoop) {
  for (int I = 0; I < N; ++I)
    shared(I, W);
}

// Threads, whose iterations are added up.
ROW(inThreads);
extern "C" NOINLINE void inThreads(int N, Row *W) {
  for (int I = 0; I < N; ++I) {
    ++W->Iterations;
    ++W->Blocks;
    Sink = new int(7);
  }
}
static void runThreads(int N) {
  Row Of[3] = {{""}, {""}, {""}};
  std::vector<std::thread> Threads;
  for (Row &Each : Of)
    Threads.emplace_back([&Each, N] { inThreads(N, &Each); });
  for (std::thread &Each : Threads)
    Each.join();
  for (Row &Each : Of) {
    W_inThreads.Iterations += Each.Iterations;
    W_inThreads.Blocks += Each.Blocks;
  }
}

#if __cpp_exceptions
LOOP(throwsInTheMiddle) {
  try {
    for (int I = 0; I < 1000; ++I) {
      TURN;
      OBJECT;
      if (I == N)
        throw 1;
    }
  } catch (int) {
  }
}
extern "C" NOINLINE void maybeThrow(int I, int N) {
  if (I == N)
    throw 1;
}
LOOP(calleeThrows) {
  for (int I = 0; I < 1000; ++I) {
    TURN;
    BLOCK;
    maybeThrow(I, N);
  }
}
LOOP(catchesAndGoesOn) {
  for (int I = 0; I < N; ++I) {
    TURN;
    try {
      maybeThrow(I % 3, 1);
      OBJECT;
    } catch (int) {
    }
  }
}
struct Guard {
  ~Guard() { Zero = 0; }
};
LOOP(destroysAtExit) {
  for (int I = 0; I < N; ++I) {
    Guard G;
    TURN;
    OBJECT;
    maybeThrow(I, 2000);
  }
}
LOOP(loopInHandler) {
  try {
    maybeThrow(1, 1);
  } catch (int) {
    for (int I = 0; I < N; ++I) {
      TURN;
      OBJECT;
    }
  }
}
LOOP(retriesFromHandler) {
  int I = 0;
again:
  TURN;
  try {
    OBJECT;
    maybeThrow(++I < N, 1);
  } catch (int) {
    goto again;
  }
}
#endif

static void print(const Row &W) {
  printf("%s %ld %ld\n", W.Name, W.Known ? W.Iterations : -1, W.Blocks);
}

int main() {
  caller(40);
  callRecursion(6);
  runThreads(500);
#define RUN(NAME)                                                              \
  for (int Turn = 0; Turn != 3; ++Turn)                                        \
    NAME(truth(50 + Turn), W_##NAME);                                          \
  print(W_##NAME)
  RUN(forKnown);
  RUN(forNew);
  RUN(forSome);
  RUN(forStep);
  RUN(forNeverEntered);
  RUN(whileConverges);
  RUN(whileCalls);
  RUN(whileContinues);
  RUN(doWhile);
  RUN(doWhileBreaks);
  RUN(forEverBreaks);
  RUN(whileTrueReturns);
  RUN(forConditionBehindBody);
  RUN(gotos);
  RUN(gotosFromTwoPlaces);
  RUN(notNatural);
  RUN(rangeOverList);
  RUN(rangeOverMap);
  RUN(rangeOverArray);
  RUN(switches);
  RUN(onlyInnerHasSites);
  RUN(smallInnerLoop);
  RUN(smallOuterLoop);
  RUN(constantLoop);
  RUN(oneTurn);
  RUN(unrolled);
  RUN(unrolledSome);
  RUN(firstIsOther);
  RUN(unswitched);
  RUN(readsAndScans);
  RUN(jumpsOut);
  RUN(firstCopy);
  RUN(secondCopy);
  RUN(copyInLoop);
  print(W_calledInLoop);
  print(W_calledFarBelow);
  print(W_calledInTwoLoops);
  print(W_calledInLoopAndOutside);
  print(W_calledByPointerToo);
  print(W_recurses);
  print(W_recursesInLoop);
  print(W_inThreads);
#if __cpp_exceptions
  RUN(throwsInTheMiddle);
  for (int Turn = 0; Turn != 3; ++Turn)
    try {
      calleeThrows(truth(50 + Turn), W_calleeThrows);
    } catch (int) {
    }
  print(W_calleeThrows);
  RUN(catchesAndGoesOn);
  RUN(destroysAtExit);
  RUN(loopInHandler);
  RUN(retriesFromHandler);
#endif
}
