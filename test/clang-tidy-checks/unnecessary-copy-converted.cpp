// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

std::size_t use(const std::string &, std::size_t);
struct Text {
  Text(const std::string &S) : Words(S.size()) {}
  std::vector<int> Words;
};

// A reference to a temporary that each element is made into.
std::size_t pairs(const std::map<std::string, int> &M, const std::unordered_map<int, std::string> &U, std::size_t N = 0) {
  for (const std::pair<std::string, int> &P : M)
    // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: each element is made into another pair, a 'std::pair<std::string, int>' that owns heap memory{{.*}}: the key of a map is const, inside a loop; take it by 'const auto &'
    N += use(P.first, P.second);
  for (const std::pair<int, std::string> &P : U)
    // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: each element is made into another pair, {{.*}}
    N += use(P.second, P.first);
  return N;
}
std::size_t objects(const std::vector<std::string> &V, std::size_t N = 0) {
  for (const Text &T : V)
    // CHECK-MESSAGES: :[[@LINE-1]]:20: {{warning|remark}}: each element is made into another object, a 'Text' that owns heap memory (member 'Words'), inside a loop; take it by 'const auto &'; not in view: whether the body needs a 'Text'
    N += T.Words.size();
  return N;
}

// Nothing is made, or it owns nothing.
std::size_t silent(const std::map<std::string, int> &M, const std::vector<std::string> &V, const std::map<int, int> &I, std::size_t N = 0) {
  for (const std::pair<const std::string, int> &P : M)
    N += P.first.size();
  for (const auto &P : M)
    N += P.first.size();
  for (const std::string_view &S : V)
    N += S.size();
  for (const std::pair<int, int> &P : I)
    N += P.first;
  return N;
}
