#include <utility>
#include <vector>
namespace rows {
std::size_t keep(std::vector<int> V), see(const std::vector<int> &V);
class Kept {
  std::vector<int> Own{1, 2};

public:
  explicit Kept(std::vector<int> List) : Own{List} { see(Own); }
  std::size_t first(std::vector<int> List) { return keep(List); }
  std::size_t second(const std::vector<int> &List) {
    const auto Copy = List;
    return see(Copy) + 1'000;
  }
};
#if __cplusplus > 202002L
inline std::size_t third(std::vector<int> List, int) {
#else
inline std::size_t third(std::vector<int> List) {
#endif
  const auto Same = List;
  return see(Same) + see(List);
}
} // namespace rows
std::size_t four(std::vector<int> List) { return rows::keep(List); }
std::size_t five(std::vector<int> List) {
  const auto Other = List;
  return rows::see(Other) + rows::see(List);
}
