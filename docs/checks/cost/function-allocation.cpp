// What std::function costs, by the size of its closure:
//   clang++-19 -O2 docs/checks/cost/function-allocation.cpp -o cost && ./cost
//   ... -stdlib=libc++ ...

#include "measure.h"
#include <array>
#include <functional>

[[gnu::noinline]] static int byFunction(const std::function<int(int)> &F) {
  return F(1) + F(2);
}
template <class Callable> [[gnu::noinline]] static int byTemplate(Callable &F) {
  return F(1) + F(2);
}

template <std::size_t Size> static void closure() {
  std::array<char, Size> Data{};
  use(Data);
  auto F = [Data](int I) { return Data[0] + I; };
  std::printf("closure of %zu bytes\n", sizeof F);
  measure("std::function", 1'000'000, [&] {
    int I = byFunction(F);
    use(I);
  });
  measure("std::function of std::cref", 1'000'000, [&] {
    int I = byFunction(std::cref(F));
    use(I);
  });
  measure("template parameter", 1'000'000, [&] {
    int I = byTemplate(F);
    use(I);
  });
}

int main() {
  closure<16>();
  closure<24>();
  closure<32>();
}
