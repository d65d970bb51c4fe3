//===- turns.cpp - threads that allocate in turn --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three threads hand the turn on, so their events come in the same order in
// each run: what depends on the order, the peak and the temporaries, can be
// compared to the last event. Threads free each other's blocks and leave some
// behind.
//
//===----------------------------------------------------------------------===//

#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static constexpr int Threads = 3, Rounds = 200;

static std::mutex Lock;
static std::condition_variable Handed;
static int Turn;

static std::vector<int *> Shared;
static std::map<int, std::string> Names;
static void *volatile Sink;

/// One thread's part of a round. Its newest block stays, so that the next turn
/// begins with another thread's blocks in between.
static void part(int Thread, int Round) {
  std::list<int> Numbers(Thread + 3, Round);
  Names[Round % 50] = std::string(20 + Thread, 'x');
  for (int I = 0; I < 5; ++I)
    Shared.push_back(new int[Thread + 10]);
  // Made by the thread before: freed by another one.
  for (int I = 0; I < 4 && Shared.size() > 5; ++I) {
    delete[] Shared.front();
    Shared.erase(Shared.begin());
  }
  static thread_local int *Newest;
  delete Newest;
  Newest = new int(Round);
  Sink = Newest;
}

static void run(int Thread) {
  for (int Round = 0; Round < Rounds; ++Round) {
    std::unique_lock<std::mutex> Held(Lock);
    Handed.wait(Held, [&] { return Turn % Threads == Thread; });
    part(Thread, Round);
    ++Turn;
    Handed.notify_all();
  }
  // No thread ends, and gives its own blocks back, before all turns are over.
  std::unique_lock<std::mutex> Held(Lock);
  Handed.wait(Held, [] { return Turn == Threads * Rounds; });
}

int main() {
  std::vector<std::thread> Others;
  {
    // All threads are made before the first turn.
    std::unique_lock<std::mutex> Held(Lock);
    for (int I = 1; I < Threads; ++I)
      Others.emplace_back(run, I);
  }
  run(0);
  for (std::thread &T : Others)
    T.join();
  return Turn == Threads * Rounds ? 0 : 1;
}
