// RUN: %check_tidy %s anomalloc-value-parameter %t -std=c++17 -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'

#include <deque>
#include <map>
#include <string>
#include <vector>

std::size_t look(const std::string &);

// What a caller hands over may go before the parameter is used for the last time.
struct Table {
  std::map<std::string, int> M;
  std::size_t remove(std::string Key) {
    // CHECK-MESSAGES: :[[@LINE-1]]:34: remark: 'Key', {{.*}}; not in view: whether the original is an element that goes before the last use
    M.erase(Key);
    return look(Key);
  }
  void clearAll() {
    while (!M.empty())
      remove(M.begin()->first);
  }
};
std::size_t drop(std::deque<std::string> &Q, std::string First) {
  // CHECK-MESSAGES: :[[@LINE-1]]:58: remark: 'First', {{.*}}; not in view: whether the original is an element that goes before the last use
  Q.pop_front();
  return look(First);
}
std::size_t restart(std::vector<std::vector<int>> *All, std::vector<int> Start) {
  // CHECK-MESSAGES: :[[@LINE-1]]:74: remark: 'Start', {{.*}}; not in view: whether the original is an element that goes before the last use
  All->clear();
  return Start.size();
}
// Used before, and nothing of others goes.
std::size_t before(std::map<std::string, int> &M, std::string Key) {
  // CHECK-MESSAGES: :[[@LINE-1]]:63: warning: 'Key', {{.*}} inside a loop; take it by 'const std::string &' [anomalloc-value-parameter]
  const std::size_t N = look(Key);
  M.erase(Key);
  return N;
}
std::size_t own(std::string Key) {
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'Key', {{.*}} inside a loop; take it by 'const std::string &' [anomalloc-value-parameter]
  std::vector<int> Mine(3);
  Mine.clear();
  return look(Key);
}
void callers(std::deque<std::string> &Q, std::vector<std::vector<int>> &All, std::map<std::string, int> &M, std::string &S) {
  for (int I = 0; I < 9; ++I) {
    drop(Q, Q.front());
    restart(&All, All.back());
    before(M, M.begin()->first);
    own(S);
  }
}
