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
  for (int I = 0; I < N; ++I) {
    bsz.clear();
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
    Ints D;
    D.push_back(N);
    ByKey[N] = D;
    Ints E;
    E.push_back(N);
    std::swap(Rows[0], E);
    Ints F;
    F = made();
    use(F);
    Ints G = made();
    G.push_back(1);
    use(G);
    Ints H;
    H.push_back(N);
    if (N == 7)
      return H;
  }
  return {};
}

// Kept by somebody.
void escapes(std::vector<Ints *> &All, int N) {
  while (N--) {
    Ints A;
    A.push_back(N);
    All.push_back(&A);
    Ints B;
    B.push_back(N);
    keep(&B);
    Ints C;
    C.push_back(N);
    later([&C] { use(C); });
    Ints D;
    D.push_back(N);
    later([D] { use(D); });
  }
}

// Not filled, short, of constant size, or without memory to use again.
void cheap(const std::vector<std::string> &Names, int N) {
  while (N--) {
    Ints Unused;
    Ints Empty;
    use(Empty);
    std::string Short;
    Short += 'x';
    Short += "yz";
    use(Ints(Short.size()));
    Ints Three(3);
    Three[0] = N;
    use(Three);
    std::map<int, int> Nodes;
    Nodes[N] = N;
    std::set<int> More;
    More.insert(N);
    std::list<int> Most;
    Most.push_back(N);
    const Ints Fixed(N, 1);
    use(Fixed);
    Ints Same = Three; // only read: another anomaly
    use(Same);
    static Ints Static;
    Static.push_back(N);
    Ints &Alias = Static;
    Alias.push_back(N);
  }
}

// Rarely: in a branch, or on the way out.
void rarely(const Ints &V, int N) {
  for (int I : V) {
    if (I < 0) {
      Ints Bad;
      Bad.push_back(I);
      use(Bad);
    }
  }
  for (;;) {
    Ints Last;
    for (int I : V)
      Last.push_back(I);
    use(Last);
    break;
  }
  do {
    Ints Once;
    Once.insert(Once.end(), V.begin(), V.end());
    use(Once);
  } while (false);
}

void perhaps(const std::vector<std::string> &Names, int N) {
  for (const std::string &Name : Names) {
    std::string Error;
    if (Name.empty())
      Error = "there is a name without any character";
    use(Ints(Error.size()));
    std::string Line; // one string for all lines
    while (std::getline(std::cin, Line))
      use(Ints(Line.size()));
    std::unordered_set<int> Seen; // nodes, but for one allocation
    for (int I = 0; I < N; ++I)
      Seen.insert(I);
  }
  for (const std::string &Name : Names) { // much more is done with each
    std::ifstream In(Name);
    Ints All;
    for (int I; In >> I;)
      All.push_back(I);
    use(All);
  }
  for (int Level = 0; Level < 7; ++Level) {
    Ints Few;
    for (int I = 0; I < Level; ++I)
      Few.push_back(I);
    use(Few);
  }
}

// The elements' destructors do more than free memory.
struct Guard { ~Guard(); };
struct Holds { std::string Name; Guard G; };
void destructors(int N) {
  while (N--) {
    std::vector<Guard> A;
    A.emplace_back();
    std::vector<std::unique_ptr<int>> B;
    B.emplace_back(new int);
    std::vector<Holds> C;
    C.emplace_back();
    std::vector<std::shared_ptr<Guard>> D;
    D.emplace_back();
  }
}

// Iterations that run at the same time.
void threads(int N) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    Ints V;
    for (int J = 0; J < I; ++J)
      V.push_back(J);
    use(V);
  }
#pragma omp parallel for collapse(2)
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
  Ints V;
  for (int J = 0; J < N; ++J)
    V.push_back(J);
  use(V);
}
#define EACH(N, Body) for (int I = 0; I < N; ++I) { Ints V; Body; use(V); }
void macros(int N) {
  EACH(N, V.push_back(I))
  while (N--) {
    Ints V; // NOLINT
    V.push_back(N);
    use(V);
  }
}
template <typename T> void dependent(int N) {
  while (N--) {
    std::vector<T> V;
    V.push_back(N);
  }
}
