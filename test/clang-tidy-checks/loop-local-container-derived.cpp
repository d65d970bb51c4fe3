// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'

// Containers by another name, and those whose elements a function of C fills.

#include <string>
#include <vector>

class Numbers : public std::vector<double> {
public:
  using std::vector<double>::vector;
  double sum() const;
};
struct Ids : std::vector<int> {};
struct Tags : Ids {};
class Filled : public std::vector<int> {
public:
  explicit Filled(int N) : std::vector<int>(N) {}
};
extern "C" void c_solve(int N, const double *From, double *To);

double all(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Numbers Row;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Numbers' is made and filled anew in each iteration, and allocates each time, inside a loop; declare it before the loop, and 'clear()' it here, to use its memory again [anomalloc-loop-local-container]
    for (int J = 0; J < I; ++J)
      Row.push_back(J);
    Ids Seen;
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'Ids' is made and filled anew
    for (int J = 0; J < I; ++J)
      Seen.push_back(J);
    Tags Both;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Tags' is made and filled anew
    Both.assign(N, I);
    Numbers Sized(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Numbers' is made and filled anew {{.*}}, and 'clear()' and 'resize()' it here
    Sized[0] = Row[0];
    Filled Own(3);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: 'Filled' is made anew {{.*}}; not in view: what the constructor of 'Filled' does
    Own[0] = I;
    Sum += Own[0] + Row.sum() + Seen[0] + Both[0] + Sized.sum();
  }
  // CHECK-FIXES: Numbers Row;
  return Sum;
}

double solve(const std::vector<double> &From, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<double> To(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'std::vector<double>' is made and filled anew
    c_solve(N, From.data(), To.data());
    std::vector<double> Other(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'std::vector<double>' is made and filled anew
    c_solve(N, From.data(), &Other[0]);
    Sum += To[0] + Other[0];
  }
  return Sum;
}
