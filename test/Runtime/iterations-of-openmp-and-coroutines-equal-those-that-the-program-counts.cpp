// Iterations that OpenMP shares out among threads, and those of a loop that a
// coroutine goes on with in each of its parts, are what the program counts.
// REQUIRES: openmp
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} = -O0
// DEFINE: %{check} = rm -f %t/profile && %anomalloc c++ -std=c++20 %openmp -g %{flags} %s -o %t/a && env ANOMALLOC_OPTIONS=output=%t/profile %t/a > %t/witness && %anomalloc report --json --top=0 %t/profile > %t/json && %python %S/../Inputs/same_iterations.py %t/json %t/witness
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O1
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O2
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O3
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -Os
// RUN: %{check} | FileCheck %s
// CHECK: 7 rows agree

#include <atomic>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>

namespace {
struct Row {
  const char *Name;
  std::atomic<long> Iterations{0}, Blocks{0};
};
void *volatile Sink;
void keep(void *Block) { Sink = Block; }
} // namespace

#define NOINLINE extern "C" __attribute__((noinline))
#define TURN(NAME) (++W_##NAME.Iterations)
#define BLOCK(NAME) (++W_##NAME.Blocks, keep(malloc(24)))

static Row W_called{"called"}, W_fixed{"fixed"}, W_inPieces{"inPieces"},
    W_guided{"guided"}, W_both{"both"}, W_numbers{"numbers.resume"},
    W_consume{"consume"};

NOINLINE void called(int I) {
  if (I % 3)
    BLOCK(called);
}
NOINLINE void fixed(int N) {
#pragma omp parallel for num_threads(2)
  for (int I = 0; I < N; ++I) {
    TURN(fixed);
    TURN(called);
    called(I);
    BLOCK(fixed);
  }
}
NOINLINE void inPieces(int N) {
#pragma omp parallel for schedule(dynamic, 3) num_threads(3)
  for (int I = 0; I < N; ++I) {
    TURN(inPieces);
    if (I % 2)
      BLOCK(inPieces);
  }
}
NOINLINE void guided(int N) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(guided)
  for (int I = N; I > 0; I -= 2) {
    TURN(guided);
    BLOCK(guided);
  }
}
NOINLINE void both(int N) {
#pragma omp parallel for collapse(2) num_threads(2)
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 5; ++J) {
      TURN(both);
      BLOCK(both);
    }
}

struct Numbers {
  struct promise_type {
    int Value;
    Numbers get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int I) {
      Value = I;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> Handle;
};
Numbers numbers(int N) __asm__("numbers");
__attribute__((noinline)) Numbers numbers(int N) {
  for (int I = 0; I < N; ++I) {
    TURN(numbers);
    if (I % 4)
      BLOCK(numbers);
    co_yield I;
  }
}
NOINLINE void consume(int N) {
  Numbers Its = numbers(N);
  while (!Its.Handle.done()) {
    TURN(consume);
    BLOCK(consume);
    Its.Handle.resume();
  }
  Its.Handle.destroy();
}

int main() {
  fixed(61);
  inPieces(50);
  guided(40);
  both(7);
  consume(30);
  for (Row *R : {&W_called, &W_fixed, &W_inPieces, &W_guided, &W_both,
                 &W_numbers, &W_consume})
    printf("%s %ld %ld\n", R->Name, R->Iterations.load(), R->Blocks.load());
}
