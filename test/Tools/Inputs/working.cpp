// Four threads allocate all the time, in scopes and outside, while others end and begin, and
// phases change. After a line of input it says how many blocks its sites made, and ends.
#include "anomalloc/anomalloc.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {
std::atomic<long> Made;
std::atomic<bool> Over;

struct Node {
  Node *Next = nullptr;
  long Value = 0;
};

__attribute__((noinline)) long list(int Length) {
  Node *First = nullptr;
  for (int I = 0; I != Length; ++I)
    First = new Node{First, I};
  long Sum = 0;
  while (Node *Its = First) {
    Sum += Its->Value;
    First = Its->Next;
    delete Its;
  }
  return Sum;
}

__attribute__((noinline)) long sizes(unsigned Seed) {
  void *volatile Block = malloc(1 + Seed % 3000);
  Block = realloc(Block, 10 + Seed % 5000);
  free(Block);
  return long(Seed);
}

void work(unsigned Seed, long Turns) {
  long Own = 0;
  volatile long Sink = 0;
  for (long I = 0; I != Turns && !Over; ++I) {
    Sink = Sink + list(3);
    {
      anomalloc::Scope Inside(Seed % 2 ? "odd" : "even");
      Sink = Sink + list(2) + sizes(Seed += 7919);
    }
    Sink = Sink + sizes(Seed);
    Own += 3 + 2 + 2 + 2;
  }
  Made += Own;
}
} // namespace

int main() {
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 4; ++I)
    Threads.emplace_back(work, I, -1);
  std::thread Others([] {
    while (!Over) {
      anomalloc::Phase Now("others");
      std::thread(work, 5, 20).join();
    }
  });
  puts("ready");
  fflush(stdout);
  char Line[2];
  (void)!read(0, Line, sizeof(Line));
  Over = true;
  for (std::thread &Each : Threads)
    Each.join();
  Others.join();
  printf("made %ld\n", Made.load());
  return 0;
}
