// Blocks of two producers are freed by two consumers, or grow there; each
// thread makes blocks for itself, too.
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex Lock;
static std::condition_variable Changed;
static std::deque<void *> Queue;
static int Producing = 2;

static void produce(unsigned Seed) {
  for (int I = 0; I != 20000; ++I) {
    Seed = Seed * 1103515245 + 12345;
    void *Block = std::malloc(16 + Seed / 65536 % 700);
    free(std::malloc(1 + I % 300));
    std::lock_guard<std::mutex> Hold(Lock);
    Queue.push_back(Block);
    Changed.notify_one();
  }
  std::lock_guard<std::mutex> Hold(Lock);
  --Producing;
  Changed.notify_all();
}

static void consume() {
  std::unique_lock<std::mutex> Hold(Lock);
  for (int I = 0;; ++I) {
    Changed.wait(Hold, [] { return !Queue.empty() || !Producing; });
    if (Queue.empty())
      return;
    void *Block = Queue.front();
    Queue.pop_front();
    Hold.unlock();
    if (I % 3 == 0)
      Block = std::realloc(Block, 1000 + I % 100);
    std::free(Block);
    Hold.lock();
  }
}

int main() {
  for (int Round = 0; Round != 3; ++Round) {
    Producing = 2;
    std::vector<std::thread> Threads;
    Threads.emplace_back(produce, 1);
    Threads.emplace_back(produce, 2);
    Threads.emplace_back(consume);
    Threads.emplace_back(consume);
    for (std::thread &T : Threads)
      T.join();
  }
}
