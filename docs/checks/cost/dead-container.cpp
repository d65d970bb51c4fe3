// What filling a container that nobody reads costs:
//   clang++-19 -O2 docs/checks/cost/dead-container.cpp -o cost && ./cost

#include "measure.h"
#include <set>
#include <string>
#include <vector>

int main() {
  const std::string Name = "longer than what fits into a string itself";
  measure("vector<int>, 100 push_back", 100'000, [] {
    std::vector<int> Ids;
    for (int I = 0; I < 100; ++I)
      Ids.push_back(I);
    use(Ids);
  });
  measure("vector<string>, 100 push_back", 20'000, [&] {
    std::vector<std::string> Names;
    for (int I = 0; I < 100; ++I)
      Names.push_back(Name);
    use(Names);
  });
  measure("set<int>, 100 insert", 20'000, [] {
    std::set<int> Ids;
    for (int I = 0; I < 100; ++I)
      Ids.insert(I);
    use(Ids);
  });
}
