// A container that gets a little more room in each step copies all that is there,
// as one that doubles does. Containers that are as large as the loop counts are
// none of these, and neither are rows of a triangle.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 counts > text
// RUN: FileCheck %s --input-file=text --check-prefixes=STEP,BUFFER
// RUN: FileCheck %s --input-file=text --check-prefixes=ROWS
// RUN: %anomalloc record --quiet --mode=lifetime --output=lives ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 lives > text
// RUN: FileCheck %s --input-file=text --check-prefixes=STEP,BUFFER
// RUN: FileCheck %s --input-file=text --check-prefixes=CHUNKS
// RUN: FileCheck %s --input-file=text --check-prefixes=HAND
// RUN: FileCheck %s --input-file=text --check-prefixes=ROWS
// REQUIRES: runtime, cli
#include <cstdlib>
#include <cstring>
#include <vector>

// STEP: byStep(int) @ {{.*}}.cpp:[[#@LINE+6]] <- {{.*}}reserve
// STEP: growth-by-copying: 1,499 of 1,500 blocks, of 72 to 108,000 bytes, took the place
// STEP: change: reserve the final size once before the loop, or leave 'reserve' out
[[gnu::noinline]] double byStep(int N) {
  std::vector<double> V;
  for (int I = 0; I < N; ++I) {
    V.reserve(V.size() + 9);
    for (int K = 0; K < 9; ++K)
      V.push_back(K);
  }
  return V[N];
}

// BUFFER: byRealloc(int) @ {{.*}}.cpp:[[#@LINE+6]] <- realloc
// BUFFER: growth-by-copying:
// BUFFER: change: reserve the final size before filling
[[gnu::noinline]] long byRealloc(int N) {
  char *Text = nullptr;
  for (int I = 0; I < N; ++I) {
    Text = static_cast<char *>(std::realloc(Text, (I + 1) * 40));
    std::memset(Text + I * 40, I, 40);
  }
  long Sum = Text[N * 7 % 40];
  std::free(Text);
  return Sum;
}

// CHUNKS: byChunks(int) @ {{.*}}.cpp:[[#@LINE+6]] <- {{.*}}reserve
// CHUNKS: growth-by-copying:
// CHUNKS: change: reserve the final size once before the loop
[[gnu::noinline]] long byChunks(int N) {
  std::vector<long> V;
  for (int I = 0; I < N; ++I) {
    V.reserve(V.size() + 5 + I * 7 % 11);
    V.resize(V.capacity());
    V.back() = I;
  }
  return V[N];
}

// HAND: byHand(int) @ {{.*}}.cpp:[[#@LINE+6]] <- operator new[]
// HAND: growth-by-copying:
// HAND: change: reserve the final size before filling
[[gnu::noinline]] int byHand(int N) {
  int *Old = new int[4]();
  for (int I = 2; I < N; ++I) {
    int *More = new int[I * 4]();
    std::memcpy(More, Old, (I - 1) * 4 * sizeof(int));
    More[I] = I;
    delete[] Old;
    Old = More;
  }
  int Last = Old[N - 1];
  delete[] Old;
  return Last;
}

// ROWS: triangle(int) @ {{.*}}.cpp:[[#@LINE+6]] <- {{.*}}resize
// ROWS: vector-of-vector: 900 blocks, as many as the tables of 'triangle' have rows
// ROWS-NEXT: change: keep the rows in one block and compute the index
[[gnu::noinline]] double triangle(int N) {
  std::vector<std::vector<double>> R(N);
  for (int I = 0; I < N; ++I)
    R[I].resize(I + 1);
  return R[N / 2][3];
}

int main(int Argc, char **) {
  return byStep(1500 * Argc) + byRealloc(1200 * Argc) + byChunks(800 * Argc) +
             byHand(700 * Argc) + triangle(900 * Argc) ==
         1;
}
