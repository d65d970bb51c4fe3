// RUN: %check_tidy %s anomalloc-arena-candidates %t -- -config='{CheckOptions: {anomalloc-arena-candidates.Members: true}}'
// RUN: %check_tidy %s anomalloc-arena-candidates %t -check-suffix=DEFAULT

// With Members: containers of a class that only ever grow.

// CHECK-SILENT-DEFAULT

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory_resource>
#include <set>
#include <unordered_map>

class X {
  // No individual erase operations
  std::unordered_map<std::int64_t, std::size_t> m_id_to_index;
  // CHECK-NOTES: :[[@LINE-1]]:49: warning: 'm_id_to_index' allocates a node for each element, and never removes one, in a function that is called in a loop; as 'std::pmr::unordered_map', it could take them from a 'std::pmr::monotonic_buffer_resource' of the class [anomalloc-arena-candidates]
  // CHECK-NOTES: :[[@LINE+25]]:5: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-5]]:7: note: a class with such a resource can be neither copied nor moved; check that nobody does

  std::map<int, int> Erased;
  std::list<int> Swapped;
  std::set<int> Once;

public:
  X() : Once{1, 2} {}
  void add(std::int64_t Id) {
    m_id_to_index[Id] = m_id_to_index.size();
    Erased[1] = 2;
    Erased.erase(1);
    Swapped.push_back(1);
  }
  std::size_t find(std::int64_t Id) const {
    auto It = m_id_to_index.find(Id);
    return It == m_id_to_index.end() ? Once.size() : It->second;
  }
  void swap(std::list<int> &Other) { Swapped.swap(Other); }
};

std::size_t use(int Count) {
  X Index;
  for (int I = 0; I < Count; ++I)
    Index.add(I);
  return Index.find(3);
}

class After {
  std::pmr::monotonic_buffer_resource m_res;
  std::pmr::unordered_map<std::int64_t, std::size_t> m_id_to_index;

public:
  After() : m_id_to_index{&m_res} {}
  void add(int Count) {
    while (Count--)
      m_id_to_index[Count] = 1;
  }
};
