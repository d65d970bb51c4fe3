// RUN: %check_tidy %s anomalloc-arena-candidates %t -- -config='{CheckOptions: {Hints: true, anomalloc-arena-candidates.Members: true}}'

// Of several places that add nodes, the one in the loop counts.

#include <map>
#include <memory_resource>

class Index {
  std::map<int, int> Places;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Places' allocates a node for each element, and never removes one, inside a loop; as 'std::pmr::map'

public:
  void add(int Id) { Places[Id] = 1; }
  void addAll(int Count) {
    for (int I = 0; I < Count; ++I)
      Places[I] = I;
  }
};
