// RUN: %check_tidy %s anomalloc-small-local-vector %t -std=c++11,c++23
// RUN: %check_tidy %s anomalloc-small-local-vector %t -check-suffix=LLVM -- -config='{CheckOptions: {anomalloc-small-local-vector.SmallVector: llvm::SmallVector, anomalloc-small-local-vector.MaxBytes: 32}}'

// Local vectors that the code keeps small: N is what it shows.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace boost {} // something of it is included

// Sizes.
int sizes(int N, int Flags, const int (&BuiltIn)[6]) {
  if (N < 0)
    return 0;
  std::array<int, 5> Array = {};
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Min(std::min(I, 8));
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::vector<int>' allocates heap memory for at most 8 elements, inside a loop; 'boost::container::small_vector<int, 8>' holds them in place [anomalloc-small-local-vector]
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning: {{.*}} 'llvm::SmallVector<int, 8>' holds them in place
    std::vector<int> Remainder(std::size_t(I) % 8 + 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 8 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    std::vector<int> Masked(Flags & 3, 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 3 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    std::vector<int> Chosen(I > 4 ? 4 : I);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 4 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    std::vector<int> Later;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 10 elements
    Later.resize(I < 9 ? I + 1 : 2 * Array.size());
    int Count = I;
    if (Count > 6 || I < 0)
      throw std::out_of_range("Count");
    std::vector<int> Guarded(Count);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 6 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    assert(I <= 7);
    std::vector<int> Asserted(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 7 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    if (N < 5) {
      std::vector<double> Inside(N);
      // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: {{.*}} for at most 4 elements
      // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:27: warning:
      Sum += int(Inside.size());
    }
    Sum += int(Min.size() + Remainder[0] + Masked.size() + Chosen.size());
    Sum += int(Later[0] + Guarded.size() + Asserted.size()) + BuiltIn[0];
  }
  return Sum;
}

// Growth.
int growth(int N, const int (&BuiltIn)[6]) {
  int Sum = 0;
  while (N-- > 0) {
    std::vector<int> Counted;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 4 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    for (int I = 0; I < 4; ++I)
      if (I != N)
        Counted.push_back(I);
    std::vector<short> Nested;
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'std::vector<short>' {{.*}} for at most 13 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:24: warning:
    for (int I = 1; I <= 2; I++)
      for (int Element : BuiltIn)
        Nested.emplace_back(short(Element));
    Nested.push_back(1);
    std::vector<int> Straight;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 2 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    Straight.push_back(N);
    if (N > 3)
      Straight.push_back(3);
    std::vector<int> Shrinks = {1, 2, 3};
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} for at most 3 elements
    // CHECK-MESSAGES-LLVM: :[[@LINE-2]]:22: warning:
    Shrinks.erase(Shrinks.begin());
    for (int X : Counted)
      Sum += X;
    Sum += Nested[0] + Straight.back() + Shrinks[0];
  }
  return Sum;
}
