// RUN: %check_tidy %s anomalloc-vector-of-vector %t -std=c++11,c++20 -- -fix-notes
// RUN-FIXED: same-output fewer-allocations

// The fix: one block for all rows, and a variable for their length.

#include <cstdio>
#include <utility>
#include <vector>

class Table {
public:
  Table() {}
  Table(unsigned NumRows, unsigned char NumCols)
      : Before(NumRows), Rows(NumRows, std::vector<double>(NumCols)) {}
  // CHECK-FIXES: {{^}}      : Before(NumRows), RowsStride(NumCols), Rows(NumRows * RowsStride) {}{{$}}
  explicit Table(unsigned Size) : Table(Size, 3) {}
  Table(const std::vector<int> &V, double X)
      : Rows(V.size() + 1, std::vector<double>(3, X / 2)) {}
  // CHECK-FIXES: {{^}}      : RowsStride(3), Rows((V.size() + 1) * RowsStride, X / 2) {}{{$}}
  double &at(int I, long J) { return Rows[I][J]; }
  // CHECK-FIXES: {{^}}  double &at(int I, long J) { return Rows[I * RowsStride + J]; }{{$}}
  double get(int I, int J) const { return this->Rows[I + 1 - 1][J ? J : 0]; }
  // CHECK-FIXES: return this->Rows[(I + 1 - 1) * this->RowsStride + (J ? J : 0)]; }
  double first(const Table &Other) const { return Other.Rows[0][I0]; }
  // CHECK-FIXES: return Other.Rows[I0]; }
  double second(const Table &Other) const { return Other . Rows [ 1 ] [ I0 ]; }
  // CHECK-FIXES: {{^}}  double second(const Table &Other) const { return Other . Rows [ 1 * Other . RowsStride + I0 ]; }{{$}}
  unsigned columns() const { return Rows[0].size(); }
  // CHECK-FIXES: { return RowsStride; }
  double nested(int I);
  void drop() { Rows.clear(); }

private:
  unsigned Before = 0;
  int I0 = 0;
  /// The rows,
  /// one by one.
  std::vector<std::vector<double>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: {{.*}} each row of 'Rows' {{.*}}; a flat 'std::vector<double>' {{.*}} needs one [anomalloc-vector-of-vector]
  // CHECK-FIXES: {{^}}  std::size_t RowsStride = 0;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  /// The rows,{{$}}
  // CHECK-FIXES-NEXT: {{^}}  /// one by one.{{$}}
  // CHECK-FIXES-NEXT: {{^}}  std::vector<double> Rows;{{$}}
};

double Table::nested(int I) { return Rows[Rows[I][0] > 0 ? 1 : 2][2] + 1; }
// CHECK-FIXES: return Rows[(Rows[I * RowsStride + 0] > 0 ? 1 : 2) * RowsStride + 2] + 1; }

int knapsack(const std::vector<int> &Weights, unsigned char Room) {
  std::vector< std::vector<int> > best_(Weights.size() + 1, std::vector<int>(4));
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
  // CHECK-FIXES: {{^}}  const std::size_t best_stride_ = 4;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  std::vector<int> best_((Weights.size() + 1) * best_stride_);{{$}}
  std::vector<std::vector<int>> Late;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
  // CHECK-FIXES: {{^}}  std::size_t LateStride = 0;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  std::vector<int> Late;{{$}}
  Late.resize(Weights.size(), std::vector<int>(4u));
  // CHECK-FIXES: {{^}}  LateStride = 4u;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Late.resize(Weights.size() * LateStride);{{$}}
  for (unsigned I = 0; I < Weights.size(); ++I) {
    auto Worst = [&] { return best_[I][Room & 3] - Late[I][1]; };
    // CHECK-FIXES: return best_[I * best_stride_ + (Room & 3)] - Late[I * LateStride + 1]; };
    best_[I + 1][I % 4] = Weights[I] + Worst();
    // CHECK-FIXES: {{^}}    best_[(I + 1) * best_stride_ + (I % 4)] = Weights[I] + Worst();{{$}}
    Late[I][1] += best_[I][3];
  }
  Late.assign(2, std::vector<int>(3, Room));
  // CHECK-FIXES: {{^}}  LateStride = 3;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Late.assign(2 * LateStride, Room);{{$}}
  return best_[1][2] + best_[2][1] + Late[1][2];
}

typedef std::vector<std::vector<unsigned>> Matrix;

unsigned named(unsigned char N) {
  Matrix Named(N, std::vector<unsigned>(2));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning:
  // CHECK-FIXES: {{^}}  const std::size_t NamedStride = 2;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  std::vector<unsigned int> Named(N * NamedStride);{{$}}
  Named[1][1] = N;
  return Named[N - 1][1];
}

int main() {
  double Sum = 0;
  for (int I = 0; I < 20; ++I) {
    Table T(3, 3), Other(I), Made({1, 2, 3}, I);
    T.at(1, 2) = I;
    T.at(0, 0) = 5;
    Table Copy = T, Moved = std::move(T), None;
    None = Copy;
    Sum += Copy.get(1, 2) + Moved.first(Copy) + None.nested(0) + Copy.columns() +
           Made.get(3, 2) + Made.second(Moved) + (I ? Other.get(I - 1, 2) : 0) +
           knapsack({I, 2, 3, 4, 5}, 30) + named(I + 2);
    None.drop();
  }
  std::printf("%g\n", Sum);
}
