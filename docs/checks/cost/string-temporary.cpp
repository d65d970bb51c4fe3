// What a temporary std::string costs beside a std::string_view:
//   clang++-19 -O2 -std=c++17 docs/checks/cost/string-temporary.cpp -o cost && ./cost

#include "measure.h"
#include <string>
#include <string_view>

__attribute__((noinline)) static bool isKey(const std::string &Name) {
  return Name == "key";
}
__attribute__((noinline)) static bool isKeyView(std::string_view Name) {
  return Name == "key";
}

int main() {
  const long Runs = 20'000'000;
  bool Found = false;
  measure("literal of 8 to const std::string &", Runs, [&] {
    Found ^= isKey("8 chars.");
    use(Found);
  });
  measure("literal of 32 to const std::string &", Runs, [&] {
    Found ^= isKey("32 characters that do not fit in");
    use(Found);
  });
  measure("literal of 32 to std::string_view", Runs, [&] {
    Found ^= isKeyView("32 characters that do not fit in");
    use(Found);
  });
  for (int Length : {8, 64, 1024}) {
    const std::string Line(Length + 10, 'x');
    const std::string Of = std::to_string(Length) + " characters, ";
    measure((Of + "std::string").c_str(), Runs / 4, [&] {
      std::string Text(Line.data(), Length);
      Found ^= Text == "key";
      use(Found);
    });
    measure((Of + "std::string_view").c_str(), Runs / 4, [&] {
      const std::string_view Text(Line.data(), Length);
      Found ^= Text == "key";
      use(Found);
    });
    measure((Of + "substr").c_str(), Runs / 4, [&] {
      Found ^= Line.substr(1, Length) == "key";
      use(Found);
    });
    measure((Of + "substr of a view").c_str(), Runs / 4, [&] {
      Found ^= std::string_view(Line).substr(1, Length) == "key";
      use(Found);
    });
  }
}
