// RUN: %check_tidy %s anomalloc-copying-return %t -- -config='{CheckOptions: {Hints: true}}'

// Parts of static variables that a function declares.

#include <map>
#include <string>
#include <vector>

std::vector<std::string> words() {
  // CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'words' returns a copy of 'Words', a 'std::vector<std::string>', which owns heap memory, inside a loop; return 'const std::vector<std::string> &' [anomalloc-copying-return]
  static std::vector<std::string> Words = {"a", "b"};
  return Words;
}
struct Registry {
  std::vector<int> Ids;
  static std::vector<int> ids() {
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'ids' returns a copy of 'Ids'
    // CHECK-FIXES: static const std::vector<int> &ids() {
    static const Registry All;
    return All.Ids;
  }
};
std::vector<int> row(int I) {
  // CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'row' returns a copy of a part of 'Rows'
  static const std::map<int, std::vector<int>> Rows = {{1, {1, 2}}};
  return Rows.at(I);
}

int all(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += words().size() + Registry::ids().size() + row(I).size();
  return Sum;
}
