// Exceptions, longjmp and coroutines leave functions in the middle: what was
// accessed until then is counted, and counting goes on behind.

// RUN: %anomalloc c++ -std=c++20 -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s
// RUN: %anomalloc c++ -std=c++20 -O2 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t
// RUN: %accesses %t.profile --bytes | FileCheck %s

#include <coroutine>
#include <csetjmp>
#include <cstdlib>
#include <exception>

static volatile long *make(size_t Size) {
  void *volatile Block = std::malloc(Size);
  return static_cast<volatile long *>(Block);
}
static volatile long Sum;

__attribute__((noinline)) static void throwing(volatile long *Its, int Depth) {
  *Its = Depth;
  if (!Depth)
    throw 1;
  throwing(Its, Depth - 1);
  Sum = *Its; // Never.
}

static std::jmp_buf Back;
__attribute__((noinline)) static void jumping(volatile long *Its, int Depth) {
  *Its = Depth;
  if (!Depth)
    std::longjmp(Back, 1);
  jumping(Its, Depth - 1);
  Sum = *Its; // Never.
}

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> Handle;
};
static Task steps(volatile long *Its) {
  for (int I = 0; I != 10; ++I) {
    *Its = I;
    co_await std::suspend_always{};
    Sum = *Its;
  }
}

int main() {
  // Eleven writes, and one read behind.
  // CHECK: size 1001 read 8 written 88
  volatile long *Thrown = make(1001);
  try {
    throwing(Thrown, 10);
  } catch (int) {
    Sum = *Thrown;
  }
  std::free(const_cast<long *>(Thrown));

  // CHECK: size 1002 read 8 written 88
  volatile long *Jumped = make(1002);
  if (!setjmp(Back))
    jumping(Jumped, 10);
  Sum = *Jumped;
  std::free(const_cast<long *>(Jumped));

  // Destroyed in the sixth turn.
  // CHECK: size 1003 read 40 written 48
  volatile long *Stepped = make(1003);
  Task T = steps(Stepped);
  for (int I = 0; I != 6; ++I)
    T.Handle.resume();
  T.Handle.destroy();
  std::free(const_cast<long *>(Stepped));
}
