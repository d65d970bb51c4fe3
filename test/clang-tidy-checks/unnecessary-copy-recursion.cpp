// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17 -- -config='{CheckOptions: {AlsoReportStock: true}}'

// The copy is handed to functions that hand it on: to themselves, to each
// other, from one to the next without an end in view. What is not known of them
// counts against the reference, and asking ends.

#include <map>
#include <vector>

struct Node {
  std::vector<int> Values;
  std::vector<Node> Children;
};

class Visitor {
  std::map<int, const Node *> Seen;
  std::vector<std::map<int, const Node *>> Nested;

public:
  int read(const Node &N) { return static_cast<int>(N.Values.size()); }
  int self(const Node &N, int Depth) {
    return Depth ? self(N, Depth - 1) : read(N);
  }
  int even(const Node &N, int Depth) { return Depth ? odd(N, Depth - 1) : 0; }
  int odd(const Node &N, int Depth) { return Depth ? even(N, Depth - 1) : 1; }
  template <int Level> int deep(const Node &N) {
    if constexpr (Level > 0)
      return deep<Level - 1>(N) + deep<Level / 2>(N);
    return 0;
  }
};

int once(const std::vector<Node> &All) {
  int Sum = 0;
  for (std::size_t I = 0; I < All.size(); ++I) {
    Node Copy = All[I];
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: copy of a 'Node', which owns heap memory (member 'Values'), inside a loop; it is only read: make it a 'const Node &' [anomalloc-unnecessary-copy]
    // CHECK-FIXES: const Node &Copy = All[I];
    Sum += Copy.Values[0];
  }
  return Sum;
}
int toItself(Visitor &V, const std::vector<Node> &All) {
  int Sum = 0;
  for (const Node &N : All) {
    Node Copy = N;
    Sum += V.self(Copy, 3);
  }
  return Sum;
}
int toEachOther(Visitor &V, const std::vector<Node> &All) {
  int Sum = 0;
  for (const Node &N : All) {
    Node Copy = N;
    Sum += V.even(Copy, 3) + V.odd(Copy, 2);
  }
  return Sum;
}
int toTheNext(Visitor &V, const std::vector<Node> &All) {
  int Sum = 0;
  for (const Node &N : All) {
    Node Copy = N;
    Sum += V.deep<200>(Copy);
  }
  return Sum;
}
