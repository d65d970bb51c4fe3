// What an object on the heap costs beside a local variable:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/heap-local.cpp -o cost && ./cost
// Prints nanoseconds and allocations of one object or block: made, used, gone.

#include "measure.h"
#include <memory>

struct Cursor {
  long At = 0, End = 0, Step = 1, Line = 0, Column = 0;
};

int main() {
  measure("make_unique, 40 bytes", 5'000'000, [] {
    auto C = std::make_unique<Cursor>();
    use(*C);
  });
  measure("a variable, 40 bytes", 5'000'000, [] {
    Cursor C;
    use(C);
  });
  measure("new char[4096], delete", 5'000'000, [] {
    char *Chunk = new char[4096];
    use(*Chunk);
    delete[] Chunk;
  });
  std::unique_ptr<char[]> Chunk(new char[4096]);
  measure("the same block again", 5'000'000, [&] { use(Chunk[0]); });
}
