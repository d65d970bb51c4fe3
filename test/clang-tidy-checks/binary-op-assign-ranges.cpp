// RUN: %check_tidy %s anomalloc-binary-op-assign %t -std=c++20

// The algorithms of std::ranges are objects that are called; they repeat what
// they are given, other such objects of std call it once.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

struct Data {
  std::vector<double> Values;
  Data &operator*=(double);
  Data operator*(double) const;
};

void lambdas(Data X, Data Y, const std::vector<double> &Factors) {
  std::ranges::for_each(Factors, [&](double F) { X = X * F; });
  // CHECK-MESSAGES: :[[@LINE-1]]:52: warning: {{.*}}, inside a loop; '*=' works in place
  // CHECK-FIXES: std::ranges::for_each(Factors, [&](double F) { X *= F; });
  std::function<void()> Once;
  Once = [&] { Y = Y * 2.0; };
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}}; '*=' works in place
  std::equal_to<>()(Factors.size(), [&] { Y = Y * 2.0; return 1u; }());
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: {{.*}}(member 'Values'); '*=' works in place
}
