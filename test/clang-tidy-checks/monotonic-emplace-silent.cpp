// RUN: %check_tidy %s anomalloc-monotonic-emplace %t -std=c++17,c++23

// CHECK-SILENT

#include <map>
#include <memory_resource>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class After {
  std::pmr::monotonic_buffer_resource m_res;
  std::pmr::unordered_map<std::size_t, int> m_cache;

public:
  After() : m_cache{&m_res} {}
  int get_index(std::size_t key) {
    const auto r = m_cache.try_emplace(key, -1);
    // TWIN: try_emplace -> emplace
    return r.first->second;
  }
};

// These look first, whatever the library.
void looksFirst(int Key, const std::pair<const int, int> &Value) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::map<int, int> Map(&Memory);
  Map.insert({Key, 1});
  // TWIN: insert({Key, 1}) -> emplace(Key, 1)
  Map.insert(Value);
  // TWIN: insert -> emplace
  Map.insert_or_assign(Key, 1);
  // TWIN: insert_or_assign -> emplace
  Map[Key] = 1;
  // TWIN: [Key] = 1 -> .emplace(Key, 1)
  std::pmr::set<int> Set(&Memory);
  Set.insert(Key);
  // TWIN: insert -> emplace
}

// The look-up has shown already that the key is new.
void looksUp(int Key, int Other) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::map<int, int> Map(&Memory);
  if (!Map.count(Key))
    Map.emplace(Key, 1);
  // TWIN: Key -> Other
  if (Map.find(Other) == Map.end())
    Map.insert(std::make_pair(Other, 1));
  // TWIN: Other -> Key + 1
}

// A multimap keeps every node, a vector has none.
void keepsAll(int Key) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::multimap<int, int> Multi(&Memory);
  // TWIN@{Multi.emplace}: multimap -> map
  Multi.emplace(Key, 1);
  std::pmr::vector<int> Vector(&Memory);
  // TWIN@{Vector.emplace}: vector -> set
  Vector.emplace(Vector.begin(), Key);
  // TWIN: Vector.begin(), ->
}

// Other resources take the node back.
void takesBack(int Key) {
  std::pmr::unsynchronized_pool_resource Pool;
  // TWIN@+3: unsynchronized_pool -> monotonic_buffer
  std::pmr::map<int, int> Map(&Pool);
  Map.emplace(Key, 1);
  std::map<int, int> Plain;
  // TWIN@+2: std::map<int, int> Plain -> std::pmr::monotonic_buffer_resource R; std::pmr::map<int, int> Plain(&R)
  Plain.emplace(Key, 1);
  std::pmr::map<int, int> Default;
  // TWIN@+2: Default -> Default(&R)
  Default.emplace(Key, 1);
}

// Where the resource is not seen, nothing is claimed.
void unseen(std::pmr::map<int, int> &Map, std::pmr::memory_resource *R) {
  Map.emplace(1, 2);
  std::pmr::map<int, int> Other(R);
  // TWIN@+2: Other(R) -> N; std::pmr::monotonic_buffer_resource M; std::pmr::map<int, int> Other(&M)
  Other.emplace(1, 2);
}

#define ADD(Map, Key) Map.emplace(Key, 0)
void suppressed(int Key) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::map<int, int> Map(&Memory);
  ADD(Map, Key);
  // TWIN: ADD(Map, Key) -> Map.emplace(Key, 0)
  Map.emplace(Key, 1); // NOLINT
  // TWIN: // NOLINT ->
}
