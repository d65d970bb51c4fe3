// Without lifetimes, the smallest block of a growing container is its first; all
// others took the place of smaller ones. Lines of one function that fill one
// container are one entry. What was found so needs no word on how often.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=100 profile > text
// RUN: FileCheck %s --input-file=text --check-prefix=FILL
// RUN: FileCheck %s --input-file=text --check-prefix=BITS
// RUN: FileCheck %s --input-file=text --check-prefix=LARGE
// RUN: FileCheck %s --input-file=text --check-prefix=FEW
// RUN: FileCheck %s --input-file=text --check-prefix=MANY
// REQUIRES: runtime, cli
#include <string>
#include <vector>

// FILL: fill({{.*}}) @ {{.*}}.cpp:[[#@LINE+8]] and 2 more lines <-
// FILL: 1,600 allocations of 8, 16, 32 bytes and 5 more sizes
// FILL-NOT: repeated:
// FILL: growth-by-copying: 1,400 of 1,600 blocks took the place of smaller ones of the same
// FILL: change: reserve the final size before filling
[[gnu::noinline]] void fill(std::vector<double> &To) {
  for (int I = 0; I < 25; ++I) {
    To.push_back(I + 1);
    To.push_back(I + 2);
    To.push_back(I + 3);
  }
}

// BITS: fillBits({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <-
// BITS: growth-by-copying: 300 of 400 blocks took the place of smaller ones of the same growing
[[gnu::noinline]] void fillBits(std::vector<bool> &To) {
  for (int I = 0; I < 500; ++I)
    To.push_back(I & 1);
}

// A block of this size is neither for a stack nor for a pool.
// LARGE: sum({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <- operator new[]
// LARGE: 300 blocks of 80,000 bytes
// LARGE: change: make one before the loop and use it again{{$}}
// LARGE-NEXT: 300 allocations
[[gnu::noinline]] double sum(int Seed) {
  double *Values = new double[10000], Sum = 0;
  for (int I = 0; I < 10000; ++I)
    Values[I] = I % Seed;
  for (int I = 0; I < 10000; ++I)
    Sum += Values[Values[I] > 1 ? I : 9999 - I];
  delete[] Values;
  return Sum;
}

// LARGE: refill({{.*}}) @ {{.*}}.cpp:[[#@LINE+3]] <- {{.*}}resize
// LARGE: change: keep the container and use it again: its memory stays when it is cleared{{$}}
[[gnu::noinline]] double refill(std::vector<double> &To, int Number) {
  To.resize(Number);
  return To[Number / 2];
}

// Two lines share the function that grows. Their sizes are known of both together.
// FEW: few({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// FEW: growth-by-copying: 3,300 of 4,200 blocks took the place of smaller ones of the same
[[gnu::noinline]] void few(std::vector<std::string> &To) {
  static const std::string Text("short");
  for (int I = 0; I < 4; ++I)
    To.push_back(Text);
}

// MANY: many({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// MANY: growth-by-copying: 3,300 of 4,200 blocks took the place of smaller ones of the same
[[gnu::noinline]] void many(std::vector<std::string> &To) {
  static const std::string Text("short");
  for (int I = 0; I < 100; ++I)
    To.push_back(Text);
}

int main(int Argc, char **) {
  for (int I = 0; I < 600; ++I) {
    std::vector<std::string> Values;
    few(Values);
  }
  for (int I = 0; I < 300; ++I) {
    std::vector<std::string> Values;
    many(Values);
  }
  for (int I = 0; I < 200; ++I) {
    std::vector<double> Values;
    fill(Values);
  }
  std::vector<double> One; // One element, of the same container.
  One.push_back(1);
  for (int I = 0; I < 100; ++I) {
    std::vector<bool> Bits;
    fillBits(Bits);
  }
  double Sum = 0;
  for (int I = 0; I < 300; ++I)
    Sum += sum(Argc + I);
  for (int I = 0; I < 200; ++I) {
    std::vector<double> Values;
    Sum += refill(Values, 5000 + I);
  }
  return Sum < 0;
}
