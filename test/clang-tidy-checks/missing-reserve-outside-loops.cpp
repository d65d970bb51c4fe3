// RUN: %check_tidy %s anomalloc-missing-reserve %t

// The loop that fills a container counts once; what repeats it is said.

#include <vector>

using Ints = std::vector<int>;
void use(const Ints &);
int next(int);

void once(const Ints &V) {
  Ints A;
  for (int I : V) {
    A.push_back(next(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'A' grows element by element to a size that is known before; call 'A.reserve(V.size())' before the loop
    // CHECK-FIXES: {{^}}  A.reserve(V.size());{{$}}
    use(A);
  }
}

void inALoop(const std::vector<Ints> &Rows) {
  for (const Ints &V : Rows) {
    Ints A;
    for (int I : V) {
      A.push_back(next(I));
      // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'A' grows element by element to a size that is known before, inside a loop; call 'A.reserve(V.size())' before the loop
      // CHECK-FIXES: {{^}}    A.reserve(V.size());{{$}}
      use(A);
    }
  }
}

void called(const Ints &V) {
  Ints A;
  for (int I : V) {
    A.push_back(next(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'A' grows {{.*}}, in a function that is called in a loop; call 'A.reserve(V.size())'
    // CHECK-FIXES: {{^}}  A.reserve(V.size());{{$}}
    use(A);
  }
}
void calls(const std::vector<Ints> &Rows) {
  for (const Ints &V : Rows)
    called(V);
}
