// What std::shared_ptr<T>(new T) costs beside std::make_shared<T>():
//   clang++-19 -O2 -std=c++17 docs/checks/cost/shared-ptr-new.cpp -o cost && ./cost

#include "measure.h"
#include <memory>
#include <string>

template <int Bytes> struct Object {
  explicit Object(char C) : Memory{C} {}
  char Memory[Bytes];
};

template <int Bytes> static void compare() {
  const std::string Of = std::to_string(Bytes) + " bytes, ";
  measure((Of + "shared_ptr<T>(new T)").c_str(), 10'000'000, [&] {
    std::shared_ptr<Object<Bytes>> P(new Object<Bytes>('x'));
    use(P);
  });
  measure((Of + "make_shared<T>()").c_str(), 10'000'000, [&] {
    std::shared_ptr<Object<Bytes>> P(std::make_shared<Object<Bytes>>('x'));
    use(P);
  });
}

int main() {
  compare<8>();
  compare<64>();
  compare<256>();
}
