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
  // TWIN@{std::cref(Cmp)}: = delete -> = default
  SortFunctor &operator=(SortFunctor const &) = delete;
  bool operator()(int A, int B) const {
    return m_ranks[std::size_t(A)] < m_ranks[std::size_t(B)];
  }
};
void after(Row &V, const Row &Ranks) {
  const SortFunctor Cmp{Ranks};
  std::sort(V.begin(), V.end(), std::cref(Cmp));
  // TWIN: std::cref(Cmp) -> Cmp
}

// Owns nothing.
struct Light {
  const Row *Ranks;
  // TWIN@{std::sort(V.begin(), V.end(), L)}: *Ranks; -> *Ranks; Row Own;
  bool operator()(int A, int B) const {
    return (*Ranks)[std::size_t(A)] < (*Ranks)[std::size_t(B)];
  }
};

// Calls change it: one object is not the same as its copies.
struct Counter {
  Row Seen;
  void operator()(int I) { Seen.push_back(I); }
  // TWIN@{std::for_each(V.begin(), V.end(), Changed)}: { Seen.push_back(I); } -> const { (void)I; }
};
struct Cache {
  mutable Row Known;
  // TWIN@{count_if(V.begin(), V.end(), H)}: mutable -> 
  bool operator()(int I) const {
    Known.push_back(I);
    // TWIN@{count_if(V.begin(), V.end(), H)}: Known.push_back(I); ->
    return Known.size() > 2;
  }
};

// Called with a functor, but once; or the functor that comes back is used.
struct Below {
  Row Limits;
  bool operator()(int I) const { return I < Limits[0]; }
};
#define COUNT(V, F) std::count_if(V.begin(), V.end(), F)
int silent(Row &V, const Light &L, const Cache &H, const Below &B,
           Counter Changed) {
  std::sort(V.begin(), V.end(), L);
  Below B2 = B;
  long N = 0;
  for (int I = 0; I < 3; ++I) {
    std::for_each(V.begin(), V.end(), Changed);
    B2 = std::for_each(V.begin(), V.end(), B2);
    // TWIN: B2 = std -> std
    N += std::count_if(V.begin(), V.end(), H);
    N += COUNT(V, B);
    // TWIN: COUNT(V, B) -> std::count_if(V.begin(), V.end(), B)
    N += std::count_if(V.begin(), V.end(), B); // NOLINT
    // TWIN: // NOLINT ->
    N += std::count_if(V.begin(), V.end(), std::cref(B));
    // TWIN: std::cref(B) -> B
    N += long(std::for_each(V.begin(), V.end(), B).Limits.size());
    // TWIN: N += long(std::for_each(V.begin(), V.end(), B).Limits.size()) -> std::for_each(V.begin(), V.end(), B)
    // Made in the place of the parameter, and not copied inside.
    std::for_each(V.begin(), V.end(), Below{V});
    // TWIN: Below{V} -> B
    // A container keeps its own.
    std::vector<Below> Kept;
    Kept.push_back(B);
    // TWIN: Kept.push_back(B) -> std::for_each(V.begin(), V.end(), B)
    // capture-copy's.
    const Row Ranks = V;
    N += std::count_if(V.begin(), V.end(),
                       [Ranks](int A) { return Ranks[0] < A; });
  }
  return int(N);
}
