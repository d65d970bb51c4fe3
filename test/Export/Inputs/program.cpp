// C and C++ functions, inlined ones, threads, sections; blocks that are
// temporary, that leak, and that live at the peak; dark ones in library.cpp.
#include <anomalloc/anomalloc.h>
#include <cstdlib>
#include <thread>
#include <vector>

void *inLibrary(size_t Size);
void *inOther(size_t Size);

static void *Kept[1000];

extern "C" __attribute__((noinline)) void *take_c(size_t Size) {
  void *volatile Block = std::malloc(Size);
  return Block;
}

template <typename T> struct Table {
  static __attribute__((noinline)) void fill(int Times) {
    for (int I = 0; I != Times; ++I)
      std::free(take_c(sizeof(T)));
  }
};

static inline __attribute__((always_inline)) void keep(int From, int To) {
  for (int I = From; I != To; ++I)
    Kept[I] = take_c(100);
}

static __attribute__((noinline)) void recurse(int Depth) {
  std::vector<int> Volatile(Depth + 1);
  asm volatile("" : : "r"(Volatile.data()) : "memory");
  if (Depth)
    recurse(Depth - 1);
}

int main() {
  {
    anomalloc::Phase Phase("first");
    Table<int>::fill(1000);
    keep(0, 700);
    for (int I = 0; I != 690; ++I)
      std::free(Kept[I]);
  }
  anomalloc::Phase Phase("second; phase 2");
  Table<std::vector<double>>::fill(500);
  recurse(5);
  for (int I = 0; I != 10; ++I)
    inLibrary(48);
  for (int I = 0; I != 5; ++I)
    inOther(48);
  std::thread([] {
    anomalloc::Scope Scope("worker's");
    Table<double>::fill(77);
  }).join();
}
