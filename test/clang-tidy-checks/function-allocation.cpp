// RUN: %check_tidy %s anomalloc-function-allocation %t -std=c++17,c++23 -stdlib=libstdc++
// RUN: %check_tidy %s anomalloc-function-allocation %t -std=c++17 -stdlib=libc++ -check-suffix=LIBCXX
// RUN-FIXED: same-output fewer-allocations
// RUN-FIXED-LIBCXX: same-output fewer-allocations

// libstdc++ keeps 16 bytes in place, libc++ 24.

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

static long Sum;

// The body is seen to call it and no more.
static void each(int N, const std::function<void(int)> &Do) {
  for (int I = 0; I < N; ++I)
    Do(I);
}
// Not seen here: a closure that refers to locals is no thing to keep.
void unseen(std::function<void(int)> Do);

struct Scale {
  std::vector<int> Factors;
  void operator()(int I) const { Sum += I * Factors[0]; }
};

void arguments(int N) {
  long A = 1, B = 2, C = 3, D = 4;
  const Scale S{{2}};
  auto Named = [A, B, C, D](int I) { Sum += A + B + C + D + I; };
  for (int I = 0; I < N; ++I) {
    each(I, [&A, &B](int J) { A += B + J; });
    each(I, [&A, &B, &C](int J) { A += B + C + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a lambda of 24 bytes is made into a 'std::function<void (int)>', which allocates to hold it, inside a loop; let 'each' take a template parameter or a function_ref [anomalloc-function-allocation]
    unseen([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: a lambda of 32 bytes {{.*}}; let 'unseen' take a function_ref
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:12: warning: a lambda of 32 bytes
    each(I, Named);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a lambda of 32 bytes {{.*}} inside a loop; hand over 'std::cref' of it
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:13: warning: a lambda of 32 bytes
    // CHECK-FIXES: each(I, std::cref(Named));
    // CHECK-FIXES-LIBCXX: each(I, std::cref(Named));
    each(I, S);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a 'Scale' of 24 bytes is made into
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:13: warning: a 'Scale' of 24 bytes is made into
    // CHECK-FIXES: each(I, std::cref(S));
    // CHECK-FIXES-LIBCXX: each(I, std::cref(S));
  }
  Sum += A;
}

long locals(int N) {
  long A = 1, B = 2, C = 3, D = 4;
  for (int I = 0; I < N; ++I) {
    const std::function<long(int)> At = [&](int J) { return A + B + C + D + J; };
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: a lambda of 32 bytes is made into a 'std::function<long (int)>', which allocates to hold it, inside a loop; make 'At' an 'auto'
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:36: warning: a lambda of 32 bytes
    // CHECK-FIXES: const auto At = [&](int J) { return A
    // CHECK-FIXES-LIBCXX: const auto At = [&](int J) { return A
    A += At(1) + At(2);
    // The result would have another type.
    std::function<int(int)> Narrow = [&](int J) { return A + B + C + D + J; };
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: {{.*}}; make 'Narrow' an 'auto', and give the lambda the signature that it is called with
    // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:29: warning:
    A += Narrow(1);
    std::function<long(long)> Power = [&](long J) -> long {
      // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: a lambda of 40 bytes {{.*}}; let the lambda take itself as a parameter, or make it a function
      // CHECK-MESSAGES-LIBCXX: :[[@LINE-2]]:39: warning:
      return J ? A + B + C + D + Power(J - 1) : 0;
    };
    A += Power(2);
  }
  return A;
}

void unseen(std::function<void(int)> Do) { Do(1); }

int main() {
  arguments(3);
  std::printf("%ld %ld\n", Sum, locals(3));
}
