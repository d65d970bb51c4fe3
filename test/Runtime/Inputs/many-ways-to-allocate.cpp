// Allocates from every kind of stack: argument 1 says how many threads do so.

#include <algorithm>
#include <coroutine>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static __attribute__((noinline)) void *block(size_t Size) {
  void *volatile Block = malloc(Size);
  return Block;
}
static void churn(size_t Size) { free(block(Size)); }

// Virtual calls, and one loop from one stack.
struct Shape {
  virtual ~Shape() = default;
  virtual void draw(int Times) {
    for (int I = 0; I != Times; ++I)
      churn(16 + I % 3);
  }
};
struct Round : Shape {
  void draw(int Times) override { Shape::draw(Times); }
};

static __attribute__((noinline)) int recurse(int Depth, int Turn) {
  volatile char Pad[32];
  Pad[Turn % 32] = char(Depth);
  if (Depth % 7 == 0)
    churn(8 + Depth % 5);
  int Result = Depth ? recurse(Depth - 1, Turn) : 0;
  return Result + Pad[Turn % 32];
}

// A stack of variable size needs a frame pointer whatever the flags say.
static __attribute__((noinline)) void variable(int Size) {
  char *Area = static_cast<char *>(__builtin_alloca(size_t(Size)));
  memset(Area, 1, size_t(Size));
  churn(Area[Size / 2]);
}

// Stricter than the stack's own alignment.
static __attribute__((noinline)) void aligned(int Size) {
  alignas(64) volatile char Area[128];
  Area[Size % 128] = 1;
  churn(Area[Size % 128] + 5);
  char *More = static_cast<char *>(__builtin_alloca(size_t(Size)));
  memset(More, 2, size_t(Size));
  churn(More[0]);
}

static int compareAllocating(const void *A, const void *B) {
  churn(40);
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

static void sortInLibrary(int Turn) {
  int Values[20];
  for (int I = 0; I != 20; ++I)
    Values[I] = (I * 7919 + Turn) % 101;
  qsort(Values, 20, sizeof(int), compareAllocating);
}

struct Guard {
  ~Guard() { churn(72); } // While an exception is on its way.
};

static __attribute__((noinline)) void thrower(int Depth) {
  Guard G;
  if (!Depth)
    throw std::runtime_error("a message that is too long to stand in place");
  thrower(Depth - 1);
}

static void exceptions() {
  for (int I = 0; I != 20; ++I)
    try {
      thrower(I % 4);
    } catch (const std::exception &E) {
      std::string Copy = E.what();
      churn(Copy.size());
    }
}

struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

static Task numbers(int Count) {
  for (int I = 0; I != Count; ++I) {
    churn(24 + size_t(I));
    co_await std::suspend_always();
  }
}

static void coroutines() {
  Task T = numbers(5);
  while (!T.Handle.done())
    T.Handle.resume();
  T.Handle.destroy();
}

static sigjmp_buf Back;
static void onSignal(int) {
  for (int I = 0; I != 3; ++I)
    churn(88);
}
static void onSignalThatLeaves(int) {
  churn(96);
  siglongjmp(Back, 1);
}

static void signals() {
  static char Alternative[1 << 16];
  stack_t Stack = {};
  Stack.ss_sp = Alternative;
  Stack.ss_size = sizeof(Alternative);
  sigaltstack(&Stack, nullptr);
  struct sigaction Action = {};
  for (int Flags : {0, SA_ONSTACK}) {
    Action.sa_handler = onSignal;
    Action.sa_flags = Flags;
    sigaction(SIGUSR1, &Action, nullptr);
    for (int I = 0; I != 10; ++I) {
      raise(SIGUSR1);
      churn(104);
    }
  }
  Action.sa_handler = onSignalThatLeaves;
  Action.sa_flags = 0;
  sigaction(SIGUSR2, &Action, nullptr);
  for (volatile int I = 0; I != 5; I = I + 1)
    if (!sigsetjmp(Back, 1))
      raise(SIGUSR2);
}

static void parallelLoop() {
#ifdef _OPENMP
#pragma omp parallel for num_threads(3)
  for (int I = 0; I < 60; ++I)
    churn(size_t(I % 4) + 1);
#endif
}

static void all() {
  std::unique_ptr<Shape> Shapes[] = {std::make_unique<Shape>(),
                                     std::make_unique<Round>()};
  for (int Turn = 0; Turn != 20; ++Turn) {
    for (auto &S : Shapes)
      S->draw(50);
    recurse(5 + Turn * 3, Turn);
    recurse(Turn == 7 ? 2000 : 3, Turn);
    variable(100 + Turn * 16);
    aligned(100 + Turn * 16);
    sortInLibrary(Turn);
    coroutines();
    exceptions();
    std::vector<std::string> Words;
    for (int I = 0; I != 20; ++I)
      Words.push_back(std::string(size_t(I), 'x') + std::to_string(Turn));
    std::sort(Words.rbegin(), Words.rend());
  }
}

int main(int, char **Arguments) {
  int NumThreads = atoi(Arguments[1]);
  std::vector<std::thread> Threads;
  for (int I = 1; I < NumThreads; ++I)
    Threads.emplace_back(all);
  all();
  for (std::thread &T : Threads)
    T.join();
  if (NumThreads == 1)
    signals();
  parallelLoop();
}
