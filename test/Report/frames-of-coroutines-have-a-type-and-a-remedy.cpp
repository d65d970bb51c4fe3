// The frame of a coroutine is a block of its caller's making that no line of the
// source shows: its site says what it is, and the report what to do about it.
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2
// DEFINE: %{check} = rm -f run && %anomalloc c++ -std=c++20 -g %{flags} %s -o prog && %anomalloc record --quiet --output=run ./prog && %anomalloc report --all --no-probe run | FileCheck %s
// RUN: %{check}
// REDEFINE: %{flags} = -O1
// RUN: %{check}
// REDEFINE: %{flags} = -O3
// RUN: %{check}

// CHECK:     Solver::step() @ {{.*}}.cpp:[[#@LINE+31]]
// CHECK:     300 allocations
// CHECK:     change: the frame of a coroutine: start it once and resume it
// CHECK-DAG: 200 {{.*}} coroutine frame{{$}}
// CHECK-DAG: 300 {{.*}} coroutine frame{{$}}

#include <coroutine>
#include <exception>

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> Handle;
};
int *volatile Sink;

__attribute__((noinline)) Task free(int I) {
  Sink = new int(I);
  co_await std::suspend_always();
  Sink = nullptr;
}
struct Solver {
  int N;
  __attribute__((noinline)) Task step() {
    Sink = new int(N);
    co_return;
  }
};

int main() {
  for (int I = 0; I < 200; ++I)
    free(I).Handle.destroy();
  Solver S{3};
  for (int I = 0; I < 300; ++I)
    S.step().Handle.destroy();
}
