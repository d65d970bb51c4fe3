// What it costs to empty a container by a new one, beside pop and clear():
//   clang++-19 -O2 -std=c++17 docs/checks/cost/emptied-by-new.cpp -o cost && ./cost

#include "measure.h"
#include <deque>
#include <stack>
#include <unordered_map>
#include <vector>

int main() {
  std::stack<int> S;
  measure("stack, 4 elements: by a new one", 3'000'000, [&] {
    S = std::stack<int>();
    for (int I = 0; I < 4; ++I)
      S.push(I);
    use(S);
  });
  measure("stack, 4 elements: by pop", 3'000'000, [&] {
    while (!S.empty())
      S.pop();
    for (int I = 0; I < 4; ++I)
      S.push(I);
    use(S);
  });
  std::vector<int> V;
  measure("vector, 64 elements: by a new one", 1'000'000, [&] {
    V = std::vector<int>();
    for (int I = 0; I < 64; ++I)
      V.push_back(I);
    use(V);
  });
  measure("vector, 64 elements: by clear()", 1'000'000, [&] {
    V.clear();
    for (int I = 0; I < 64; ++I)
      V.push_back(I);
    use(V);
  });
  std::unordered_map<int, int> M;
  measure("unordered_map, 64 elements: by a new one", 300'000, [&] {
    M = std::unordered_map<int, int>();
    for (int I = 0; I < 64; ++I)
      M[I] = I;
    use(M);
  });
  measure("unordered_map, 64 elements: by clear()", 300'000, [&] {
    M.clear();
    for (int I = 0; I < 64; ++I)
      M[I] = I;
    use(M);
  });
}
