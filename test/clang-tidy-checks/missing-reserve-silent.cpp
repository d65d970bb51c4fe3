// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"
// CHECK-SILENT

// Nobody knows how many, they are few, or there is room.

#include <deque>
#include <forward_list>
#include <list>
#include <string>
#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
void fill(Ints &);
int next();
bool good(int);

void conditional(const Ints &V, unsigned N) {
  Ints B, F;
  for (int I : V) {
    good(I) ? B.push_back(I) : void();
    // TWIN B: good(I) ? B.push_back(I) : void() -> B.push_back(I)
  }
  for (unsigned I = 0; I < N; ++I) {
    switch (I) {
    // TWIN@+4: switch (I) ->
    case 1:
    // TWIN@+2: case 1: ->
      F.push_back(I);
    }
  }
}

void notCounted(unsigned N, std::forward_list<int> &L, int Step) {
  Ints A, B, C, D, E, G;
  for (unsigned I = 0; I < N; I += Step) {
  // TWIN@+2: I += Step -> ++I
    B.push_back(I);
    use(B);
  }
  for (unsigned I = 0; I < N; ++I) {
    C.push_back(I);
    --N;
    // TWIN@-1: --N; ->
  }
  for (unsigned I = 0; I < N; ++I) {
    D.push_back(I);
    ++I;
    // TWIN@-1: ++I; ->
  }
  for (int X : L) {
  // TWIN@+2: L -> A
    E.push_back(X);
    use(E);
  }
  for (int I = 0; I < next(); ++I) {
  // TWIN@+2: next() -> Step
    G.push_back(I);
    use(G);
  }
}

void hasRoom(const Ints &V, Ints &Unknown, Ints Parameter, unsigned N) {
// TWIN D@{Unknown.push_back}: &Unknown -> &Other
// TWIN E@{Parameter.push_back}: Ints Parameter -> Ints Other
  Ints A, B, C(7), D, E(1);
  // TWIN C@{C.push_back(I); // has elements}: C(7) -> C
  // TWIN D@{Unknown.push_back}: A, -> A, Unknown,
  // TWIN E@{Parameter.push_back}: A, -> A, Parameter,
  A.reserve(V.size());
  // TWIN@{A.push_back(I); // reserved}: A.reserve(V.size()); ->
  fill(B);
  // TWIN B@{B.push_back(I); // filled}: fill(B); ->
  for (int I : V) {
    A.push_back(I); // reserved
    B.push_back(I); // filled
    C.push_back(I); // has elements
    Unknown.push_back(I);
    Parameter.push_back(I);
    D.clear();
    // TWIN F@+2: D.clear(); ->
    D.push_back(I);
    E.push_back(I);
  }
  for (int I : V) { // it has elements already
    E.push_back(I);
    use(E);
  }
  Ints F;
  for (unsigned I = 0; I < N; ++I) {
    for (int J : V) { // not empty in the second iteration
      F.push_back(J);
      use(F);
    }
    fill(F);
  }
}

void few(const std::string &Text, int Digits) {
  Ints A;
  for (int I = 0; I < 4; ++I) {
  // TWIN@+2: 4 -> 400
    A.push_back(I);
    use(A);
  }
  std::string Short, Hex;
  for (int I = 0; I < 12; ++I)
  // TWIN@+2: 12 -> 400
    Short += 'x';
  for (int I = 0; I < Digits; ++I)
  // TWIN@+2: Digits -> 400
    Hex += Text[I];
}

// Made small again by another name.
void small(const Ints &V, unsigned N) {
  Ints A;
  for (unsigned I = 0; I < N; ++I) {
    A.resize(0);
    // TWIN@+2: A.resize(0); ->
    A.push_back(I);
    use(A);
  }
}

// Containers without reserve.
void others(const Ints &V) {
  std::list<int> L;
  // TWIN@{L.push_back(I)}: list -> vector
  std::deque<int> D;
  // TWIN B@+4: deque -> vector
  for (int I : V) {
    L.push_back(I);
    D.push_back(I);
  }
}

// Emptied behind a loop over its elements: their room stays.
struct Pattern {
  Ints Signs;
};
void sorted(Pattern &P, const Ints &V) {
  int Sum = 0;
  for (std::size_t I = 0; I < V.size(); ++I) {
    const int Sign = P.Signs[I];
    // TWIN@{P.Signs.push_back}: P.Signs[I] -> V[I]
    Sum += Sign;
  }
  P.Signs.clear();
  for (int I : V)
    P.Signs.push_back(I + Sum);
}
void walked(Ints &All, const Ints &V) {
  int Sum = 0;
  for (int I : All)
    // TWIN@{All.push_back(I + Sum)}: : All) -> : V)
    Sum += I;
  All.clear();
  for (int I : V)
    All.push_back(I + Sum);
}

// Macros, NOLINT, templates without instantiation.
#define COPY(V, New) for (int I : V) { New.push_back(I); use(New); }
template <typename T> void dependent(const std::vector<T> &V) {
// TWIN@+4: template <typename T> void dependent(const std::vector<T> -> using T = int; void dependent(const std::vector<T>
  std::vector<T> New;
  for (const T &X : V) {
    New.push_back(X);
    use(New);
  }
}
void quiet(const Ints &V) {
  Ints A, B;
  COPY(V, A)
  // TWIN: COPY(V, A) -> for (int I : V) A.push_back(I);
  for (int I : V) {
    B.push_back(I); // NOLINT
    // TWIN: // NOLINT ->
    use(B);
  }
}
