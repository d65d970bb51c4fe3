// RUN: %check_tidy %s anomalloc-operator-temporary %t -- -config='{CheckOptions: {Hints: true}}'

// A function is called in a loop, but what it does depends on a mode: that is
// set before the loop, as a rule. Said of all checks; this one stands for them.

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

enum class Kind { Linear, Cubic, Optimal };

namespace {
bool Verbose;

class Fit {
public:
  Fit(int N, Kind Is) : Is(Is), A(N), B(N) {}
  double enumerated() const {
    if (Is == Kind::Optimal)
      return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: this expression makes 2 new objects {{.*}}, in a function that is called in a loop; {{.*}}; not in view: whether the loop's calls come here [anomalloc-operator-temporary]
    return (A + 3.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: this expression makes 2 new objects
  }
  double switched() const {
    switch (kind()) {
    case Kind::Linear:
    case Kind::Cubic:
      return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: this expression makes 2 new objects {{.*}}; not in view: whether the loop's calls come here
    default:
      return (A + 3.0 * B).norm();
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: this expression makes 2 new objects
    }
  }
  double optional(int Order, int N) const {
    if (Verbose && N > 0)
      return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: this expression makes 2 new objects {{.*}}; not in view: whether the loop's calls come here
    if (Verbose || N > 0)
      return (A + 3.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: this expression makes 2 new objects
    if (Degree == 3)
      return (A + 4.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: this expression makes 2 new objects {{.*}}; not in view: whether the loop's calls come here
    return Order == 3 ? (A + 5.0 * B).norm() : 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: this expression makes 2 new objects
  }
  double once() {
    if (Done)
      return Norm;
    Done = true;
    return Norm = (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: this expression makes 2 new objects {{.*}}; not in view: whether the loop's calls come here
  }
  double checked() {
    if (!Open)
      return 0;
    return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: this expression makes 2 new objects
  }
  // The branch may stand further up.
  double handedOn() { return Is == Kind::Cubic ? inner() : 0; }
  double inner() {
    return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: this expression makes 2 new objects {{.*}}; not in view: whether the loop's calls come here
  }
  // Each point has a kind of its own.
  double perPoint(const Kind *Kinds, int I) const {
    if (Kinds[I] == Kind::Linear)
      return (A + 2.0 * B).norm();
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: this expression makes 2 new objects
    return 0;
  }

private:
  Kind kind() const { return Is; }

  Kind Is;
  int Degree = 3;
  bool Done = false, Open = true;
  double Norm = 0;
  Vector A, B;
};
} // namespace

double fits(Fit &F, const Kind *Kinds, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += F.enumerated() + F.switched() + F.optional(I, N) + F.once() +
           F.checked() + F.handedOn() + F.perPoint(Kinds, I);
  return Sum;
}
