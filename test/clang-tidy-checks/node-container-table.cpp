// RUN: %check_tidy %s anomalloc-node-container %t -std=c++11,c++20
// RUN-FIXED: same-output fewer-allocations

// Tables of constants that each call builds anew.

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

enum class Kind { A, B };
static int twice(int X) { return 2 * X; }
static int half(int X) { return X / 2; }

int lookup(const std::string &Name) {
  const std::map<std::string, int> Table = {{"one", 1}, {"two", 2}, {"three", 3}};
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'std::map<std::string, int>' is built anew each time, always of the same 3 constants, with a node for each, in a function that is called in a loop; make it 'static' [anomalloc-node-container]
  // CHECK-FIXES: {{^}}  static const std::map<std::string, int> Table = {{[{][{]}}"one", 1}, {"two", 2}, {"three", 3}};{{$}}
  auto Found = Table.find(Name);
  return Found == Table.end() ? 0 : Found->second;
}

bool isKeyword(const std::string &Word) {
  std::set<std::string> Keywords{"if", "else", std::string("while")};
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: {{.*}} always of the same 3 constants{{.*}}; make it 'static const'
  // CHECK-FIXES: {{^}}  static const std::set<std::string> Keywords{"if", "else", std::string("while")};{{$}}
  return Keywords.count(Word) != 0;
}

template <typename T> int inTemplate(T X) {
  const std::set<int> Good{1, 2, 3};
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'std::set<int>' is built anew
  return Good.count(X);
}

int other(int I) {
  constexpr int Three = 3;
  std::unordered_map<int, const char *> Names{{1, "a"}, {Three, "c"}};
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning:
  // CHECK-FIXES: {{^}}  static const std::unordered_map<int, const char *> Names{{[{][{]}}1, "a"}, {Three, "c"}};{{$}}
  std::map<Kind, int (*)(int)> Functions{{Kind::A, twice}, {Kind::B, &half}};
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning:
  // CHECK-FIXES: {{^}}  static const std::map<Kind, int (*)(int)> Functions{
  std::map<int, std::vector<int>> Nested{{1, {1, 2}}, {2, {3}}};
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
  // CHECK-FIXES: {{^}}  static const std::map<int, std::vector<int>> Nested{
  // An iterator's type is written down: const would not compile.
  std::map<int, int> Written{{1, 2}};
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} always of the same constant, {{.*}}
  // CHECK-FIXES: {{^}}  static std::map<int, int> Written{
  std::map<int, int>::iterator W = Written.find(I);
  int Sum = W == Written.end() ? 0 : W->second;
  for (const auto &F : Functions)
    Sum += F.second(I);
  for (const auto &N : Nested)
    Sum += N.second.at(0);
  auto Lambda = [&] { return Names.count(I) ? Names.at(I)[0] : 'x'; };
  return Sum + Lambda() + inTemplate(I);
}

int main() {
  int Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += lookup(I == 1 ? "two" : "four") + isKeyword("if") + other(I);
  std::printf("%d\n", Sum);
}
