#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Big {
  std::vector<double> Values;
  Big(const Big &);
};
const Big &big();
void use(std::string);
double sum(const std::vector<std::vector<std::string>> &All, double Sum = 0) {
  for (const auto &Parts : All)
    for (const std::string Part : Parts)
      Sum += Part.size();
  return Sum;
}
//
void twice(const std::string &Text) {
  for (int I = 0; I < 9; ++I)
    use(Text.c_str());
  use(Text.c_str());
}
// The same in a loop and outside of any:
//
//
double once() {
  const Big Copy = big();
  return Copy.Values[0];
}
//
struct Mover {
  Mover(Mover &&Other) : Name(std::move(Other.Name)) {}
  std::string Name;
};
// No vector of it grows, and none could copy it: clang-tidy speaks, we do not.
std::size_t keys(const std::map<std::string, int> &M, std::size_t N = 0) {
  for (const std::pair<std::string, int> &P : M)
    N += P.first.size();
  return N;
}
//
std::shared_ptr<int> shared(int N) { return std::shared_ptr<int>(new int(N)); }
//
std::string longest(const std::vector<std::string> &V) {
  std::string All;
  for (const std::string &S : V)
    All = S + All;
  return All;
}
// To prepend is no appending.
struct Handle {
  std::shared_ptr<int> Count;
  std::string name() const;
};
std::string nameOf(Handle H) { return H.name(); }
// A count is no heap block; nobody calls it in a loop.
