// What growth without reserve costs:
//   clang++-19 -O2 docs/checks/cost/missing-reserve.cpp -o cost && ./cost
// Prints the cost of one whole loop.

#include "measure.h"
#include <string>
#include <vector>

template <typename T> static void run(const char *Type, const T &Value) {
  for (int Length : {8, 64, 1000})
    for (bool Reserve : {false, true}) {
      char What[64];
      std::snprintf(What, sizeof(What), "%s x %d, %s", Type, Length,
                    Reserve ? "reserve" : "no reserve");
      measureLoop(What, 2000000 / (Length + 20), [&](long N) {
        while (N--) {
          std::vector<T> V;
          if (Reserve)
            V.reserve(Length);
          for (int I = 0; I < Length; ++I)
            V.push_back(Value);
          use(V);
        }
      });
    }
}

int main() {
  run<int>("int", 1);
  run<std::string>("short string", "abc");
}
