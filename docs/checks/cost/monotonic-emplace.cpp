// Nodes that a map over a monotonic resource loses when the key is already
// there, in a hundred calls each:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/monotonic-emplace.cpp -o cost &&
//   ./cost (and with -stdlib=libc++)

#include <cstdio>
#include <map>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace {

/// Counts the nodes that it gives.
struct Counting : std::pmr::memory_resource {
  long Given = 0;
  void *do_allocate(std::size_t Size, std::size_t Align) override {
    ++Given;
    return std::pmr::new_delete_resource()->allocate(Size, Align);
  }
  void do_deallocate(void *Block, std::size_t Size,
                     std::size_t Align) override {
    std::pmr::new_delete_resource()->deallocate(Block, Size, Align);
  }
  bool do_is_equal(const memory_resource &Other) const noexcept override {
    return this == &Other;
  }
};

template <typename Call>
void count(const char *What, const Counting &Nodes, Call Do) {
  long Before = Nodes.Given;
  for (int I = 0; I < 100; ++I)
    Do();
  std::printf("  %-32s %4ld\n", What, Nodes.Given - Before);
}

template <typename Map> void countMap(const char *Name) {
  std::printf("%s\n", Name);
  Counting Nodes;
  Map M(&Nodes);
  M.emplace(5, 1);
  const std::pair<const int, int> Pair(5, 1);
  count("emplace(5, 1)", Nodes, [&] { M.emplace(5, 1); });
  count("emplace(5L, 1)", Nodes, [&] { M.emplace(5L, 1); });
  count("emplace_hint(begin(), 5, 1)", Nodes,
        [&] { M.emplace_hint(M.begin(), 5, 1); });
  count("insert(std::make_pair(5, 1))", Nodes,
        [&] { M.insert(std::make_pair(5, 1)); });
  count("insert({5, 1})", Nodes, [&] { M.insert({5, 1}); });
  count("insert(pair<const int, int>)", Nodes, [&] { M.insert(Pair); });
  count("try_emplace(5, 1)", Nodes, [&] { M.try_emplace(5, 1); });
}

template <typename Set> void countSet(const char *Name) {
  std::printf("%s\n", Name);
  Counting Nodes;
  Set S(&Nodes);
  S.emplace(5);
  count("emplace(5)", Nodes, [&] { S.emplace(5); });
  count("insert(5)", Nodes, [&] { S.insert(5); });
}

} // namespace

int main() {
  countMap<std::pmr::map<int, int>>("map");
  countMap<std::pmr::unordered_map<int, int>>("unordered_map");
  countSet<std::pmr::set<int>>("set");
  countSet<std::pmr::unordered_set<int>>("unordered_set");
}
