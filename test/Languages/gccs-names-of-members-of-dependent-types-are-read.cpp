// REQUIRES: runtime, cli, gcc
// GCC names std::map::insert(pair &&) in a way that LLVM's demangler refuses.
// So the map's nodes are known to be nodes.
// RUN: rm -rf %t && mkdir %t
// RUN: g++ -O2 -g %s -o %t/program
// RUN: %anomalloc record --quiet --mode=stacks -o %t/profile %t/program
// RUN: %anomalloc report %t/profile | FileCheck %s
// CHECK: add(...) @ {{.*}} <- std::map<...>::insert<...>
// CHECK: change: use a container without nodes

#include <map>

__attribute__((noinline)) void add(std::map<int, long> &Map, int Key) {
  Map.insert(std::pair<int, long>(Key, Key));
}

int main() {
  long Sum = 0;
  for (int I = 0; I < 30; ++I) {
    std::map<int, long> Map;
    for (int Key = 0; Key < 100; ++Key)
      add(Map, Key);
    Sum += Map.size();
  }
  return Sum < 0;
}
