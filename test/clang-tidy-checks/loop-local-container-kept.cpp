// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -fix-notes -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Objects of other classes than std's are declared before the loop: an edit that
// hangs on a note, since nobody sees what stays in them.

#include <cstdio>
#include <deque>
#include <vector>

class Matrix {
public:
  Matrix() = default;
  Matrix(int Rows, int Columns) : Columns(Columns), Entries(Rows * Columns) {}
  double &operator()(int I, int J) { return Entries[I * Columns + J]; }
  double operator()(int I, int J) const { return Entries[I * Columns + J]; }

private:
  int Columns = 0;
  std::vector<double> Entries;
};

/// It can be set anew.
class Solver {
public:
  explicit Solver(int N) : Values(N) {}
  void reset(int N) { Values.assign(N, 0); }
  double step(int I) { return Values[0] += I; }

private:
  std::vector<double> Values;
};
/// The same, of nothing.
class Table {
public:
  Table() = default;
  explicit Table(int N) : Values(N) {}
  void reset(int N) { Values.assign(N, 0); }
  double step(int I) { return Values[0] += I; }

private:
  std::vector<double> Values;
};
/// Its method takes something else.
class Other {
public:
  explicit Other(int N) : Values(N) {}
  void reset(double N) { Values.assign(int(N), 0); }
  double step(int I) { return Values[0] += I; }

private:
  std::vector<double> Values;
};

static double same(int N, int Size, const Matrix &From) {
  double Sum = 0;
  for (int I = 1; I < N; ++I) {
    Matrix K(Size, Size);
    // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew in each iteration
    // CHECK-NOTES: :[[@LINE-2]]:12: note: check that each iteration sets all elements that it reads: the old ones stay
    K(0, 0) = I;
    Matrix Changed = From;
    // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew in each iteration
    // CHECK-NOTES: :[[@LINE-2]]:12: note: check that the assignment uses the memory again
    Changed(0, 0) += I;
    Sum += K(0, 0) + Changed(0, 0);
  }
  return Sum;
}
// CHECK-FIXES:      {{^}}static double same(
// CHECK-FIXES-NEXT: {{^}}  double Sum = 0;{{$}}
// CHECK-FIXES-NEXT: {{^}}  Matrix Changed(From);{{$}}
// CHECK-FIXES-NEXT: {{^}}  Matrix K(Size, Size);{{$}}
// CHECK-FIXES-NEXT: {{^}}  for (int I = 1; I < N; ++I) {{{$}}
// CHECK-FIXES:      {{^}}    K(0, 0) = I;{{$}}
// CHECK-FIXES:      {{^}}    Changed = From;{{$}}

static double resets(int N) {
  double Sum = 0;
  for (int I = 1; I < N; ++I) {
    Solver S(3);
    // CHECK-NOTES: :[[@LINE-1]]:12: remark: 'Solver' is made anew in each iteration
    // CHECK-NOTES: :[[@LINE-2]]:12: note: check that 'reset' makes it as good as new
    // CHECK-FIXES: {{^}}    S.reset(3);{{$}}
    Table T(I);
    // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Table' is made anew in each iteration
    // CHECK-NOTES: :[[@LINE-2]]:11: note: check that 'reset' makes it as good as new
    // CHECK-FIXES: {{^}}    T.reset(I);{{$}}
    Other O(4);
    // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Other' is made anew in each iteration
    // CHECK-FIXES: {{^}}    Other O(4);{{$}}
    Sum += S.step(I) + T.step(I) + O.step(I);
  }
  return Sum;
}

static int queue(int N) {
  int Sum = 0;
  for (int I = 1; I < N; ++I) {
    std::deque<int> Next;
    // CHECK-NOTES: :[[@LINE-1]]:21: warning: 'std::deque<int>' is made anew in each iteration
    // CHECK-NOTES: :[[@LINE-2]]:21: note: check that functions that get it do not keep it
    // CHECK-FIXES: {{^}}    Next.clear();{{$}}
    for (int J = 0; J < I; ++J)
      Next.push_front(J);
    Sum += Next.back() + Next.front();
  }
  return Sum;
}

// Of a name that stands elsewhere, too, and of an argument of the loop's own.
static double stays(int N) {
  double Sum = 0;
  for (int I = 1; I < N; ++I) {
    const int Size = 2;
    Matrix Own(Size, Size);
    // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew in each iteration
    // CHECK-FIXES: {{^}}    Matrix Own(Size, Size);{{$}}
    Own(0, 0) = I;
    Sum += Own(0, 0);
  }
  for (int I = 1; I < N; ++I) {
    Matrix Twice(2, 2);
    // CHECK-NOTES: :[[@LINE-1]]:12: warning: 'Matrix' is made anew in each iteration
    // CHECK-FIXES: {{^}}    Matrix Twice(2, 2);{{$}}
    Twice(0, 0) = I;
    Sum += Twice(0, 0);
  }
  Matrix Twice(3, 3);
  Twice(0, 0) = 1;
  return Sum + Twice(0, 0);
}

int main() {
  Matrix From(2, 2);
  From(0, 0) = 3;
  std::printf("%g %g %d %g\n", same(99, 2, From), resets(99), queue(99),
              stays(99));
}
