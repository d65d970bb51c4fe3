// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'

// Node containers, and classes that own memory, made anew in each iteration.

#include <deque>
#include <map>
#include <valarray>
#include <vector>

/// A matrix as a program of its own writes it.
class Matrix {
public:
  Matrix(int Rows, int Columns) : Columns(Columns), Entries(Rows * Columns) {}
  double &operator()(int I, int J) { return Entries[I * Columns + J]; }
  double operator()(int I, int J) const { return Entries[I * Columns + J]; }

private:
  int Columns;
  std::vector<double> Entries;
};
double trace(const Matrix &M);

double matrices(int N, int Size) {
  double Sum = 0;
  for (int I = 1; I < N; ++I) {
    Matrix B(3, 8);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew in each iteration, and allocates each time, inside a loop; declare it before the loop, and set its elements here, to use its memory again [anomalloc-loop-local-container]
    B(0, 0) = I;
    Matrix K(Size, Size), Other(I, I);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew
    // CHECK-MESSAGES: :[[@LINE-2]]:27: remark: 'Matrix' is made anew {{.*}}; not in view: whether it has much the same size in all iterations
    K(0, 0) = B(0, 0);
    Other(0, 0) = I;
    std::valarray<double> Principal(2);
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'std::valarray<double>' is made anew {{.*}}; declare it before the loop, and 'resize()' it here
    Principal[0] = I;
    Sum += trace(K) + trace(Other) + Principal[0];
  }
  return Sum;
}

double nodes(const std::vector<std::vector<int>> &Rows) {
  double Sum = 0;
  for (const std::vector<int> &Row : Rows) {
    std::map<int, double> Merged;
    // CHECK-MESSAGES: :[[@LINE-1]]:27: remark: 'std::map<int, double>' is made and filled anew in each iteration, and allocates a node for each element, inside a loop; a vector that is declared before the loop and cleared here uses its memory again; sort it, if need be [anomalloc-loop-local-container]
    std::map<int, double> One;
    // CHECK-MESSAGES: :[[@LINE-1]]:27: remark: 'std::map<int, double>' is made {{.*}}; not in view: how many elements it gets
    std::deque<int> Next;
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'std::deque<int>' is made anew {{.*}}, inside a loop; declare it before the loop, and 'clear()' it here
    for (int I : Row) {
      Merged[I] += 1;
      Next.push_back(I);
    }
    One[Row[0]] = 1;
    for (const auto &Entry : Merged)
      Sum += Entry.second;
    Sum += One.begin()->second + Next.back();
  }
  return Sum;
}
