// RUN: %check_tidy %s anomalloc-node-container %t -- -config='{CheckOptions: {Hints: true}}'

// Maps and sets by numbers that are filled and looked up; a queue that grows
// while it is walked through.

#include <list>
#include <map>
#include <set>
#include <vector>

double merge(const std::vector<int> &Columns, const std::vector<double> &Values) {
  std::map<int, double> Merged;
  // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'std::map<int, double>' allocates a node for each key, and none is ever taken out, inside a loop; a vector by the key where keys are dense, else a vector of pairs, sorted once, has no nodes; not in view: whether keys are dense, or all are there before the first is looked up [anomalloc-node-container]
  for (unsigned I = 0; I < Columns.size(); ++I)
    Merged[Columns[I]] += Values[I];
  double Sum = 0;
  for (const auto &Entry : Merged)
    Sum += Entry.second;
  return Sum;
}

// Filled in a lambda.
template <typename F> void forEach(const std::vector<int> &V, F Do) {
  for (int I : V)
    Do(I);
}
int compact(const std::vector<int> &Ids) {
  std::map<int, int> NewId;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'std::map<int, int>' allocates a node for each key
  int Next = 0, Sum = 0;
  forEach(Ids, [&](int Id) { Next += NewId.insert({Id, Next}).second; });
  forEach(Ids, [&](int Id) { Sum += NewId.at(Id); });
  return Sum;
}

class Mesh {
public:
  void mark(const std::vector<int> &Nodes) {
    for (int N : Nodes)
      Marked.insert(N);
  }
  bool isMarked(int N) const { return Marked.count(N); }

private:
  std::set<int> Marked;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'std::set<int>' allocates a node for each key, and none is ever taken out, inside a loop; flags in a vector by the key where keys are dense, else a vector, sorted once, has no nodes; not in view:
};

struct Node {
  std::vector<Node *> Children;
};
int walk(Node *Root) {
  int Count = 0;
  std::list<Node *> Queue{Root};
  // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'std::list<Node *>' allocates a node of 24 bytes for each element, and changes at its ends only, inside 2 nested loops; 'std::vector<Node *>' keeps elements side by side; not in view: whether the loop can walk by index while it grows [anomalloc-node-container]
  for (Node *N : Queue) {
    ++Count;
    for (Node *Child : N->Children)
      Queue.push_back(Child);
  }
  return Count;
}
