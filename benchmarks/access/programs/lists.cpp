// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trees that are searched, and lists that are followed.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>

int main(int Argc, char **Argv) {
  const int N = Argc > 1 ? atoi(Argv[1]) : 200000;
  long Sum = 0;
  for (int Round = 0; Round < 10; ++Round) {
    std::map<unsigned, long> Tree;
    unsigned Random = 1;
    for (int I = 0; I < N; ++I) {
      Random = Random * 1664525u + 1013904223u;
      Tree[Random % 100000] += I;
    }
    std::list<long> List;
    for (auto &[Key, Value] : Tree)
      List.push_back(Key + Value);
    for (int Walk = 0; Walk < 20; ++Walk)
      for (long Each : List)
        Sum += Each;
  }
  std::printf("%ld\n", Sum);
}
