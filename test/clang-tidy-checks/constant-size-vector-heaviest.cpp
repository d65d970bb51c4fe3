// RUN: %check_tidy %s anomalloc-constant-size-vector %t -- -config='{CheckOptions: {Hints: true}}'

// Of several constructors, the one that a loop calls counts.

#include <vector>

class Rule {
public:
  Rule() : Weights(4) {}
  explicit Rule(double Weight) : Weights(4, Weight) {}
  double weight(int I) const { return Weights[I]; }

private:
  std::vector<double> Weights;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: each 'Rule' allocates room for 4 elements of 'Weights', a number that never changes, in a function that is called in a loop; 'std::array<double, 4>' holds them in place [anomalloc-constant-size-vector]
};

double first() { return Rule().weight(0); }
double sum(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += Rule(I).weight(1);
  return Sum;
}
