// RUN: %check_tidy %s anomalloc-small-local-vector %t -std=c++17
// RUN: %check_tidy %s anomalloc-small-local-vector %t -check-suffix=ALL -- -config='{CheckOptions: {WarnOutsideLoops: true}}'

// Sizes that nobody knows, vectors that must be vectors, code that runs once.

// CHECK-SILENT
// CHECK-SILENT-ALL

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

void takes(std::vector<int> &);
void reads(const std::vector<int> &);
int number();

int unknown(int N, std::vector<int> &Out) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Parameter(N), Index(I), Call(number());
    std::vector<int> Max(std::max(N, 8));
    std::vector<int> Large(std::min(N, 1000));
    int Changed = I;
    if (Changed > 8)
      return 0;
    Changed *= 1000;
    std::vector<int> Guarded(Changed);
    std::vector<int> WrongGuard(N);
    if (N > 8)
      return 0;
    std::vector<int> Grows;
    for (std::size_t J = 0; J < Out.size(); ++J)
      Grows.push_back(int(J));
    std::vector<int> StepChanges;
    for (int J = 0; J < 8; ++J) {
      StepChanges.push_back(J);
      J -= number();
    }
    std::vector<int> InLambda;
    auto Add = [&] { InLambda.push_back(1); };
    while (number())
      Add();
    std::vector<int> While;
    while (number())
      While.push_back(1);
    std::vector<int> Inserted;
    Inserted.insert(Inserted.end(), Large.begin(), Large.end());
    Sum += Parameter[0] + Index[0] + Call[0] + Max[0] + Large[0] + Guarded[0] +
           WrongGuard[0] + Grows[0] + StepChanges[0] + InLambda[0] + While[0] +
           Inserted[0];
  }
  for (int I = 0; I < N; ++I) {
    std::vector<int> Passed(std::min(N, 8)), Read(std::min(N, 8));
    takes(Passed);
    reads(Read);
    std::vector<int> Moved(std::min(N, 8)), Copied(std::min(N, 8));
    Out = std::move(Moved);
    Out = Copied;
    std::vector<int> Swapped(std::min(N, 8));
    Swapped.swap(Out);
    std::vector<bool> Bits(std::min(N, 8));
    static std::vector<int> Static(std::min(N, 8));
    // What anomalloc-constant-size-vector reports.
    std::vector<int> Constant(8), Braced{1, 2}, Resized;
    Resized.resize(5);
    Sum += Resized[0];
    Sum += Bits[0] + Static[0] + Constant[0] + Braced[1];
  }
  return Sum;
}

#define SMALL(Name, N) std::vector<int> Name(std::min(N, 8))
int inMacro(int N) {
  int Sum = 0;
  while (N--) {
    SMALL(V, N);
    Sum += V[0];
    std::vector<int> W(std::min(N, 8)); // NOLINT
    Sum += W[0];
  }
  return Sum;
}

template <typename T> T dependent(int N) {
  T Sum = T();
  while (N--) {
    std::vector<T> V(std::min(N, 8));
    Sum += V[0];
  }
  return Sum;
}
