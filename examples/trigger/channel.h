//===- channel.h - A queue between threads ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_CHANNEL_H
#define TRIGGER_CHANNEL_H

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace trigger {

/// A queue of a fixed number of places, for any number of threads.
template <class T> class Channel {
public:
  explicit Channel(std::size_t Places) : Ring(Places) {}

  /// Waits for a place.
  void push(std::unique_ptr<T> New) {
    std::unique_lock<std::mutex> Lock(Mutex);
    HasPlace.wait(Lock, [this] { return Used != Ring.size(); });
    Ring[(First + Used++) % Ring.size()] = std::move(New);
    HasSome.notify_one();
  }

  /// Waits for the next one. Null: there will be none.
  std::unique_ptr<T> pop() {
    std::unique_lock<std::mutex> Lock(Mutex);
    HasSome.wait(Lock, [this] { return Used != 0 || Closed; });
    if (Used == 0)
      return nullptr;
    std::unique_ptr<T> Next = std::move(Ring[First]);
    First = (First + 1) % Ring.size();
    --Used;
    HasPlace.notify_one();
    return Next;
  }

  /// Nobody will push again.
  void close() {
    const std::lock_guard<std::mutex> Lock(Mutex);
    Closed = true;
    HasSome.notify_all();
  }

private:
  std::mutex Mutex;
  std::condition_variable HasPlace, HasSome;
  std::vector<std::unique_ptr<T>> Ring;
  std::size_t First = 0, Used = 0;
  bool Closed = false;
};

} // namespace trigger

#endif // TRIGGER_CHANNEL_H
