// What the temporary key of a look-up costs:
//   clang++-19 -O2 -std=c++17 docs/checks/cost/heterogeneous-lookup.cpp -o cost && ./cost

#include "measure.h"
#include <map>
#include <string>
#include <string_view>

template <typename Map> static Map filled(int Size) {
  Map M;
  for (int I = 0; I < Size; ++I)
    M["a key with quite some text " + std::to_string(I)] = I;
  return M;
}

int main() {
  for (int Size : {10, 1000, 100000}) {
    const auto Plain = filled<std::map<std::string, int>>(Size);
    const auto Any = filled<std::map<std::string, int, std::less<>>>(Size);
    const std::string Of = std::to_string(Size) + " keys, ";
    long Found = 0;
    measure((Of + "std::less<std::string>").c_str(), 2'000'000, [&] {
      Found += Plain.count("a key with quite some text 7");
      use(Found);
    });
    measure((Of + "std::less<>, literal").c_str(), 2'000'000, [&] {
      Found += Any.count("a key with quite some text 7");
      use(Found);
    });
    measure((Of + "std::less<>, string_view").c_str(), 2'000'000, [&] {
      Found += Any.count(std::string_view("a key with quite some text 7"));
      use(Found);
    });
  }
}
