// What `x = x * y` costs beside `x *= y`, for vectors of several lengths:
//   clang++-19 -O2 docs/checks/cost/binary-op-assign.cpp -o cost && ./cost

#include "measure.h"
#include <string>
#include <vector>

struct ObjectData {
  std::vector<double> Values;
  ObjectData &operator*=(const ObjectData &Other) {
    for (std::size_t I = 0; I < Values.size(); ++I)
      Values[I] *= Other.Values[I];
    return *this;
  }
};
static ObjectData operator*(ObjectData X, const ObjectData &Y) {
  X *= Y;
  return X;
}

int main() {
  for (int Length : {2, 16, 128, 1024}) {
    const long Runs = 20'000'000 / (Length + 20);
    const std::string Of = std::to_string(Length) + " doubles, ";
    ObjectData X{std::vector<double>(Length, 1.0)},
        Y{std::vector<double>(Length, 1.0)};
    measure((Of + "x = x * y").c_str(), Runs, [&] {
      X = X * Y;
      use(X);
    });
    measure((Of + "x *= y").c_str(), Runs, [&] {
      X *= Y;
      use(X);
    });
  }
}
