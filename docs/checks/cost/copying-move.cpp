// What is written as a move, and copies:
//   clang++-19 -std=c++17 -O2 docs/checks/cost/copying-move.cpp -o cost && ./cost

#include "measure.h"
#include <optional>
#include <utility>
#include <vector>

static std::vector<int> read() { return std::vector<int>(100); }

static std::optional<std::vector<int>> constant() {
  const std::vector<int> Row = read();
  return Row;
}
static std::optional<std::vector<int>> variable() {
  std::vector<int> Row = read();
  return Row;
}

struct MayThrow {
  MayThrow() : Row(100) {}
  MayThrow(const MayThrow &) = default;
  MayThrow(MayThrow &&Other) : Row(std::move(Other.Row)) {}
  std::vector<int> Row;
};
struct Noexcept {
  Noexcept() : Row(100) {}
  Noexcept(const Noexcept &) = default;
  Noexcept(Noexcept &&Other) noexcept : Row(std::move(Other.Row)) {}
  std::vector<int> Row;
};

template <typename T> static void grow() {
  std::vector<T> V;
  for (int I = 0; I < 16; ++I)
    V.emplace_back();
  use(V);
}

int main() {
  measure("std::move of a constant", 100000, [] {
    const std::vector<int> Row = read();
    std::vector<int> Kept(std::move(Row));
    use(Kept);
  });
  measure("std::move of a variable", 100000, [] {
    std::vector<int> Row = read();
    std::vector<int> Kept(std::move(Row));
    use(Kept);
  });
  measure("a constant returned as optional", 100000, [] { use(constant()); });
  measure("a variable returned as optional", 100000, [] { use(variable()); });
  measure("16 elements, move may throw", 10000, [] { grow<MayThrow>(); });
  measure("16 elements, noexcept", 10000, [] { grow<Noexcept>(); });
}
