// RUN: %check_tidy %s anomalloc-reserve-in-loop %t
// CHECK-SILENT

// Where reserve is right, or nobody can say.

#include <deque>
#include <map>
#include <string>
#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);

// Seed 002, repaired: before the loop, or after clear().
void after(const std::vector<Ints> &Blocks) {
  std::size_t Sum = 0;
  for (const Ints &B : Blocks)
    Sum += B.size();
  Ints All;
  All.reserve(Sum);
  Ints Row;
  for (const Ints &B : Blocks) {
    for (int I : B)
      All.push_back(I);
    Row.clear();
    // TWIN@+2: Row.clear(); ->
    Row.reserve(Row.size() + B.size());
    for (int I : B)
      Row.push_back(I);
    use(Row);
  }
  Ints Emptied;
  for (const Ints &B : Blocks) {
    Emptied.resize(0);
    // TWIN@+2: Emptied.resize(0); ->
    Emptied.reserve(Emptied.size() + B.size());
    for (int I : B)
      Emptied.push_back(I);
    use(Emptied);
  }
}

// A new one each time, or another one.
void fresh(const std::vector<Ints> &Blocks, std::vector<Ints> &Rows,
           std::map<int, Ints> &ByKey, Ints *P) {
  for (std::size_t K = 0; K < Blocks.size(); ++K) {
  // TWIN@{Row.reserve(Row.size() + Blocks[K].size())}: for -> Ints Row(1, 0); for
    Ints Row(1, 0);
    // TWIN@+2: Ints Row(1, 0); ->
    Row.reserve(Row.size() + Blocks[K].size());
    Row.insert(Row.end(), Blocks[K].begin(), Blocks[K].end());
    Rows[K].reserve(Rows[K].size() + 1);
    Rows[K].push_back(1);
    ByKey[int(K)].reserve(ByKey[int(K)].size() + 1);
    ByKey[int(K)].push_back(1);
    P->reserve(P->size() + 1);
    P->push_back(1);
    ++P;
    // TWIN@{P->reserve}: ++P; ->
  }
  for (Ints &R : Rows) {
    R.reserve(R.size() + 1);
    R.push_back(0);
  }
}

// Once, in no loop.
void once(Ints &V, const Ints &More) {
  V.reserve(V.size() + More.size());
  // TWIN: V.reserve -> while (true) { V.reserve
  V.insert(V.end(), More.begin(), More.end());
  // TWIN@-2: More.end()); -> More.end()); }
}
Ints joined(const Ints &A, const Ints &B) {
  Ints V(A);
  V.reserve(V.size() + B.size());
  // TWIN: V.reserve -> while (V.size() < 9) { V.reserve
  V.insert(V.end(), B.begin(), B.end());
  // TWIN@-2: B.end()); -> B.end()); }
  return V;
}

// Geometric, or another size.
void geometric(Ints &V, const Ints &Other, int N, std::size_t Total) {
  std::size_t Same = V.size() + N;
  while (N--) {
    if (V.size() == V.capacity())
      V.reserve(V.size() + V.size() / 2 + 8);
    V.reserve(2 * V.size() + 1);
    // TWIN: 2 * ->
    V.reserve(Other.size() + N);
    // TWIN: Other -> V
    V.reserve(Total);
    // TWIN: Total -> V.size() + Total
    V.reserve(Same); // the same each time
    // TWIN: Same -> V.size() + N
    V.push_back(N);
  }
}

// It does not grow, or the loop ends with it.
void leaves(Ints &V, const Ints &More, int N) {
  while (N--) {
    if (More.size() > 3) {
      V.reserve(V.size() + More.size());
      V.insert(V.end(), More.begin(), More.end());
      return;
      // TWIN@-2: return; ->
    }
  }
}
void shrinks(Ints &V, int N) {
  while (N--) {
    V.reserve(V.size() + 1);
    V.push_back(N);
    use(V);
    V.pop_back();
    // TWIN@-3: V.pop_back(); ->
  }
}

// Types of others: their reserve may do anything.
struct Growing {
  void reserve(std::size_t);
  std::size_t size() const;
  void push_back(int);
};
void others(Growing &G, int N) {
// TWIN@+3: Growing -> Ints
  while (N--) {
    G.reserve(G.size() + 1);
    G.push_back(N);
  }
}

// Macros, NOLINT, templates without instantiation.
#define ROOM(V, N) V.reserve(V.size() + N)
template <typename T> void dependent(T &V, int N) {
// TWIN@+3: template <typename T> void dependent(T -> void dependent(Ints
  while (N--) {
    V.reserve(V.size() + 1);
    V.push_back(N);
  }
}
void quiet(Ints &V, int N) {
  while (N--) {
    ROOM(V, 1);
    // TWIN: ROOM(V, 1) -> V.reserve(V.size() + 1)
    V.reserve(V.size() + 1); // NOLINT
    // TWIN: // NOLINT ->
    V.push_back(N);
  }
}
