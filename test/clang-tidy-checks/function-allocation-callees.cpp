// RUN: %check_tidy %s anomalloc-function-allocation %t -- -config='{CheckOptions: {Hints: true}}'

// a template parameter is no advice for virtual functions, nor for those whose
// body callers do not see

#include <functional>

struct Sockets {
  virtual ~Sockets() = default;
  virtual void each(const std::function<void(int)> &Do) { Do(1); }
};
void defined(const std::function<void(int)> &Do);
namespace {
void own(const std::function<void(int)> &Do) { Do(1); }
} // namespace

long calls(Sockets &S, int N) {
  long A = 1, B = 2, C = 3, D = 4;
  for (int I = 0; I < N; ++I) {
    S.each([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: a lambda of 32 bytes {{.*}}; let 'each' take a function_ref [anomalloc-function-allocation]
    defined([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a lambda of 32 bytes {{.*}}; let 'defined' take a function_ref [anomalloc-function-allocation]
    own([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: a lambda of 32 bytes {{.*}}; let 'own' take a template parameter or a function_ref [anomalloc-function-allocation]
  }
  return A;
}
void defined(const std::function<void(int)> &Do) { Do(1); }
