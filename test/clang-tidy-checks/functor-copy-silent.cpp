// RUN: %check_tidy %s anomalloc-functor-copy %t -std=c++11,c++17,c++20
// CHECK-SILENT

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using Row = std::vector<int>;

// Seed 002, after.
class SortFunctor {
  Row m_ranks;

public:
  explicit SortFunctor(const Row &R) : m_ranks(R) {}
  SortFunctor(SortFunctor const &) = delete;
  SortFunctor &operator=(SortFunctor const &) = delete;
  bool operator()(int A, int B) const {
    return m_ranks[std::size_t(A)] < m_ranks[std::size_t(B)];
  }
};
void after(Row &V, const Row &Ranks) {
  const SortFunctor Cmp{Ranks};
  std::sort(V.begin(), V.end(), std::cref(Cmp));
}

// Owns nothing.
struct Light {
  const Row *Ranks;
  bool operator()(int A, int B) const {
    return (*Ranks)[std::size_t(A)] < (*Ranks)[std::size_t(B)];
  }
};

// Calls change it: one object is not the same as its copies.
struct Counter {
  Row Seen;
  void operator()(int I) { Seen.push_back(I); }
};
struct Cache {
  mutable Row Known;
  bool operator()(int I) const {
    Known.push_back(I);
    return Known.size() > 2;
  }
};

// Called with a functor, but once; or the functor that comes back is used.
struct Below {
  Row Limits;
  bool operator()(int I) const { return I < Limits[0]; }
};
#define COUNT(V, F) std::count_if(V.begin(), V.end(), F)
int silent(Row &V, const Light &L, Counter C, const Cache &H, const Below &B) {
  std::sort(V.begin(), V.end(), L);
  std::vector<Counter> All;
  long N = std::count_if(V.begin(), V.end(), B);
  for (int I = 0; I < 3; ++I) {
    C = std::for_each(V.begin(), V.end(), C);
    N += std::count_if(V.begin(), V.end(), H);
    N += COUNT(V, B);
    N += std::count_if(V.begin(), V.end(), B); // NOLINT
    N += std::count_if(V.begin(), V.end(), std::cref(B));
    N += long(std::for_each(V.begin(), V.end(), B).Limits.size());
    // Made in the place of the parameter, and not copied inside.
    std::for_each(V.begin(), V.end(), Below{V});
    // A container keeps its own.
    std::vector<Below> Kept;
    Kept.push_back(B);
    // capture-copy's.
    const Row Ranks = V;
    N += std::count_if(V.begin(), V.end(),
                       [Ranks](int A) { return Ranks[0] < A; });
  }
  return int(N);
}
