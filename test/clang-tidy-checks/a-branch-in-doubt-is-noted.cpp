// RUN: %check_tidy %s anomalloc-operator-temporary %t -- -config='{CheckOptions: {Hints: true, Levels: true}}'

#include <vector>

class Vector {
public:
  explicit Vector(int Size) : Values(Size) {}
  double &operator()(int I) { return Values[I]; }
  double norm() const;

private:
  std::vector<double> Values;
};
Vector operator+(const Vector &, const Vector &);
Vector operator*(double, const Vector &);

static bool Verbose;
static double norm(const Vector &A, const Vector &B) {
  if (Verbose)
    return (A + 2.0 * B).norm();
  // CHECK-NOTES: :[[@LINE-1]]:15: remark: this expression makes 2 new objects such as this 'Vector', which own heap memory (member 'Values'), in a function that is called in a loop; use functions that fill an object made once in place of the operators; not in view: whether the loop's calls come here [anomalloc-operator-temporary]
  // CHECK-NOTES: :[[@LINE-2]]:15: note: anomalloc-level: shown, once a call
  // CHECK-NOTES: :[[@LINE+7]]:12: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-5]]:7: note: and from there only if this is so
  return 0;
}
double norms(const Vector &A, const Vector &B, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += norm(A, B);
  return Sum;
}
