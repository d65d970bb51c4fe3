// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config='{CheckOptions: {Hints: true}}'

// Elements that are added to a member or parameter one by one.

#include <string>
#include <vector>

struct Options {
  Options() {
    Args.push_back("one");
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Args' grows in 4 steps, and allocates at most of them; assign all elements in braces, or call 'Args.reserve(4)' before [anomalloc-missing-reserve]
    Args.push_back("two");
    Args.push_back("three");
    Args.emplace_back("four");
  }
  void set(double A, double B) {
    Weights.clear();
    Weights.push_back(A);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: 'Weights' grows in 3 steps, {{.*}}; not in view: whether it has the room from before
    const double C = A + B;
    Weights.push_back(B);
    Weights.push_back(C);
  }
  std::vector<std::string> Args;
  std::vector<double> Weights;
};

void corners(std::vector<int> &Out, int N) {
  Out.clear();
  Out.push_back(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:7: remark: 'Out' grows in 3 steps
  Out.push_back(N + 1);
  Out.push_back(N + 2);
}
