// What a container of std::pmr takes from the heap is charged to the line that asks
// it, with a remedy of its own; what an arena gives is not counted.
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O1
// DEFINE: %{check} = rm -f run && %anomalloc c++ -std=c++20 -g %{flags} %s -o prog && %anomalloc record --quiet --output=run ./prog && %anomalloc report --no-probe run | FileCheck %s
// RUN: %{check}
// REDEFINE: %{flags} = -O2
// RUN: %{check}
// REDEFINE: %{flags} = -O3 -fno-exceptions
// RUN: %{check}

// CHECK:      temporary(...) @ {{.*}}lines.cpp:[[#@LINE+21]] <-
// CHECK-NEXT: 300 allocations
// CHECK:      change: hand the program's memory resource on to it
// CHECK:      copy({{.*}}) @ {{.*}}lines.cpp:[[#@LINE+24]] <-
// CHECK-NEXT: 200 allocations
// CHECK:      change: hand the program's memory resource on to it
// CHECK:      own(...) @ {{.*}}lines.cpp:[[#@LINE+27]] <-
// CHECK-NEXT: 100 allocations
// CHECK:      change: hand the program's memory resource on to it

#include <memory_resource>
#include <string>
#include <vector>

static const char *Long = "a text that is longer than the room of a string";
std::size_t Sum;

__attribute__((noinline)) void temporary(std::pmr::memory_resource *M) {
  std::pmr::vector<std::pmr::string> Rows(M);
  Rows.reserve(3);
  for (int I = 0; I < 3; ++I)
    Rows.push_back(Long);
  Rows.emplace_back(Long);
}
__attribute__((noinline)) void copy(std::pmr::memory_resource *M) {
  std::pmr::string Here(Long, M);
  for (int I = 0; I < 2; ++I) {
    std::pmr::string Copy(Here);
    std::pmr::string InArena(Here, M);
    Sum += Copy.size() + InArena.size();
  }
}
__attribute__((noinline)) void own(std::pmr::memory_resource *M) {
  std::pmr::vector<int> Own(Sum % 7 + 10);
  std::pmr::vector<int> InArena(Sum % 7 + 10, M);
  Sum += Own.size() + InArena.size();
}

int main() {
  static char Room[1 << 16];
  for (int I = 0; I < 100; ++I) {
    std::pmr::monotonic_buffer_resource Arena(Room, sizeof Room);
    temporary(&Arena);
    copy(&Arena);
    own(&Arena);
  }
}
