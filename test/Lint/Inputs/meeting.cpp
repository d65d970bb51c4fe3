#include <utility>
#include <vector>
struct Part {
  std::vector<int> List;
};
std::size_t keep(std::vector<int> V), see(const std::vector<int> &V);
std::size_t one(Part X) {
  const auto L = X.List;
  std::size_t N = see(L);
  std::vector<int> Out;
  for (int I = 0; I < 9; ++I) Out.push_back(I);
  return N + see(Out);
}
std::size_t two(Part Y) {
  const auto M = Y.List;
  std::size_t N = see(M);
  N += keep(Y.List);
  return N + see(M);
}
std::size_t three(std::vector<int> First, std::vector<int> Second) {
  return keep(First), keep(Second);
}
void four(int T) {}
