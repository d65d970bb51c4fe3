// A generator, a job that waits to be resumed, and a thread that takes tasks.
#ifndef WAITING_H
#define WAITING_H
#include "programs.h"
#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <future>
#include <mutex>
#include <thread>

template <typename First> class Coroutine {
public:
  struct promise_type {
    Coroutine get_return_object() { return Coroutine(Handle::from_promise(*this)); }
    First initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() { say("thrown inside"); }
  };
  Coroutine(Coroutine &&O) noexcept : H(std::exchange(O.H, {})) {}
  ~Coroutine() {
    if (H)
      H.destroy();
  }
  bool next() {
    H.resume();
    return !H.done();
  }
  void resume() { next(); }

private:
  using Handle = std::coroutine_handle<promise_type>;
  explicit Coroutine(Handle H) : H(H) {}
  Handle H;
};
using Steps = Coroutine<std::suspend_always>;
using Job = Coroutine<std::suspend_never>;
using Later = std::suspend_always;

class Joined {
  std::thread Thread;

public:
  template <typename F> explicit Joined(F Call) : Thread(std::move(Call)) {}
  ~Joined() { Thread.join(); }
};

struct Worker {
  std::mutex Mutex;
  std::condition_variable Asked, Done;
  std::function<void()> Task;
  bool Ends = false;
  std::thread Thread{[this] {
    std::unique_lock<std::mutex> Lock(Mutex);
    while (true) {
      Asked.wait(Lock, [this] { return Task || Ends; });
      if (!Task)
        return;
      Task();
      Task = nullptr;
      Done.notify_all();
    }
  }};
  void ask(std::function<void()> F) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Task = std::move(F);
    Asked.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> Lock(Mutex);
    Done.wait(Lock, [this] { return !Task; });
  }
  ~Worker() {
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      Ends = true;
    }
    Asked.notify_one();
    Thread.join();
  }
};
inline Worker TheWorker;
#endif // WAITING_H
