// RUN: %check_tidy %s anomalloc-functor-copy %t -std=c++17,c++23 -stdlib=libstdc++
// RUN: %check_tidy %s anomalloc-functor-copy %t -std=c++17 -stdlib=libc++ -check-suffix=LIBCXX
// RUN-FIXED: same-output fewer-allocations
// RUN-FIXED-LIBCXX: same-output fewer-allocations

// libstdc++ copies functors within its algorithms, libc++ only into the call.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Node {
  std::size_t Id;
};

// Seed 002's case. It needs no loop: the algorithm is one.
class SortFunctor {
  std::vector<std::string> m_names;

public:
  explicit SortFunctor(std::vector<std::string> Names)
      : m_names(std::move(Names)) {}
  bool operator()(const Node &A, const Node &B) const {
    return m_names[A.Id] < m_names[B.Id];
  }
};
void seed(std::vector<Node> &nodes, const std::vector<std::string> &names) {
  std::sort(begin(nodes), end(nodes), SortFunctor{names});
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: a 'SortFunctor' that owns heap memory (member 'm_names') is copied by 'sort', about once for each element; keep it in a variable and hand over 'std::cref' of that [anomalloc-functor-copy]
}

// Variables, members, and what derives from a functor.
struct Below {
  std::map<std::size_t, int> Limits;
  bool operator()(const Node &N) const { return Limits.count(N.Id) == 0; }
};
struct Deeper : Below {};
struct Sorter {
  SortFunctor Less;
  void sort(std::vector<Node> &Nodes) const {
    std::stable_sort(Nodes.begin(), Nodes.end(), Less);
    // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: a 'SortFunctor' {{.*}} is copied by 'stable_sort', about once for each element, in a function that is called in a loop; hand over 'std::cref' of it
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:50: warning: a 'SortFunctor' {{.*}} is copied by 'stable_sort', in a function that is called in a loop; hand over 'std::cref' of it
    // CHECK-FIXES: Nodes.end(), std::cref(Less));
    // CHECK-FIXES-LIBCXX: Nodes.end(), std::cref(Less));
  }
};
long many(const std::vector<Node> &Nodes, const Below &B, const Deeper &D) {
  long Count = 0;
  for (int I = 0; I < 3; ++I) {
    Count += std::count_if(Nodes.begin(), Nodes.end(), B);
    // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: a 'Below' that owns heap memory (member 'Limits') is copied by 'count_if', inside a loop; hand over 'std::cref' of it
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:56: warning: a 'Below'
    // CHECK-FIXES: Nodes.end(), std::cref(B));
    // CHECK-FIXES-LIBCXX: Nodes.end(), std::cref(B));
    Count += std::any_of(Nodes.begin(), Nodes.end(), D);
    // CHECK-MESSAGES: :[[@LINE-1]]:54: warning: a 'Deeper' that owns heap memory (base 'Below') is copied by 'any_of'
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:54: warning: a 'Deeper'
    // CHECK-FIXES: Nodes.end(), std::cref(D));
    // CHECK-FIXES-LIBCXX: Nodes.end(), std::cref(D));
    std::for_each(Nodes.begin(), Nodes.end(), B);
    // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: a 'Below' {{.*}} is copied by 'for_each'
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:47: warning: a 'Below'
    // CHECK-FIXES: Nodes.end(), std::cref(B));
    // CHECK-FIXES-LIBCXX: Nodes.end(), std::cref(B));
  }
  return Count;
}

// A lambda that holds a table of its own.
void lambda(std::vector<Node> &Nodes, std::vector<int> Ranks) {
  auto Less = [R = std::move(Ranks)](const Node &A, const Node &B) {
    return R[A.Id] < R[B.Id];
  };
  std::sort(Nodes.begin(), Nodes.end(), Less);
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: a lambda that owns heap memory is copied by 'sort', about once for each element; hand over
  // CHECK-FIXES: std::sort(Nodes.begin(), Nodes.end(), std::cref(Less));
  // CHECK-MESSAGES-LIBCXX: :[[@LINE-3]]:41: warning: a lambda that owns heap memory is copied by 'sort'; hand over
  // CHECK-FIXES-LIBCXX: std::sort(Nodes.begin(), Nodes.end(), std::cref(Less));
}

// Templates are reported once and not changed.
template <class Range> void generic(Range &Nodes, const SortFunctor &Less) {
  std::sort(Nodes.begin(), Nodes.end(), Less);
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: a 'SortFunctor'
  // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:41: warning: a 'SortFunctor'
}

int main() {
  std::vector<Node> Nodes;
  std::vector<std::string> Names;
  for (std::size_t I = 0; I < 40; ++I) {
    Nodes.push_back({I});
    Names.push_back("a name that is longer than a short string " + std::to_string(I * 7 % 40));
  }
  seed(Nodes, Names);
  Sorter S{SortFunctor{Names}};
  for (int I = 0; I < 2; ++I)
    S.sort(Nodes);
  std::printf("%zu\n", Nodes[3].Id);
  std::printf("%ld\n", many(Nodes, Below{{{1, 2}}}, Deeper{{{{2, 2}}}}));
  lambda(Nodes, std::vector<int>(40, 1));
  generic(Nodes, SortFunctor{Names});
  std::printf("%zu\n", Nodes[3].Id);
}
