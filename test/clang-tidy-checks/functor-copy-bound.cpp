// RUN: %check_tidy %s anomalloc-functor-copy %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

// Objects that std::bind copies, and algorithms that are members.

#include <algorithm>
#include <functional>
#include <list>
#include <string>
#include <vector>

struct Names {
  std::vector<std::string> All;
  std::string of(int I) const { return All[I]; }
};

struct ByName {
  std::vector<std::string> Names;
  bool operator()(int A, int B) const { return Names[A] < Names[B]; }
};

std::vector<std::string> named(const Names &N, const std::vector<int> &Ids) {
  std::vector<std::string> Out(Ids.size());
  for (int Turn = 0; Turn < 2; ++Turn)
    std::transform(Ids.begin(), Ids.end(), Out.begin(),
                   std::bind(&Names::of, N, std::placeholders::_1));
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'std::bind' copies 'N', a 'Names' that owns heap memory (member 'All'), inside a loop; hand over 'std::ref' of it, or write a lambda that captures it by reference
  for (int Turn = 0; Turn < 2; ++Turn)
    std::transform(Ids.begin(), Ids.end(), Out.begin(),
                   std::bind(&Names::of, std::ref(N), std::placeholders::_1));
  for (int Turn = 0; Turn < 2; ++Turn)
    std::transform(Ids.begin(), Ids.end(), Out.begin(),
                   std::bind(&Names::of, &N, std::placeholders::_1));
  return Out;
}

std::function<std::string(int)> later(const Names &N) {
  return std::bind(&Names::of, N, std::placeholders::_1);
  // CHECK-MESSAGES: :[[@LINE-1]]:32: remark: 'std::bind' copies 'N'{{.*}}; not in view: whether the result is kept longer than 'N'
}

void sorted(std::vector<std::list<int>> &Lists, const ByName &Less) {
  for (auto &L : Lists)
    L.sort(Less);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: a 'ByName' that owns heap memory (member 'Names') is copied by 'sort', inside a loop; hand over 'std::cref' of it
  // CHECK-FIXES: L.sort(std::cref(Less));
}
