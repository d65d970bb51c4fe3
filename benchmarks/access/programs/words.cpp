// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Strings that are made, counted and sorted.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

int main(int Argc, char **Argv) {
  const int N = Argc > 1 ? atoi(Argv[1]) : 100000;
  size_t Sum = 0;
  for (int Round = 0; Round < 5; ++Round) {
    std::vector<std::string> Words;
    unsigned Random = 7;
    for (int I = 0; I < N; ++I) {
      Random = Random * 1664525u + 1013904223u;
      Words.push_back("key-" + std::to_string(Random % 5000) + "-with-a-tail");
    }
    std::unordered_map<std::string, int> Counts;
    for (auto &Word : Words)
      ++Counts[Word];
    std::sort(Words.begin(), Words.end());
    for (auto &Word : Words)
      Sum += Word.size() + Counts[Word];
  }
  std::printf("%zu\n", Sum);
}
