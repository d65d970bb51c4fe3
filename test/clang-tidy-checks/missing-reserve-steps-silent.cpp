// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config="{CheckOptions: {Hints: true}}"
// CHECK-SILENT

// Loops whose count nobody can tell before.

#include <istream>
#include <iterator>
#include <list>
#include <string>
#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
void change(unsigned &);
bool good(int);
unsigned next();

// Something else changes the variable or the bound, or may.
void changed(unsigned N, unsigned M, unsigned K, unsigned &Of, const int *P,
             const int *E) {
  Ints A, B, C, D, F, G;
  while (N--) {
    A.push_back(int(N));
    change(N);
    // TWIN@-1: change(N); ->
  }
  while (M) {
    B.push_back(int(M));
    if (good(int(M)))
    // TWIN@-1: if (good(int(M))) ->
      --M;
  }
  while (K) {
    if (good(int(K)))
      continue;
      // TWIN@+3: continue; -> use(C);
    --K;
    C.push_back(int(K));
  }
  while (Of--) // somebody may hold it
  // TWIN@+2: Of-- -> K--
    D.push_back(1);
  for (; P != E; ++P) {
    F.push_back(*P);
    --E;
    // TWIN@-1: --E; ->
  }
  for (unsigned I = next(); I > 0; --I)
  // TWIN@+2: next() -> K
    G.push_back(int(I));
}

// Nothing to subtract.
using Walked = std::list<int>::iterator;
// TWIN@{push_back(*B)}: std::list<int> -> Ints
void walked(Walked B, Walked E, std::istream_iterator<int> In,
            std::istream_iterator<int> End) {
  Ints A, C;
  for (; B != E; ++B)
    A.push_back(*B);
  for (; In != End; ++In)
    C.push_back(*In);
}

// They go another way, or stop at something else.
void other(unsigned N, const char *Text, const char *End) {
  Ints A, B, C;
  for (unsigned I = 100; I > N; I += 2)
  // TWIN@+2: I += 2 -> I -= 1
    A.push_back(int(I));
  for (unsigned I = 0; I != N; I += 2)
  // TWIN@+2: I != N -> I < N
    B.push_back(int(I));
  for (; *Text; ++Text)
  // TWIN@+2: *Text; -> Text != End;
    C.push_back(*Text);
}

// The end is declared by the loop, of what it changes.
void head(Ints V, unsigned N) {
  Ints A;
  for (unsigned I = 0, E = N; I < E; ++I) {
    A.push_back(int(I));
    --E;
    // TWIN@-1: --E; ->
  }
}
