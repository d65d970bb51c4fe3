// RUN: %check_tidy %s anomalloc-expensive-object-in-loop %t -- -config='{CheckOptions: {Hints: true}}'

// Containers of the same constants, made anew for each look at them.

#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

int sum(const std::vector<int> &V);
struct Shape {
  bool has(const std::vector<std::string> &Names) const;
};
struct Drawing {
  Drawing(int I, const std::vector<double> &Weights);
};
constexpr int Most = 7;

int temporaries(const Shape &S, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Sum += sum({1, 2, Most});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'std::vector<int>' is made of the same constants each time, inside a loop; make it a 'static const' variable [anomalloc-expensive-object-in-loop]
    Sum += S.has({"red", "green", "blue"});
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'std::vector<std::string>' is made of the same constants each time
    Drawing D(I, {0.5, 0.25});
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'std::vector<double>' is made of the same constants each time
    Sum += std::set<int>{2, 3, 5}.count(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'std::set<int>' is made of the same constants each time
  }
  return Sum;
}

int lent(int N) {
  int Sum = 0;
  while (N--) {
    const std::vector<int> Primes = {2, 3, 5, 7};
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'std::vector<int>' is made of the same constants each time, inside a loop; make it a 'static const' variable
    Sum += sum(Primes);
  }
  return Sum;
}

// In a function that others call.
bool isKeyword(const std::string &Word) {
  return std::unordered_set<std::string>{"for", "while", "if"}.count(Word) > 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'std::unordered_set<std::string>' is made of the same constants each time; make it a 'static const' variable
}
