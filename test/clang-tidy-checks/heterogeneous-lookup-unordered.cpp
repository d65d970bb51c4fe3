// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++20,c++23
// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++11,c++17 -check-suffix=BEFORE

// Unordered containers: from C++20 on, with a hash of one's own. No fix-it.
// CHECK-SILENT-BEFORE

#include <string>
#include <unordered_map>
#include <unordered_set>

int look(const std::unordered_set<std::string> &Parameter) {
  std::unordered_map<std::string, int> Ages;
  // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: a look-up in 'Ages' copies a string literal of 28 characters into a temporary 'std::string', inside a loop; a transparent hash and 'std::equal_to<>' take it as it is [anomalloc-heterogeneous-lookup]
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    N += Ages.find("a key that needs heap memory") != Ages.end();
    N += Parameter.count("a key that needs heap memory");
  }
  return N;
}
