#include <map>
#include <string>
#include <vector>

namespace a_namespace_of_a_project_with_a_long_name {
template <typename Key, typename Value> struct TableOfEverythingThatIsKnown {
  std::map<Key, std::vector<Value>> rows_of_the_table_by_their_keys;
  __attribute__((noinline)) void
  addARowToTheTableUnlessThereIsOneAlready(const Key &K, const Value &V) {
    rows_of_the_table_by_their_keys[K].push_back(V);
  }
};
} // namespace a_namespace_of_a_project_with_a_long_name

__attribute__((noinline)) int descend(int Depth, int Max) {
  if (Depth == Max) {
    a_namespace_of_a_project_with_a_long_name::TableOfEverythingThatIsKnown<
        std::string, std::map<int, std::string>>
        Table;
    for (int I = 0; I != 10; ++I)
      Table.addARowToTheTableUnlessThereIsOneAlready(
          std::string(30, char('a' + I)), {{I, "a text that is not short"}});
    return int(Table.rows_of_the_table_by_their_keys.size());
  }
  return descend(Depth + 1, Max) + 1;
}

int main() { return descend(0, 40) == 50 ? 0 : 1; }
