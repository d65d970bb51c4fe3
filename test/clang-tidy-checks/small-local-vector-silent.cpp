// RUN: %check_tidy %s anomalloc-small-local-vector %t -std=c++17
// RUN: %check_tidy %s anomalloc-small-local-vector %t -check-suffix=ALL -no-twins -- -config='{CheckOptions: {Hints: true}}'

// Sizes that nobody knows, vectors that must be vectors, code that runs once.

// CHECK-SILENT
// CHECK-SILENT-ALL

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace boost {} // something of it is included

void takes(std::vector<int> &);
void reads(const std::vector<int> &);
int number();

int unknown(int N, std::vector<int> &Out) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Parameter(N);
    // TWIN: (N) -> (std::min(N, 8))
    std::vector<int> Index(I);
    // TWIN: (I) -> (std::min(I, 8))
    std::vector<int> Call(number());
    // TWIN: number() -> std::min(number(), 8)
    std::vector<int> Max(std::max(N, 8));
    // TWIN: max -> min
    std::vector<int> Large(std::min(N, 1000));
    // TWIN: 1000 -> 8
    int Changed = I;
    if (Changed > 8)
      return 0;
    Changed *= 1000;
    // TWIN@{int> Guarded}: Changed *= 1000; ->
    std::vector<int> Guarded(Changed);
    std::vector<int> WrongGuard(N);
    if (N > 8)
      return 0;
    std::vector<int> Grows;
    for (std::size_t J = 0; J < Out.size(); ++J)
    // TWIN@-1: Out.size() -> 8
      Grows.push_back(int(J));
    std::vector<int> StepChanges;
    for (int J = 0; J < 8; ++J) {
      StepChanges.push_back(J);
      J -= number();
      // TWIN@{int> StepChanges}: J -= number(); ->
    }
    std::vector<int> InLambda;
    auto Add = [&] { InLambda.push_back(1); };
    // TWIN@{int> InLambda}: auto Add = [&] -> auto Add = [] {}; for (int J = 0; J < 8; ++J)
    while (number())
      Add();
    std::vector<int> While;
    while (number())
      // TWIN@{int> While}: while (number()) -> for (int J = 0; J < 8; ++J)
      While.push_back(1);
    std::vector<int> Inserted;
    Inserted.insert(Inserted.end(), Large.begin(), Large.end());
    // TWIN@{int> Inserted}: insert(Inserted.end(), Large.begin(), Large.end()) -> push_back(1)
    Sum += Parameter[0] + Index[0] + Call[0] + Max[0] + Large[0] + Guarded[0] +
           WrongGuard[0] + Grows[0] + StepChanges[0] + InLambda[0] + While[0] +
           Inserted[0];
  }
  for (int I = 0; I < N; ++I) {
    std::vector<int> Passed(std::min(N, 8));
    std::vector<int> Read(std::min(N, 8));
    takes(Passed);
    // TWIN@{int> Passed}: takes(Passed) -> Passed[0] = 1
    reads(Read);
    // TWIN@{int> Read}: reads(Read) -> Read[0] = 1
    std::vector<int> Moved(std::min(N, 8));
    std::vector<int> Copied(std::min(N, 8));
    Out = std::move(Moved);
    // TWIN@{int> Moved}: Out = std::move(Moved) -> Moved[0] = 1
    Out = Copied;
    // TWIN@{int> Copied}: Out = Copied -> Copied[0] = 1
    std::vector<int> Swapped(std::min(N, 8));
    Swapped.swap(Out);
    // TWIN@{int> Swapped}: .swap(Out) -> [0] = 1
    std::vector<bool> Bits(std::min(N, 8));
    // TWIN: bool -> int
    static std::vector<int> Static(std::min(N, 8));
    // TWIN: static ->
    // What anomalloc-constant-size-vector reports.
    std::vector<int> Constant(8);
    // TWIN: 8 -> std::min(N, 8)
    std::vector<int> Braced{1, 2};
    // TWIN: {1, 2} -> (std::min(N, 2))
    std::vector<int> Resized;
    Resized.resize(5);
    // TWIN@{int> Resized}: 5 -> std::min(N, 5)
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
    // TWIN: SMALL(V, N) -> std::vector<int> V(std::min(N, 8))
    Sum += V[0];
    std::vector<int> W(std::min(N, 8)); // NOLINT
    // TWIN: // NOLINT ->
    Sum += W[0];
  }
  return Sum;
}

template <typename T> T dependent(int N) {
// TWIN@{std::vector<T> V}: template <typename T> T dependent -> using T = int; T dependent
  T Sum = T();
  while (N--) {
    std::vector<T> V(std::min(N, 8));
    Sum += V[0];
  }
  return Sum;
}
