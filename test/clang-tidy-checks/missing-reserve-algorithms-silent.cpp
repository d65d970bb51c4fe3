// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"
// CHECK-SILENT

// They have room, are not empty, or nobody knows how many elements come.

#include <algorithm>
#include <deque>
#include <iterator>
#include <istream>
#include <list>
#include <vector>

using Ints = std::vector<int>;
void use(Ints &);

using Walked = std::list<int>::const_iterator;
// TWIN@{back_inserter(D)}: std::list<int> -> Ints
void silent(const Ints &V, Ints &Out, Walked B, Walked E, std::istream &In) {
  Ints A, C, D, F, G;
  std::deque<int> Q;
  A.reserve(V.size());
  // TWIN@+2: A.reserve(V.size()); ->
  std::copy(V.begin(), V.end(), std::back_inserter(A));
  std::copy(V.begin(), V.end(), std::back_inserter(Out));
  // TWIN: Out)) -> G))
  use(C);
  // TWIN@+2: use(C) ->
  std::copy(V.begin(), V.end(), std::back_inserter(C));
  std::copy(B, E, std::back_inserter(D));
  std::copy(std::istream_iterator<int>(In), {}, std::back_inserter(F));
  // TWIN: std::istream_iterator<int>(In), {} -> V.begin(), V.end()
  std::copy(V.begin(), V.end(), std::back_inserter(Q));
}

// Each of them adds to what is there.
Ints joined(const std::vector<Ints> &Rows) {
  Ints All;
  for (const Ints &Row : Rows)
  // TWIN@+2: for (const Ints &Row : Rows) -> const Ints &Row = Rows[0];
    std::copy(Row.begin(), Row.end(), std::back_inserter(All));
  return All;
}
