// RUN: %clangxx -std=c++20 -O0 %plugin %s %stub -o %t && %t 2> %t.err && %python %S/Inputs/balance.py %t %t.err
// RUN: %clangxx -std=c++20 -O2 -g %plugin %s %stub -o %t && %t 2> %t.err && %python %S/Inputs/balance.py %t %t.err
// RUN: %clangxx -std=c++20 -O2 -g %plugin_options -mllvm -anomalloc-sections=numbers %s %stub -o %t && %t

#include <coroutine>
#include <cstdlib>

static void *volatile Sink;

struct Generator {
  struct promise_type {
    int Value = 0;
    Generator get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

__attribute__((noinline)) Generator numbers(int N) {
  for (int I = 0; I < N; ++I) {
    Sink = malloc(16);
    co_yield I;
    free(Sink);
  }
}

int main() {
  Generator G = numbers(4);
  int Sum = 0;
  for (G.Handle.resume(); !G.Handle.done(); G.Handle.resume())
    Sum += G.Handle.promise().Value;
  G.Handle.destroy();
  return Sum == 6 ? 0 : 1;
}
