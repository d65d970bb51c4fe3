// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {WarnOutsideLoops: true}}"
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
  Ints A, B, C, D, E, F;
  for (int I : V) {
    if (good(I))
      A.push_back(I);
    good(I) ? B.push_back(I) : void();
  }
  for (int I : V) {
    if (!good(I))
      continue;
    C.push_back(I);
  }
  for (unsigned I = 0; I < N; ++I) {
    D.push_back(I);
    if (good(I))
      break;
  }
  for (int I : V) {
    E.push_back(I);
    if (good(I))
      return;
  }
  for (unsigned I = 0; I < N; ++I) {
    switch (I) {
    case 1:
      F.push_back(I);
    }
  }
}

void notCounted(unsigned N, std::forward_list<int> &L, int Step) {
  Ints A, B, C, D, E, G;
  while (N--) {
    A.push_back(N);
    use(A);
  }
  for (unsigned I = 0; I < N; I += Step) {
    B.push_back(I);
    use(B);
  }
  for (unsigned I = 0; I < N; ++I) {
    C.push_back(I);
    --N;
  }
  for (unsigned I = 0; I < N; ++I) {
    D.push_back(I);
    ++I;
  }
  for (int X : L) {
    E.push_back(X);
    use(E);
  }
  for (int I = 0; I < next(); ++I) {
    G.push_back(I);
    use(G);
  }
}

void hasRoom(const Ints &V, Ints &Unknown, Ints Parameter, unsigned N) {
  Ints A, B, C(7), D, E(1);
  A.reserve(V.size());
  fill(B);
  for (int I : V) {
    A.push_back(I);
    B.push_back(I);
    C.push_back(I);
    Unknown.push_back(I);
    Parameter.push_back(I);
    D.clear();
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
    A.push_back(I);
    use(A);
  }
  std::string Short, Hex;
  for (int I = 0; I < 12; ++I)
    Short += 'x';
  for (int I = 0; I < Digits; ++I)
    Hex += Text[I];
}

// Made small again by another name.
void small(const Ints &V, unsigned N) {
  Ints A;
  for (unsigned I = 0; I < N; ++I) {
    A.resize(0);
    A.push_back(I);
    use(A);
  }
}

// Containers without reserve.
void others(const Ints &V) {
  std::list<int> L;
  std::deque<int> D;
  for (int I : V) {
    L.push_back(I);
    D.push_back(I);
  }
}

// Macros, NOLINT, templates without instantiation.
#define COPY(V, New) for (int I : V) { New.push_back(I); use(New); }
template <typename T> void dependent(const std::vector<T> &V) {
  std::vector<T> New;
  for (const T &X : V) {
    New.push_back(X);
    use(New);
  }
}
void quiet(const Ints &V) {
  Ints A, B;
  COPY(V, A)
  for (int I : V) {
    B.push_back(I); // NOLINT
    use(B);
  }
}
