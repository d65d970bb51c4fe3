// What a container or stream costs that each iteration makes anew, beside one
// that is cleared:
//   clang++-19 -O2 docs/checks/cost/loop-local-container.cpp -o cost && ./cost
// Prints the cost of one iteration.

#include "measure.h"
#include <sstream>
#include <string>
#include <vector>

static void fill(std::vector<int> &V, int Length) {
  for (int I = 0; I < Length; ++I)
    V.push_back(I);
  use(V);
}

int main() {
  for (int Length : {4, 32, 256}) {
    char What[64];
    std::snprintf(What, sizeof(What), "vector of %d, push_back, new", Length);
    measureLoop(What, 100000, [=](long N) {
      while (N--) {
        std::vector<int> V;
        fill(V, Length);
      }
    });
    std::snprintf(What, sizeof(What), "vector of %d, push_back, clear", Length);
    measureLoop(What, 100000, [=](long N) {
      std::vector<int> V;
      while (N--) {
        V.clear();
        fill(V, Length);
      }
    });
    std::snprintf(What, sizeof(What), "vector(%d), new", Length);
    measureLoop(What, 100000, [=](long N) {
      while (N--) {
        std::vector<double> V(Length);
        use(V);
      }
    });
    std::snprintf(What, sizeof(What), "vector(%d), clear, resize", Length);
    measureLoop(What, 100000, [=](long N) {
      std::vector<double> V;
      while (N--) {
        V.clear();
        V.resize(Length);
        use(V);
      }
    });
  }
  measureLoop("ostringstream, new", 100000, [](long N) {
    while (N--) {
      std::ostringstream Out;
      Out << "number " << N;
      use(Out);
    }
  });
  measureLoop("ostringstream, str(\"\"), clear()", 100000, [](long N) {
    std::ostringstream Out;
    while (N--) {
      Out.str("");
      Out.clear();
      Out << "number " << N;
      use(Out);
    }
  });
}
