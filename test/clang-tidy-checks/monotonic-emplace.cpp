// RUN: %check_tidy %s anomalloc-monotonic-emplace %t -std=c++17,c++23
// RUN-FIXED: same-output

// `emplace` on a map over a monotonic resource loses a node for each key that is
// already there; try_emplace does not. Seed 002's Cache, and variations.

#include <cstdio>
#include <map>
#include <memory_resource>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

int newIndex(std::size_t Key) { return int(Key) * 2; }

// The case of the talk.
class Cache {
  std::pmr::monotonic_buffer_resource m_res;
  std::pmr::unordered_map<std::size_t, int> m_cache;

public:
  Cache() : m_cache{&m_res} {}
  int get_index(std::size_t key) {
    const auto r = m_cache.emplace(key, -1);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'emplace' makes a node before it knows whether the key is new; 'm_res', a monotonic resource, never takes it back, in a function that is called in a loop; 'try_emplace' looks first [anomalloc-monotonic-emplace]
    // CHECK-FIXES: const auto r = m_cache.try_emplace(key, -1);
    if (r.second)
      r.first->second = newIndex(key);
    return r.first->second;
  }
};

// Member initialisers, aliases and derived resources.
struct Arena : std::pmr::monotonic_buffer_resource {};
using Names = std::pmr::map<int, int>;
struct Table {
  Arena Memory;
  Names ByKey{&Memory};
  std::pmr::set<int> Seen{&Memory};
  std::pmr::unordered_set<int> Met = std::pmr::unordered_set<int>(&Memory);
  bool add(int Key) {
    this->ByKey.insert(std::make_pair(Key, 7));
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'insert' makes a node before {{.*}} 'Memory', a monotonic
    // CHECK-FIXES: this->ByKey.try_emplace(Key, 7);
    Met.emplace(Key);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'emplace' makes a node before {{.*}}; 'insert' looks first
    // CHECK-FIXES: Met.insert(Key);
    return Seen.emplace(Key).second;
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'emplace'
    // CHECK-FIXES: return Seen.insert(Key).second;
  }
};

// Locals, references and templates.
template <class Key> int count(const Key *Keys, int N) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::map<Key, int> Counts(&Memory);
  auto &Alias = Counts;
  for (int I = 0; I < N; ++I)
    Alias.emplace(Keys[I], 0).first->second++;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'emplace' {{.*}}, inside a loop; 'try_emplace' looks first
  return int(Counts.size());
}

void lambda() {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::map<std::pmr::string, int> Map(&Memory);
  auto Add = [&Map](const char *Text) { Map.emplace(Text, 1); };
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'emplace'
  // (a key made of a char pointer: try_emplace may take it, but not as it is)
  Add("some longer text, longer than a short string");
  Add("some longer text, longer than a short string");
  std::printf("%zu\n", Map.size());
}

void braces(int Key) {
  std::pmr::monotonic_buffer_resource Memory;
  std::pmr::unordered_map<int, int> Map(&Memory);
  Map.insert({Key, 1});
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'insert' makes a node
  // CHECK-FIXES: Map.try_emplace(Key, 1);
  Map.insert(std::pair<int, int>{Key, 2});
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'insert' makes a node
  // CHECK-FIXES: Map.try_emplace(Key, 2);
  Map.emplace_hint(Map.begin(), Key, 3);
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'emplace_hint' makes a node
  std::printf("%d\n", Map[Key]);
}

int main() {
  braces(4);
  Cache C;
  Table T;
  for (int I = 0; I < 6; ++I)
    std::printf("%d %d\n", C.get_index(std::size_t(I % 3)), T.add(I % 2));
  const int Keys[] = {1, 2, 1};
  std::printf("%d %d\n", count(Keys, 3), int(T.ByKey.size()));
  lambda();
}
