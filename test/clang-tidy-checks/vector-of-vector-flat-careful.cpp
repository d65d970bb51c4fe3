// RUN: %check_tidy %s anomalloc-vector-of-vector %t -check-suffix=SAY
// RUN: %check_tidy %s anomalloc-vector-of-vector %t -check-suffix=FIX -- -fix-notes

// The fix hangs on a note where lengths may be wrong: two vectors throw then.

#include <vector>

class Table {
public:
  Table(int NumRows, int NumCols)
      : Rows(NumRows, std::vector<double>(NumCols)) {}
  // CHECK-FIXES-FIX: : RowsStride(NumCols), Rows(NumRows * RowsStride) {}
  double &operator()(int I, int J) { return Rows[I][J]; }

private:
  std::vector<std::vector<double>> Rows;
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:36: warning:
  // CHECK-NOTES-SAY: :[[@LINE-2]]:36: warning: {{.*}} each row of 'Rows'
  // CHECK-NOTES-SAY: note: called in a loop here
  // CHECK-NOTES-SAY: note: all rows get the same length here
  // CHECK-NOTES-SAY: :[[@LINE-5]]:36: note: check that 'NumRows' and 'NumCols' are never negative, and their product not too large: a vector of vectors would throw
};

// The object is half changed if memory runs out.
class Again {
public:
  void fill(unsigned N, unsigned M) {
    Rows.assign(N, std::vector<int>(M));
    // CHECK-FIXES-FIX: {{^}}    RowsStride = M;{{$}}
    // CHECK-FIXES-FIX-NEXT: {{^}}    Rows.assign(N * RowsStride, int());{{$}}
  }
  int &at(int I, int J) { return Rows[I][J]; }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:33: warning:
  // CHECK-NOTES-SAY: :[[@LINE-2]]:33: warning: {{.*}} each row of 'Rows'
  // CHECK-NOTES-SAY: note: called in a loop here
  // CHECK-NOTES-SAY: note: all rows get the same length here
  // CHECK-NOTES-SAY: :[[@LINE-5]]:33: note: check that nobody uses the object after an allocation in 'assign' has failed
  // CHECK-FIXES-FIX: {{^}}  std::size_t RowsStride = 0;{{$}}
  // CHECK-FIXES-FIX-NEXT: {{^}}  std::vector<int> Rows;{{$}}
};

double sum(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Table T(I, 3);
    T(0, 1) = 2;
    Again A;
    A.fill(2, 3);
    A.at(1, 1) = I;
    Sum += T(0, 0) + A.at(0, 0);
  }
  return Sum;
}
