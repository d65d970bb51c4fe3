// RUN: %check_tidy %s anomalloc-constant-size-vector %t -std=c++11,c++20

// Members, where all that uses them is seen; nothing is changed for the user.

#include <string>
#include <vector>

void reads(const std::vector<int> &);

class Quadrature {
public:
  Quadrature() : Weights(4, 0.25), Points{0.1, 0.2}, Numbers(Count), Passed(3), Grown(3), Large(500) {
    reads(Passed);
    Grown.push_back(1);
  }
  Quadrature(double Weight) : Weights(4, Weight), Points(2), Numbers(3), Passed(3), Grown(3), Large(500) {}
  double weight(int I) const { return Weights[I]; }
  double point(int I) const { return Points.at(I); }
  double sum() const {
    double Sum = 0;
    for (double W : Weights)
      Sum += W * Large[0] + Differs[0] + Default.back();
    return Sum + Numbers[0];
  }

private:
  static const int Count = 3;
  std::vector<double> Weights;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: each 'Quadrature' allocates room for 4 elements of 'Weights', a number that never changes, in a function that is called in a loop; 'std::array<double, 4>' holds them in place [anomalloc-constant-size-vector]
  std::vector<double> Points;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: each 'Quadrature' allocates room for 2 elements of 'Points'
  std::vector<float> Numbers;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning:
  std::vector<int> Default = {1, 2, 3};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  std::vector<int> Passed, Grown;
  std::vector<double> Large;
  std::vector<int> Differs = std::vector<int>(Count + 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: each 'Quadrature' allocates room for 4 elements
};

struct SizesDiffer {
  SizesDiffer() : V(3) {}
  SizesDiffer(int N) : V(N) {}
  SizesDiffer(char) {}
  int first() const { return V[0]; }
  std::vector<int> V;
};

// Objects are made once.
struct Single {
  Single() : V(3) {}
  std::vector<int> V;
};

template <int N> struct Table {
  std::vector<int> V = std::vector<int>(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  int at(int I) { return V[I]; }
};

int main(int Count, char **) {
  double Sum = 0;
  for (int I = 0; I < Count; ++I) {
    Quadrature Q, R(0.5);
    Quadrature Copy = Q;
    Sum += Q.weight(I) + R.point(0) + Copy.sum();
    Sum += SizesDiffer().first() + SizesDiffer(3).first() + SizesDiffer('c').first();
    Table<3> T;
    Table<5> U;
    Sum += T.at(1) + U.at(1);
  }
  Single S;
  return int(Sum) + S.V[0];
}
