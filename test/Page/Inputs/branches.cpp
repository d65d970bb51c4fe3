// Allocates in two threads, through a template, a recursion and a helper that
// many call; keeps some blocks to its end, and more of them with an argument.
#include <cstdlib>
#include <pthread.h>

namespace {
void *volatile Sink;
void *Kept[64];
int NumKept;

__attribute__((noinline)) void *make(size_t Size) {
  void *Block = malloc(Size);
  Sink = Block;
  return Block;
}

template <typename T> __attribute__((noinline)) void twice(T Size) {
  free(make(size_t(Size)));
  free(make(size_t(Size)));
}

__attribute__((noinline)) void deeper(int Levels) {
  free(make(48));
  if (Levels > 0)
    deeper(Levels - 1);
  Sink = nullptr; // No tail call.
}

__attribute__((noinline)) void keep(size_t Size) {
  Kept[NumKept++ % 64] = make(Size);
}

void *work(void *) {
  for (int I = 0; I < 20; ++I)
    twice(24L);
  return nullptr;
}
} // namespace

int main(int Argc, char **) {
  for (int I = 0; I < 5; ++I)
    twice(24);
  deeper(6);
  for (int I = 0; I < 3 * Argc; ++I)
    keep(1000);
  free(make(80000)); // The peak.
  pthread_t Thread;
  pthread_create(&Thread, nullptr, work, nullptr);
  pthread_join(Thread, nullptr);
}
