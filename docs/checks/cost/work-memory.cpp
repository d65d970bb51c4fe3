// What work memory costs that each call allocates, beside a member's:
//   clang++-19 -O2 docs/checks/cost/work-memory.cpp -o cost && ./cost
// Prints the cost of one call.

#include "measure.h"
#include <vector>

static void work(std::vector<double> &V) {
  V[0] = 1;
  use(V);
}

int main() {
  for (int Size : {8, 100, 1000}) {
    char What[64];
    std::snprintf(What, sizeof(What), "vector(%d) of each call", Size);
    measureLoop(What, 100000, [=](long N) {
      while (N--) {
        std::vector<double> V(Size);
        work(V);
      }
    });
    std::snprintf(What, sizeof(What), "member, assign(%d, 0)", Size);
    measureLoop(What, 100000, [=](long N) {
      std::vector<double> V;
      while (N--) {
        V.assign(Size, 0);
        work(V);
      }
    });
    std::snprintf(What, sizeof(What), "member, resize(%d)", Size);
    measureLoop(What, 100000, [=](long N) {
      std::vector<double> V;
      while (N--) {
        V.resize(Size);
        work(V);
      }
    });
  }
}
