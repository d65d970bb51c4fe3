#include <cstdlib>

__attribute__((noinline)) void solve(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block = std::malloc(1000);
    std::free(Block);
  }
}

int main(int, char **Arguments) {
  solve(std::atoi(Arguments[1]));
  return std::atoi(Arguments[1]) == 99 ? 1 : 0;
}
