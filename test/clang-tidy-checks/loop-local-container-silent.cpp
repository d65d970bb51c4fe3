// RUN: %check_tidy %s anomalloc-loop-local-container %t -std=c++17 -- -- -fopenmp -I %S/Inputs
// CHECK-SILENT

// A new one in each iteration is right, or costs nothing.

#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <list>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
void later(std::function<void()>);
void keep(Ints *);
Ints made();

// Seed 002, repaired.
void seed(int N) {
  Ints bsz;
  // TWIN@+3: Ints bsz; ->
  for (int I = 0; I < N; ++I) {
    bsz.clear();
    // TWIN: bsz.clear() -> Ints bsz
    bsz.reserve(I);
    for (int J = 0; J < I; ++J)
      bsz.push_back(J);
    use(bsz);
  }
}

// Moved, copied or returned: the memory goes away with it.
Ints goesAway(std::vector<Ints> &Rows, std::map<int, Ints> &ByKey, int N) {
  while (N--) {
    Ints A, B;
    Ints C;
    C.push_back(N);
    Rows.push_back(std::move(C));
    // TWIN@-2: Rows.push_back(std::move(C)) -> use(C)
    Ints D;
    D.push_back(N);
    ByKey[N] = D;
    // TWIN@-2: ByKey[N] = D -> use(D)
    Ints E;
    E.push_back(N);
    std::swap(Rows[0], E);
    // TWIN@-2: std::swap(Rows[0], E) -> use(E)
    Ints F;
    F = made();
    // TWIN@-1: = made() -> .push_back(N)
    use(F);
    Ints G = made();
    // TWIN: = made() ->
    G.push_back(1);
    use(G);
    Ints H;
    H.push_back(N);
    if (N == 7)
      return H;
      // TWIN@-3: return H -> use(H)
  }
  return {};
}

// Kept by somebody.
void escapes(std::vector<Ints *> &All, int N) {
  while (N--) {
    Ints A;
    A.push_back(N);
    All.push_back(&A);
    // TWIN@-2: All.push_back(&A) -> use(A)
    Ints B;
    B.push_back(N);
    keep(&B);
    // TWIN@-2: keep(&B) -> use(B)
    Ints C;
    C.push_back(N);
    later([&C] { use(C); });
    // TWIN@-2: later([&C] { use(C); }) -> use(C)
    Ints D;
    D.push_back(N);
    later([D] { use(D); });
    // TWIN@-2: later([D] { use(D); }) -> use(D)
  }
}

// Not filled, short, of constant size, or without memory to use again.
extern Ints Source;
void cheap(const std::vector<std::string> &Names, int N) {
  while (N--) {
    Ints Unused;
    // TWIN: Unused; -> Unused; Unused.push_back(N);
    Ints Empty;
    use(Empty);
    // TWIN@-1: use(Empty) -> Empty.push_back(N)
    Ints Three(3);
    // TWIN: 3 -> N
    Three[0] = N;
    N -= Three[1];
    std::map<int, int> Nodes;
    // TWIN: std::map<int, int> Nodes -> std::vector<int> Nodes(N)
    Nodes[N] = N;
    std::set<int> More;
    // TWIN: set -> vector
    More.insert(N);
    // TWIN@-2: insert -> push_back
    std::list<int> Most;
    // TWIN: list -> vector
    Most.push_back(N);
    const Ints Fixed(N, 1);
    // TWIN: const ->
    use(Fixed);
    Ints Same = Source; // only read: another anomaly
    // TWIN: Same = Source; -> Same = Source; Same.push_back(N);
    use(Same);
    static Ints Static;
    // TWIN: static ->
    Static.push_back(N);
    Ints &Alias = Static;
    // TWIN: &Alias = Static -> Alias
    Alias.push_back(N);
  }
}

static int filled(Ints &V, int I) {
  V.push_back(I);
  return int(V.size());
}

// Rarely: in a branch, or on the way out.
void rarely(const Ints &V, int N) {
  for (int I : V) {
    if (I < 0) {
    // TWIN@+2: if (I < 0) ->
      Ints Bad;
      Bad.push_back(I);
      use(Bad);
    }
    Ints Seldom;
    if (I < 0) {
    // TWIN@-1: if (I < 0) ->
      const int Size = filled(Seldom, I);
      use({Size});
    }
  }
  for (;;) {
    Ints Last;
    for (int I : V)
      Last.push_back(I);
    use(Last);
    break;
    // TWIN@-4: break; ->
  }
  do {
    Ints Once;
    Once.insert(Once.end(), V.begin(), V.end());
    use(Once);
  } while (false);
  // TWIN@-3: false -> N--
}

void perhaps(const std::vector<std::string> &Names) {
  for (const std::string &Name : Names) { // much more is done with each
    std::ifstream In(Name);
    // TWIN@+2: std::ifstream In(Name); -> std::istream &In = std::cin;
    Ints All;
    for (int I; In >> I;)
      All.push_back(I);
    use(All);
  }
  for (int Level = 0; Level < 7; ++Level) {
  // TWIN@+2: 7 -> 7000
    Ints Few;
    for (int I = 0; I < Level; ++I)
      Few.push_back(I);
    use(Few);
  }
}

// The elements' destructors do more than free memory.
struct Guard { ~Guard(); };
// TWIN@{std::vector<Guard> A}: ~Guard(); ->
struct Holds { std::string Name; Guard G; };
// TWIN@{std::vector<Holds> C}: Guard G -> int G
void destructors(int N) {
  while (N--) {
    std::vector<Guard> A;
    A.emplace_back();
    std::vector<std::unique_ptr<int>> B;
    // TWIN: std::unique_ptr<int> -> int *
    B.emplace_back(new int);
    std::vector<Holds> C;
    C.emplace_back();
    std::vector<std::shared_ptr<Guard>> D;
    // TWIN: std::shared_ptr<Guard> -> int
    D.emplace_back();
  }
}

// Iterations that run at the same time.
void threads(int N) {
#pragma omp parallel for
// TWIN@+3: #pragma omp parallel for ->
  for (int I = 0; I < N; ++I) {
    Ints V;
    for (int J = 0; J < I; ++J)
      V.push_back(J);
    use(V);
  }
#pragma omp parallel for collapse(2)
// TWIN@+4: #pragma omp parallel for collapse(2) ->
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      Ints V;
      for (int K = 0; K < J; ++K)
        V.push_back(K);
      use(V);
    }
}

// In no loop; in macros; NOLINT; in templates that nobody uses.
void noLoop(int N) {
// TWIN@+2: { -> { while (N--) {
  Ints V;
  for (int J = 0; J < N; ++J)
    V.push_back(J);
  use(V); // no loop
  // TWIN@-3: // no loop -> }
}
#define EACH(N, Body) for (int I = 0; I < N; ++I) { Ints V; Body; use(V); }
void macros(int N) {
  EACH(N, V.push_back(I))
  // TWIN: EACH(N, V.push_back(I)) -> for (int I = 0; I < N; ++I) { Ints V; V.push_back(I); use(V); }
  while (N--) {
    Ints V; // NOLINT
    // TWIN: // NOLINT ->
    V.push_back(N);
    use(V);
  }
}
template <typename T> void dependent(int N) {
// TWIN@+3: template <typename T> -> using T = int;
  while (N--) {
    std::vector<T> V;
    V.push_back(N);
  }
}
