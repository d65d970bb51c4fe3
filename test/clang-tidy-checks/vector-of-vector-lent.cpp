// RUN: %check_tidy %s anomalloc-vector-of-vector %t -- -config='{CheckOptions: {Hints: true}}'

// Rows that are handed to functions of other files, or copied as a whole.

#include <cmath>
#include <vector>

using Matrix = std::vector<std::vector<double>>;
double cluster(const Matrix &Points, double Distance);
double change(Matrix &Points);

double coordinates(int N, double X) {
  Matrix Points;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Matrix' keeps each row of 'Points' in a heap block of its own; 'std::vector<std::array<double, 4>>' needs one; not in view: whether the functions that it is handed to can take them as well [anomalloc-vector-of-vector]
  // Of no constant length: a flat vector would be another interface.
  Matrix Long;
  // Filled anew by others.
  Matrix Changed;
  for (int I = 0; I < N; ++I) {
    Points.push_back({X / 2, X / I, X, X + 1});
    Long.push_back(std::vector<double>(N));
    Changed.push_back({X, X});
  }
  return cluster(Points, 2) + cluster(Long, 2) + change(Changed);
}

class Iteration {
public:
  Iteration(int Systems, int Nodes) {
    Loads.resize(Systems);
    for (int I = 0; I < Systems; ++I)
      Loads[I].resize(Nodes);
  }
  void step(int Systems, int Nodes) {
    Matrix Old = Loads;
    for (int S = 0; S < Systems; ++S)
      for (int I = 1; I < Nodes; ++I)
        Loads[S][I] = (Old[S][I] + Old[S][I - 1]) / 2;
  }

private:
  Matrix Loads;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Matrix' keeps each row of 'Loads' in a heap block of its own, and all rows are walked through, inside 2 nested loops; a flat 'std::vector<double>' with one index needs one
};
