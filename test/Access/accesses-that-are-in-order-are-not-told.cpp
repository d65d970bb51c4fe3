// What looks unused, and is not: room of containers that double, texts and
// buffers for libraries, nodes of containers, members behind pointers to
// virtual functions, and the ends of texts.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s -o %t/found
// RUN: %anomalloc record --quiet --mode=access --output=%t/found.profile %t/found
// RUN: %anomalloc report --only=findings --top=0 --width=200 --no-probe %t/found.profile > %t/found.txt
// RUN: FileCheck %s --input-file=%t/found.txt
// CHECK: What to change
// CHECK-NOT: {{^ *(unused|never-read|never-written|copied-only-read|unread-memory|partly-used|oversized-capacity|unread-fields|idle|early|zeroed-overwritten|unshared-counts):}}

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

// Filled a bit beyond a power of two: nearly half is spare.
__attribute__((noinline)) static long doubling() {
  std::vector<int> V;
  for (int I = 0; I < (1 << 20) + 10; ++I)
    V.push_back(I);
  long Sum = 0;
  for (int X : V)
    Sum += X;
  return Sum;
}

// A text of 17 bytes in a block of 31, and texts that a stream reads.
__attribute__((noinline)) static long texts(std::FILE *To) {
  long Sum = 0;
  std::ostringstream Stream;
  for (int I = 0; I < 2000; ++I) {
    std::string Text = "a text that is long enough " + std::to_string(I);
    Stream << Text;
    std::fputs(Text.c_str(), To);
  }
  return Sum + long(Stream.str().size());
}

// Written here, read by the kernel; and the other way round.
__attribute__((noinline)) static long buffers(std::FILE *File) {
  long Sum = 0;
  for (int I = 0; I < 300; ++I) {
    char *Buffer = static_cast<char *>(std::malloc(512));
    std::memset(Buffer, I, 512);
    if (write(fileno(File), Buffer, 512) != 512)
      std::abort();
    std::free(Buffer);
    char *Input = static_cast<char *>(std::calloc(1, 4096));
    if (pread(fileno(File), Input, 64, 0) < 0)
      std::abort();
    Sum += Input[0];
    std::free(Input);
  }
  return Sum;
}

// Results, which the C library reads and writes to a file.
__attribute__((noinline)) static long results(std::FILE *File) {
  long Written = 0;
  for (int I = 0; I < 1000; ++I) {
    std::unique_ptr<double[]> Values(new double[300]);
    for (int K = 0; K < 300; ++K)
      Values[K] = I + K;
    Written += long(std::fwrite(Values.get(), sizeof(double), 300, File));
  }
  return Written;
}

struct Shape {
  virtual ~Shape() = default;
  double Area = 1;
};

__attribute__((noinline)) static long containers() {
  std::map<int, int> Tree;
  std::unordered_map<int, int> Table;
  std::deque<int> Queue;
  std::vector<std::unique_ptr<Shape>> Shapes;
  for (int I = 0; I < 50000; ++I) {
    Tree[I] = I;
    Table[I] = I;
    Queue.push_back(I);
    if (I < 1000)
      Shapes.push_back(std::make_unique<Shape>());
  }
  double Sum = 0;
  for (const auto &Pair : Tree)
    Sum += Pair.second;
  for (const auto &Pair : Table)
    Sum += Pair.second;
  for (int X : Queue)
    Sum += X;
  for (const auto &Its : Shapes)
    Sum += Its->Area;
  return long(Sum);
}

// A copy that stays is its own.
struct Names {
  std::vector<std::vector<int>> All;
};
__attribute__((noinline)) static long copies() {
  Names Kept;
  std::vector<int> Line(100);
  for (int I = 0; I < 1000; ++I) {
    for (int K = 0; K < 100; ++K)
      Line[K] = I + K;
    Kept.All.push_back(Line);
  }
  long Sum = 0;
  for (const std::vector<int> &Its : Kept.All)
    for (int X : Its)
      Sum += X;
  return Sum;
}

int main() {
  std::FILE *File = std::tmpfile();
  long Sum = doubling() + texts(File) + buffers(File) + results(File) +
             containers() + copies();
  use(&Sum);
  std::fclose(File);
}
