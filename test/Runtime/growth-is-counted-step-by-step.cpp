// How often each container, or buffer of realloc, moved to a larger block until
// it had its last size: exactly, in every thread; and what only looks so.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime:output=%t/one %t/prog
// RUN: %anomalloc report --json --no-probe %t/one > %t/one.json
// RUN: %python %S/Inputs/growth_by_function.py %t/one.json | FileCheck %s

// The newest blocks and the stacks are nothing to it; a merged profile has it.
// RUN: env ANOMALLOC_OPTIONS=mode=lifetime+stacks:temporary=8:output=%t/other %t/prog
// RUN: %anomalloc merge -o %t/merged %t/one %t/other
// RUN: %anomalloc report --json --no-probe %t/other > %t/other.json
// RUN: %python %S/Inputs/growth_by_function.py %t/other.json | FileCheck %s
// RUN: %anomalloc report --json --no-probe %t/merged > %t/merged.json
// RUN: %python %S/Inputs/growth_by_function.py %t/merged.json | FileCheck %s --check-prefix=TWICE

#include <cstdlib>
#include <future>
#include <string>
#include <thread>
#include <vector>

template <typename T> static void use(T &&Value) {
  asm volatile("" : : "r"(&Value) : "memory");
}

/// Cannot be moved: the elements are copied, and each has a block.
struct Copied {
  std::string Text;
  Copied() : Text(100, 'x') {}
  Copied(const Copied &Other) : Text(Other.Text) {}
};

// Capacities 1, 2, ... 128: 7 steps; 254 * 4 bytes in each hundred.
// CHECK-DAG: {{^}}pushes: moves 700, moved bytes 50800, chains 100 of 7
// TWICE-DAG: {{^}}pushes: moves 1400, moved bytes 101600, chains 200 of 7
__attribute__((noinline)) static void pushes() {
  std::vector<int> V;
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
  use(V);
}

// CHECK-DAG: {{^}}reserved: moves 600, moved bytes 50400, chains 100 of 6
__attribute__((noinline)) static void reserved() {
  std::vector<int> V;
  V.reserve(2);
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
  use(V);
}

// CHECK-DAG: {{^}}enough: moves 0, moved bytes 0, chains none
__attribute__((noinline)) static void enough() {
  std::vector<int> V;
  V.reserve(128);
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
  use(V);
}

// Containers of different length, alive at once and grown in turn.
// CHECK-DAG: {{^}}several: moves 1400, moved bytes {{[0-9]+}}, chains 100 of 2, 100 of 5, 100 of 7
__attribute__((noinline)) static void several() {
  std::vector<int> V[3];
  for (int I = 0; I < 100; ++I) {
    V[0].push_back(I);
    if (I < 20)
      V[1].push_back(I);
    if (I < 3)
      V[2].push_back(I);
  }
  use(V);
}

// CHECK-DAG: vector<Copied>::_M_realloc_{{(insert|append).*}}: moves 600, moved bytes {{[0-9]+}}, chains 100 of 6
__attribute__((noinline)) static void copies() {
  std::vector<Copied> V;
  for (int I = 0; I < 50; ++I)
    V.emplace_back();
  use(V);
}

// Of 31, 61, 121, 241, 481 and 961 bytes; the first has none before it.
// CHECK-DAG: {{^}}appends: moves 500, moved bytes 93500, chains 100 of 5
__attribute__((noinline)) static void appends() {
  std::string S;
  for (int I = 0; I < 100; ++I)
    S += "seven..";
  use(S);
}

// Longer by ten bytes each time, then given back but for 10: no step of growth.
// CHECK-DAG: {{^}}reallocs: moves 1900, moved bytes {{[0-9]+}}, chains 100 of 19, shrunk 100 by 19000
__attribute__((noinline)) static void reallocs() {
  void *Block = std::malloc(10);
  for (int I = 2; I <= 20; ++I)
    use(Block = std::realloc(Block, 10 * I));
  use(Block = std::realloc(Block, 200));
  use(Block = std::realloc(Block, 10));
  std::free(Block);
}

