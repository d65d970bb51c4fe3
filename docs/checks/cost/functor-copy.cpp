// How often algorithms copy the functor that they are given:
//   clang++-19 -O2 docs/checks/cost/functor-copy.cpp -o cost && ./cost
//   ... -stdlib=libc++ ...

#include "measure.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

struct Less {
  std::vector<int> Rank;
  bool operator()(int A, int B) const { return A < B; }
  bool operator()(int A) const { return A < 0; }
};

int main() {
  for (int Size : {10, 1000}) {
    std::vector<int> Start(Size), V;
    unsigned Seed = 1;
    for (int &I : Start)
      I = int((Seed = Seed * 1103515245 + 12345) >> 8);
    const Less By{std::vector<int>(10)};
    std::printf("%d elements; an allocation is a copy\n", Size);
    V = Start;
    const auto B = V.begin(), E = V.end();
    auto Try = [&](const char *Name, auto Do) {
      measure(Name, 20, [&] {
        std::copy(Start.begin(), Start.end(), B);
        auto Result = (Do(), 0);
        use(Result);
      });
    };
    Try("sort", [&] { std::sort(B, E, By); });
    Try("sort, std::cref", [&] { std::sort(B, E, std::cref(By)); });
    Try("make_heap", [&] { std::make_heap(B, E, By); });
    Try("partial_sort, half",
        [&] { std::partial_sort(B, B + Size / 2, E, By); });
    Try("nth_element, the middle",
        [&] { std::nth_element(B, B + Size / 2, E, By); });
    Try("any_of", [&] {
      bool Any = std::any_of(B, E, By);
      use(Any);
    });
    Try("find_if", [&] {
      auto At = std::find_if(B, E, By);
      use(At);
    });
    Try("find_if, std::cref", [&] {
      auto At = std::find_if(B, E, std::cref(By));
      use(At);
    });
    Try("count_if", [&] {
      auto Count = std::count_if(B, E, By);
      use(Count);
    });
    Try("lower_bound", [&] {
      auto At = std::lower_bound(B, E, 1, By);
      use(At);
    });
    Try("for_each", [&] { std::for_each(B, E, By); });
  }
}
