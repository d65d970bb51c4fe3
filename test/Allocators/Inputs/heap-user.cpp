// Uses the heap in every way. Prints "size usable" for blocks of many sizes, so
// that the allocator behind them shows, and the sum of what threads computed.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <string>
#include <thread>
#include <vector>

static void *volatile Kept;

static void tellSizes() {
  for (std::size_t Size = 1; Size < 3000000; Size += Size / 3 + 1) {
    void *Block = std::malloc(Size);
    std::memset(Block, 1, Size);
    std::printf("%zu %zu\n", Size, malloc_usable_size(Block));
    Kept = Block;
  }
}

static void callEachFunction() {
  std::free(Kept = std::calloc(3, 7));
  std::free(Kept = std::realloc(Kept = std::malloc(31), 310));
  std::free(Kept = reallocarray(nullptr, 4, 11));
  std::free(Kept = std::aligned_alloc(64, 128));
  std::free(Kept = memalign(64, 71));
  void *Out = nullptr;
  if (posix_memalign(&Out, 64, 81) == 0)
    std::free(Kept = Out);
  operator delete(Kept = operator new(111));
  operator delete[](Kept = operator new[](121));
  operator delete(Kept = operator new(131, std::nothrow), std::nothrow);
  std::align_val_t Align{64};
  operator delete(Kept = operator new(151, Align), Align);
  operator delete[](Kept = operator new[](161, Align, std::nothrow), Align);
  std::free(Kept = strdup("nineteen characters"));
  try {
    throw std::string("an exception and a string of its own");
  } catch (const std::string &S) {
    std::printf("caught %zu\n", S.size());
  }
}

static void work(unsigned Seed, std::vector<std::string *> &Made) {
  for (unsigned I = 0; I < 2000; ++I) {
    delete[] new long[I % 50 + 1];
    Made.push_back(new std::string(I % 100, char('a' + Seed)));
  }
}

int main() {
  tellSizes();
  callEachFunction();
  std::vector<std::string *> Made[4];
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back(work, I, std::ref(Made[I]));
  std::size_t Sum = 0;
  for (unsigned I = 0; I < 4; ++I) {
    Threads[I].join();
    for (std::string *S : Made[I]) {
      Sum += S->size();
      delete S; // Made by another thread.
    }
  }
  std::printf("sum %zu\n", Sum);
}
