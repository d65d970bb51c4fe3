// RUN: %check_tidy %s anomalloc-missing-reserve %t -std=c++11,c++23 -- -config="{CheckOptions: {Hints: true}}"
// RUN-FIXED: same-output fewer-allocations

// Growth in counted loops, by several statements, of several containers.

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

struct Point { double X, Y, Z; };
template <typename T> void print(const std::vector<T> &V) {
  std::printf("%zu %g\n", V.size(), V.empty() ? 0.0 : double(V.back()));
}

void containers(const std::vector<Point> &Points) {
  std::vector<double> X, Y;
  for (const Point &P : Points) {
    X.push_back(P.X);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'X' and 'Y' grow element by element to a size that is known before; call 'X.reserve(Points.size())' and 'Y.reserve(Points.size())' before the loop [anomalloc-missing-reserve]
    // CHECK-FIXES: {{^}}  X.reserve(Points.size());{{$}}
    // CHECK-FIXES-NEXT: {{^}}  Y.reserve(Points.size());{{$}}
    // CHECK-FIXES-NEXT: {{^}}  for (const Point &P : Points) {{{$}}
    Y.push_back(P.Y);
  }
  print(X);
  print(Y);
}

void statements(const std::vector<Point> &Points, unsigned N) {
  std::vector<double> All;
  for (std::size_t I = 0; I < Points.size(); ++I) {
    All.push_back(Points[I].X);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'All' grows {{.*}}; call 'All.reserve(3 * Points.size())' before the loop
    // CHECK-FIXES: {{^}}  All.reserve(3 * Points.size());{{$}}
    All.push_back(Points[I].Y);
    All.emplace_back(Points[I].Z);
  }
  print(All);
  std::vector<int> Squares;
  for (unsigned I = 0; I != 2 * N; I++) {
    const int Square = int(I * I);
    Squares.push_back(Square);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Squares' {{.*}}; call 'Squares.reserve(2 * N)'
    // CHECK-FIXES: {{^}}  Squares.reserve(2 * N);{{$}}
  }
  print(Squares);
  std::vector<unsigned> Upto;
  for (unsigned I = 1; I <= N; I++)
  {
    {
      Upto.push_back(I);
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Upto' {{.*}}; call 'Upto.reserve(N)'
      // CHECK-FIXES: {{^}}  Upto.reserve(N);{{$}}
    }
    if (I == 7)
      continue; // behind it
    std::puts("not seven");
  }
  print(Upto);
}

void ranges(const std::map<int, double> &Map, std::vector<double> &Out,
            std::vector<int> *Keys, const std::array<int, 9> &Nine) {
  Out.clear();
  for (auto It = Map.begin(), End = Map.end(); It != End; ++It) {
    const double Twice = It->second * 2;
    Out.push_back(Twice);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'Out' {{.*}}; call 'Out.reserve(Map.size())'
    // CHECK-FIXES: {{^}}  Out.reserve(Map.size());{{$}}
  }
  Keys->clear();
  for (const auto &Entry : Map)
    Keys->push_back(Entry.first);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Keys' {{.*}}; call 'Keys->reserve(Map.size())'
    // CHECK-FIXES: {{^}}  Keys->reserve(Map.size());{{$}}
  std::vector<int> More;
  for (int I : Nine) {
    More.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'More' {{.*}}; call 'More.reserve(Nine.size())'
    // CHECK-FIXES: {{^}}  More.reserve(Nine.size());{{$}}
    if (I > 2)
      More.back() = 2;
  }
  print(More);
}

// A member, a string, a lambda, a loop in a loop.
struct Names {
  std::string All;
  std::vector<int> Lengths;
  void collect(const std::string &Text) {
    All.clear();
    this->Lengths.clear();
    for (char C : Text) {
      All += C;
      // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'All' and 'this->Lengths' grow
      // CHECK-FIXES: {{^}}    All.reserve(Text.size());{{$}}
      // CHECK-FIXES-NEXT: {{^}}    this->Lengths.reserve(Text.size());{{$}}
      this->Lengths.push_back(C);
    }
  }
};
void nested(const std::vector<std::vector<int>> &Rows) {
  for (auto &Row : Rows) {
    auto Copy = [&Row] {
      std::vector<int> New;
      for (int I : Row) {
        New.push_back(I);
        // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'New' {{.*}} 'New.reserve(2 * Row.size())'
        // CHECK-FIXES: {{^}}      New.reserve(2 * Row.size());{{$}}
        New.push_back(-I);
        std::printf("%d\n", I);
      }
      return New;
    };
    print(Copy());
  }
  std::vector<int> Table;
  for (int I = 0; I < 20; ++I)
    for (int J = 0; J < 30; ++J)
      Table.push_back(I * J);
      // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Table' grows element by element to a size that is known before; call 'Table.reserve(20 * 30)'
      // CHECK-FIXES: {{^}}  Table.reserve(20 * 30);{{$}}
  print(Table);
}
template <typename T> std::vector<T> functionTemplate(const std::vector<T> &V) {
  std::vector<T> New;
  for (const T &X : V) {
    T Y = X + X;
    New.push_back(Y);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'New' {{.*}} 'New.reserve(V.size())'
  }
  return New;
}

int main() {
  std::vector<Point> Points(40, Point{1, 2, 3});
  containers(Points);
  statements(Points, 20);
  std::vector<double> Out;
  std::vector<int> Keys;
  ranges({{1, 2}, {3, 4}, {5, 6}}, Out, &Keys, {{1, 2, 3, 4, 5, 6, 7, 8, 9}});
  print(Out);
  print(Keys);
  Names N;
  N.collect("a text that is not short, and is longer than that");
  std::printf("%s %zu\n", N.All.c_str(), N.Lengths.size());
  nested({{1, 2, 3, 4, 5}, {6}});
  print(functionTemplate(Keys));
}
