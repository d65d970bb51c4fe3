// RUN: %check_tidy %s anomalloc-function-allocation %t -- -config='{CheckOptions: {Hints: true}}'

// a template parameter is no advice for virtual functions, nor for those whose
// body callers do not see; one whose body is not in view may keep what it gets,
// all the more if it takes it by value

#include <functional>

struct Sockets {
  virtual ~Sockets() = default;
  virtual void each(const std::function<void(int)> &Do) { Do(1); }
};
void defined(const std::function<void(int)> &Do);
namespace {
void own(const std::function<void(int)> &Do) { Do(1); }
} // namespace

void lent(const std::function<void(int)> &Do);
void given(std::function<void(int)> Do);
struct Pool {
  void start(const std::function<void(int)> &Do);
  void post(std::function<void(int)> Do);
  virtual void later(std::function<void(int)> Do);
};

long unseen(Pool &P, int N) {
  long A = 1, B = 2, C = 3, D = 4;
  for (int I = 0; I < N; ++I) {
    lent([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: a lambda of 32 bytes {{.*}}; let 'lent' take a function_ref; not in view: whether 'lent' keeps it after the call [anomalloc-function-allocation]
    P.start([&](int J) { A += B + C + D + J; });
    // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: a lambda of 32 bytes {{.*}}; let 'start' take a function_ref; not in view: whether 'start' keeps it
    const auto Named = [&](int J) { A += B + C + D + J; };
    lent(Named);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: a lambda of 32 bytes {{.*}}; hand over 'std::cref' of it; not in view: whether 'lent' keeps it
    given([&](int J) { A += B + C + D + J; });
    P.post([&](int J) { A += B + C + D + J; });
    P.later([&](int J) { A += B + C + D + J; });
  }
  return A;
}
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
