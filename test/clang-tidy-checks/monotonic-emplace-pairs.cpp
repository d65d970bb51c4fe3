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
bool others(Samples &All, std::unordered_map<std::string, int> &Counts,
            const std::string &Name, const std::vector<double> &First) {
  auto Added = All.insert(std::make_pair(Name, First));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: key and value are copied
  // CHECK-FIXES: {{^}}  auto Added = All.try_emplace(Name, First);{{$}}
  if (All.insert(std::pair<std::string, std::vector<double>>(Name, First))
      // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: key and value are copied
      // CHECK-FIXES: {{^}}  if (All.try_emplace(Name, First){{$}}
          .second)
    return Counts.insert({Name, 3}).second;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: key and value are copied
  // CHECK-FIXES: {{^}}    return Counts.try_emplace(Name, 3).second;{{$}}
  return Added.second;
}
// Nobody asks whether the key was new: if all are, the pair costs a copy of a
// short key. A value without moves is copied twice, and so is a long key.
struct Fixed {
  Fixed() = default;
  Fixed(const Fixed &) = default;
  std::vector<int> All;
};
void inTurn(Samples &All, std::map<std::string, Fixed> &Whole,
            std::map<std::vector<int>, int> &Paths, const std::string &Name,
            const std::vector<double> &First, const Fixed &Given) {
  All.insert(std::make_pair(Name, First));
  // CHECK-MESSAGES: :[[@LINE-1]]:7: remark: key and value are copied into a pair {{.*}}; not in view: whether a key may be there already
  // CHECK-FIXES: {{^}}  All.try_emplace(Name, First);{{$}}
  Whole.insert({Name, Given});
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: key and value are copied
  // CHECK-FIXES: {{^}}  Whole.try_emplace(Name, Given);{{$}}
  Paths.insert({Given.All, 1});
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: key and value are copied
  // CHECK-FIXES: {{^}}  Paths.try_emplace(Given.All, 1);{{$}}
}
// A look-up has shown already that the key is new; one of another key, or in
// another map, has not.
bool lookedUp(Samples &All, Samples &More, const std::string &Name,
              const std::string &Other, const std::vector<double> &First) {
  if (All.find(Name) == All.end())
    All.insert({Name, First});
  if (More.count(Name))
    return false;
  More.insert(std::make_pair(Name, First));
  return All.insert({Other, First}).second;
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: key and value are copied
  // CHECK-FIXES: {{^}}  return All.try_emplace(Other, First).second;{{$}}
}
bool lookedUpElsewhere(Samples &All, const Samples &More,
                       const std::string &Name,
                       const std::vector<double> &First) {
  return !More.count(Name) && All.insert({Name, First}).second;
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: key and value are copied
  // CHECK-FIXES: {{^}}  return !More.count(Name) && All.try_emplace(Name, First).second;{{$}}
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
  // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: key and value are copied
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
  std::map<std::string, Fixed> Whole;
  std::map<std::vector<int>, int> Paths;
  inTurn(All, Whole, Paths, Name, {4}, Fixed());
  Samples More;
  lookedUp(All, More, Name, "another name that needs memory", {5});
  lookedUpElsewhere(All, More, Name, {6});
  std::printf("%zu %zu %g\n", All.size(), Counts.size(), All[Name][0]);
}
