// RUN: %check_tidy %s anomalloc-copying-return %t -- -config='{CheckOptions: {Hints: true}}'

// All callers give the result a name, and only read it.

#include <map>
#include <string>
#include <vector>

class Mesh {
public:
  std::vector<int> nodes(int I) const { return Nodes[I]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: 'nodes' returns a copy of a part of 'Nodes', a 'std::vector<int>', which owns heap memory, inside a loop; return 'const std::vector<int> &', and let callers name it by 'const auto &'; not in view: whether the original stays as it is while they read it [anomalloc-copying-return]
  std::map<int, int> ids() const { return Ids; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: 'ids' returns a copy of 'Ids'
  std::vector<std::string> names() const { return Names; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: 'names' returns a copy of 'Names'

private:
  std::vector<std::vector<int>> Nodes;
  std::map<int, int> Ids;
  std::vector<std::string> Names;
};

int all(const Mesh &M, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    const auto Row = M.nodes(I);
    Sum += Row[0] + Row[1];
    std::map<int, int> Ids = M.ids();
    Sum += Ids.size() + Ids.count(I);
    auto Names = M.names();
    for (const std::string &Name : Names)
      Sum += Name.size();
  }
  return Sum;
}
