// What the tests in this folder are about: a step that needs no memory of its own.
#ifndef EXAMPLES_TESTING_SOLVER_H
#define EXAMPLES_TESTING_SOLVER_H

#include <cstddef>
#include <vector>

class Solver {
public:
  explicit Solver(std::size_t Points) : Values(Points, 1.0), Next(Points) {}

  /// One step of Jacobi's method for a rod whose ends are kept at 0 and 1.
  void step() {
#ifdef SOLVER_ALLOCATES // What a test is to find.
    Next = std::vector<double>(Values.size());
#endif
    for (std::size_t I = 0; I != Values.size(); ++I) {
      double Left = I ? Values[I - 1] : 0;
      double Right = I + 1 == Values.size() ? 1 : Values[I + 1];
      Next[I] = (Left + Right) / 2;
    }
    Values.swap(Next);
  }

  double middle() const { return Values[Values.size() / 2]; }

private:
  std::vector<double> Values, Next;
};

#endif