// The steps stay when it shrinks; a realloc that fails is none.
// CHECK-DAG: {{^}}toAndFro: moves 200, moved bytes {{[0-9]+}}, chains 100 of 2, shrunk 100 by 9000
__attribute__((noinline)) static void toAndFro() {
  volatile std::size_t Huge = std::size_t(1) << 60;
  void *Block = std::malloc(10);
  use(Block = std::realloc(Block, 100));
  use(Block = std::realloc(Block, 10));
  if (std::realloc(Block, Huge))
    std::abort();
  use(Block = std::realloc(Block, 100));
  std::free(Block);
}

// CHECK-DAG: {{^}}hundred: moves 99, moved bytes {{[0-9]+}}, chains 1 of 63
__attribute__((noinline)) static void hundred() {
  void *Block = std::malloc(8);
  for (int I = 2; I <= 100; ++I)
    use(Block = std::realloc(Block, 8 * I));
  std::free(Block);
}

// Nothing took the place of anything.
// CHECK-DAG: {{^}}unrelated: moves 0, moved bytes 0, chains none
__attribute__((noinline)) static void unrelated() {
  std::vector<int> A(10);
  use(A);
  std::vector<int> B(20);
  use(B);
  std::vector<int>().swap(A);
  use(A);
}

// Neither here: the first block of each vector is twice a block that is freed
// later.
// CHECK-DAG: {{^}}first: moves 0, moved bytes 0, chains none
__attribute__((noinline)) static void first() {
  struct Pair {
    long A, B;
  };
  long *Old = new long;
  use(Old);
  std::vector<Pair> V;
  V.push_back({1, 2});
  use(V);
  long *New = new long;
  use(New);
  delete Old;
  delete New;
}

template <typename Function> static void hundredTimes(Function F) {
  for (int I = 0; I < 100; ++I)
    F();
}

// In each of 4 threads, at the same time.
// CHECK-DAG: {{^}}inThreads: moves 2800, moved bytes 203200, chains 400 of 7
// TWICE-DAG: {{^}}inThreads: moves 5600, moved bytes 406400, chains 800 of 7
__attribute__((noinline)) static void inThreads() {
  std::vector<int> V;
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
  use(V);
}

// One thread makes the first block, another one grows it while the maker lives
// (what that allocated need not be known yet), a third one frees.
// CHECK-DAG: {{^}}handedOver: moves 600, moved bytes 50400, chains 100 of 6
__attribute__((noinline)) static void handedOver(std::vector<int> &V) {
  for (int I = 0; I < 100; ++I)
    V.push_back(I);
}

int main() {
  std::vector<std::vector<int>> Handed(100);
  std::promise<void> Made, Grown;
  std::thread Maker([&] {
    std::vector<char> Ahead(3000);
    use(Ahead);
    for (std::vector<int> &V : Handed)
      V.reserve(2);
    Made.set_value();
    Grown.get_future().wait();
  });
  std::thread([&] {
    Made.get_future().wait();
    for (std::vector<int> &V : Handed)
      handedOver(V);
  }).join();
  Grown.set_value();
  Maker.join();
  for (std::vector<int> &V : Handed)
    std::vector<int>().swap(V);
  std::thread Threads[4];
  for (std::thread &T : Threads)
    T = std::thread([] { hundredTimes(inThreads); });
  for (std::thread &T : Threads)
    T.join();
  hundredTimes(pushes);
  hundredTimes(reserved);
  hundredTimes(enough);
  hundredTimes(several);
  hundredTimes(copies);
  hundredTimes(appends);
  hundredTimes(reallocs);
  hundredTimes(toAndFro);
  hundred();
  hundredTimes(unrelated);
  hundredTimes(first);
}
