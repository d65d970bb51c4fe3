// RUN: %check_tidy %s anomalloc-monotonic-emplace %t -std=c++17 -stdlib=libstdc++ -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// A pair of copies, made before insert() knows whether the key is new: in any
// map.

#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using Samples = std::map<std::string, std::vector<double>>;

static bool open(Samples &All, const std::string &Name,
                 const std::vector<double> &First) {
  return All.insert({Name, First}).second;
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: key and value are copied into a pair before 'insert' knows whether the key is new, in a function that is called in a loop; 'try_emplace' looks first, and makes them in the node [anomalloc-monotonic-emplace]
  // CHECK-FIXES: {{^}}  return All.try_emplace(Name, First).second;{{$}}
}
void others(Samples &All, std::unordered_map<std::string, int> &Counts,
            const std::string &Name, const std::vector<double> &First) {
  All.insert(std::make_pair(Name, First));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: key and value are copied
  // CHECK-FIXES: {{^}}  All.try_emplace(Name, First);{{$}}
  All.insert(std::pair<std::string, std::vector<double>>(Name, First));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: key and value are copied
  // CHECK-FIXES: {{^}}  All.try_emplace(Name, First);{{$}}
  Counts.insert({Name, 3});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: key and value are copied
  // CHECK-FIXES: {{^}}  Counts.try_emplace(Name, 3);{{$}}
}
// What is moved is moved into a pair just as well; nothing here is on the heap;
// multimap has no try_emplace; the pair is somebody's.
void silent(Samples &All, std::map<int, int> &Numbers, std::string Name,
            std::multimap<std::string, int> &Many,
            const Samples::value_type &Pair) {
  All.insert({std::move(Name), {}});
  Numbers.insert({1, 2});
  Many.insert({Pair.first, 2});
  All.insert({Pair.first, {}});
  All.insert({Pair.first, {1, 2}});
  std::map<std::string, int *> Pointers;
  Pointers.insert({Pair.first, 0});
  Pointers.insert({Pair.first, nullptr});
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: key and value are copied
  // CHECK-FIXES: {{^}}  Pointers.try_emplace(Pair.first, nullptr);{{$}}
  All.insert(Pair);
}

int main() {
  Samples All;
  std::unordered_map<std::string, int> Counts;
  const std::string Name = "a name that needs heap memory";
  for (int I = 0; I < 3; ++I)
    std::printf("%d\n", open(All, Name, {1, 2}));
  others(All, Counts, Name, {3});
  std::printf("%zu %zu %g\n", All.size(), Counts.size(), All[Name][0]);
}
