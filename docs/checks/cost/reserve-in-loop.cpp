// What reserve(size() + n) in a loop costs:
//   clang++-19 -O2 docs/checks/cost/reserve-in-loop.cpp -o cost && ./cost
// and with -stdlib=libc++. Prints the cost of appending one block of four.

#include "measure.h"
#include <string>
#include <unordered_set>
#include <vector>

template <bool Reserve> static void run(const char *With) {
  char What[64];
  for (long Steps : {100L, 1000L, 20000L}) {
    std::snprintf(What, sizeof(What), "vector, %ld blocks, %s", Steps, With);
    measureLoop(What, Steps, [](long Blocks) {
      std::vector<int> V;
      for (long B = 0; B < Blocks; ++B) {
        if (Reserve)
          V.reserve(V.size() + 4);
        for (int I = 0; I < 4; ++I)
          V.push_back(I);
      }
      use(V);
    });
  }
  std::snprintf(What, sizeof(What), "string, 20000 blocks, %s", With);
  measureLoop(What, 20000, [](long Blocks) {
    std::string S;
    for (long B = 0; B < Blocks; ++B) {
      if (Reserve)
        S.reserve(S.size() + 4);
      S.append("abcd");
    }
    use(S);
  });
  std::snprintf(What, sizeof(What), "unordered_set, 20000 blocks, %s", With);
  measureLoop(What, 20000, [](long Blocks) {
    std::unordered_set<long> S;
    for (long B = 0; B < Blocks; ++B) {
      if (Reserve)
        S.reserve(S.size() + 4);
      for (int I = 0; I < 4; ++I)
        S.insert(4 * B + I);
    }
    use(S);
  });
}

int main() {
  run<true>("reserve");
  run<false>("no reserve");
}
