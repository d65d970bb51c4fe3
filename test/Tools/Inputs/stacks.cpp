#include <cstdlib>
#include <vector>

__attribute__((noinline)) static void *take(size_t Size) {
  void *volatile Block = std::malloc(Size); // take:1
  return Block;
}

template <typename T> struct Table {
  static __attribute__((noinline)) void fill(int Times) {
    for (int I = 0; I != Times; ++I)
      std::free(take(sizeof(T)));
  }
};

static inline __attribute__((always_inline)) void inlined() {
  Table<char>::fill(2);
}

static __attribute__((noinline)) void recurse(int Depth) {
  if (Depth) {
    recurse(Depth - 1);
    asm volatile("");
  } else {
    std::free(take(99));
  }
}

static __attribute__((noinline)) int compare(const void *A, const void *B) {
  std::free(take(64));
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

int main() {
  Table<int>::fill(1000);
  Table<double>::fill(500);
  inlined();
  for (int I = 1; I != 4; ++I)
    recurse(I);
  int Values[2] = {2, 1};
  std::qsort(Values, 2, sizeof(int), compare);
}
