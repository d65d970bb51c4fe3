// RUN: %check_tidy %s anomalloc-monotonic-emplace %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// What has a resource, no memory, or is no temporary.

#include <memory_resource>
#include <string>
#include <utility>
#include <vector>

void silent(std::pmr::memory_resource *M, const char *Text, int N) {
  std::pmr::vector<std::pmr::string> V(M);
  std::vector<std::string> Heap;
  // TWIN@{Heap.push_back}: std::vector<std::string> Heap -> std::pmr::vector<std::pmr::string> Heap(M)
  for (int I = 0; I < N; ++I) {
    V.push_back("short");
    // TWIN: short -> a text that is not short at all
    V.push_back(std::pmr::string(Text, M));
    // TWIN: (Text, M) -> (Text)
    V.push_back({});
    // TWIN: {} -> Text
    std::pmr::string Own(Text, M);
    V.push_back(std::move(Own));
    // TWIN: std::move(Own) -> Own.c_str()
    Heap.push_back(Text);
  }
}
