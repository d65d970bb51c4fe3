// What nodes cost beside contiguous memory:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/node-container.cpp -o cost &&
//   ./cost
// Prints nanoseconds and allocations of one round.

#include "measure.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

static int withSet(const std::vector<int> &Ids) {
  std::set<int> Seen;
  int Sum = 0;
  for (int I : Ids)
    if (Seen.insert(I).second)
      Sum += I;
  return Sum;
}
static int withSort(const std::vector<int> &Ids) {
  std::vector<int> Sorted = Ids;
  std::sort(Sorted.begin(), Sorted.end());
  Sorted.erase(std::unique(Sorted.begin(), Sorted.end()), Sorted.end());
  int Sum = 0;
  for (int I : Sorted)
    Sum += I;
  return Sum;
}

template <typename Container> static int filled(int N) {
  Container C;
  for (int I = 0; I < N; ++I)
    C.push_back(I);
  int Sum = 0;
  for (int I : C)
    Sum += I;
  return Sum;
}

static int table(const std::string &Name) {
  const std::map<std::string, int> Table{{"one", 1}, {"two", 2}, {"three", 3}};
  return Table.count(Name);
}
static int staticTable(const std::string &Name) {
  static const std::map<std::string, int> Table{
      {"one", 1}, {"two", 2}, {"three", 3}};
  return Table.count(Name);
}

int main() {
  std::vector<int> Ids;
  for (int I = 0; I < 1000; ++I)
    Ids.push_back(I * 7919 % 500);
  auto Keep = [](int Value) { use(Value); };
  measure("1000 numbers through a std::set", 2'000,
          [&] { Keep(withSet(Ids)); });
  measure("1000 numbers, sort and unique", 2'000, [&] { Keep(withSort(Ids)); });
  measure("1000 numbers in a std::list", 5'000,
          [&] { Keep(filled<std::list<int>>(1000)); });
  measure("1000 numbers in a std::deque", 5'000,
          [&] { Keep(filled<std::deque<int>>(1000)); });
  measure("1000 numbers in a std::vector", 5'000,
          [&] { Keep(filled<std::vector<int>>(1000)); });
  const std::string Name = "two";
  measure("a table of 3, each call", 200'000, [&] { Keep(table(Name)); });
  measure("a static table of 3", 200'000, [&] { Keep(staticTable(Name)); });
}
