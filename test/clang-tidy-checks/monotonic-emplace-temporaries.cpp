// RUN: %check_tidy %s anomalloc-monotonic-emplace %t -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output

// Temporaries that take memory from the default resource on their way into an
// arena.

#include <cstdio>
#include <list>
#include <memory_resource>
#include <string>
#include <vector>

static void rows(std::pmr::memory_resource *M, const char *Text, int N) {
  std::pmr::vector<std::pmr::string> V(M);
  std::pmr::list<std::pmr::string> L(M);
  std::pmr::vector<std::pmr::vector<int>> Numbers(M);
  V.reserve(200);
  for (int I = 0; I < N; ++I) {
    V.push_back("a text that is longer than 15 characters");
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: a temporary 'std::{{.*string.*}}' takes its memory from the default resource, and is copied into that of the container, inside a loop; 'emplace_back' makes it there [anomalloc-monotonic-emplace]
    // CHECK-FIXES: {{^}}    V.emplace_back("a text that is longer than 15 characters");{{$}}
    L.push_front(Text);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: a temporary 'std::{{.*string.*}}' takes {{.*}}; 'emplace_front' makes it there
    // CHECK-FIXES: {{^}}    L.emplace_front(Text);{{$}}
    Numbers.push_back(std::pmr::vector<int>(20));
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a temporary 'std::{{.*}}vector<int{{.*}}>' takes {{.*}}; 'emplace_back' makes it there
  }
  std::printf("%s %s %zu\n", V.back().c_str(), L.front().c_str(), Numbers.size());
}

// Whose resource nobody knows here.
void add(std::pmr::vector<std::pmr::string> &To, const char *const *Names, int N) {
  for (int I = 0; I < N; ++I)
    To.push_back(Names[I]);
    // CHECK-MESSAGES: :[[@LINE-1]]:8: remark: a temporary 'std::{{.*string.*}}' takes {{.*}}; not in view: whether the container has a resource of its own
}

int main() {
  static char Room[1 << 16];
  std::pmr::monotonic_buffer_resource Arena(Room, sizeof Room);
  rows(&Arena, "another text that is longer than 15", 50);
}
