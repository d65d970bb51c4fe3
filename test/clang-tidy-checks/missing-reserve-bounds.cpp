// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config='{CheckOptions: {Hints: true}}'

// Growth whose bound is known: by branches, early ends, equal keys; members in
// a constructor, helpers that append, elements from before.

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using Ints = std::vector<int>;
struct Point {
  double X, Y;
};

Ints positive(const Ints &In) {
  Ints Result;
  for (int I : In)
    if (I > 0)
      Result.push_back(I);
      // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'Result' grows element by element, up to a size that is known before; call 'Result.reserve(In.size())' before the loop; not in view: how many elements it gets [anomalloc-missing-reserve]
  return Result;
}

// One or the other: as many as there are iterations.
Ints magnitudes(const Ints &In) {
  Ints Result;
  for (int I : In) {
    if (I > 0)
      Result.push_back(I);
      // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Result' grows element by element to a size that is known before; call 'Result.reserve(In.size())' before the loop [anomalloc-missing-reserve]
      // CHECK-FIXES: {{^}}  Result.reserve(In.size());{{$}}
    else
      Result.push_back(-I);
  }
  return Result;
}

bool checked(const Ints &In, Ints &Out) {
  Ints Result;
  for (int I : In) {
    if (I < 0)
      return false;
    Result.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: 'Result' grows element by element, up to a size that is known before; call 'Result.reserve(In.size())' before the loop; not in view:
  }
  Out.swap(Result);
  return true;
}

std::unordered_map<std::string, int> positions(const std::vector<std::string> &Names) {
  std::unordered_map<std::string, int> Result;
  for (unsigned I = 0; I < Names.size(); ++I)
    Result[Names[I]] = int(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'Result' grows and is hashed again, up to a size that is known before; call 'Result.reserve(Names.size())' before the loop; not in view: how many elements it gets
  return Result;
}

class Mesh {
public:
  Mesh(unsigned Columns, unsigned Rows) {
    for (unsigned J = 0; J <= Rows; ++J)
      for (unsigned I = 0; I <= Columns; ++I)
        Points.push_back({double(I), double(J)});
        // CHECK-MESSAGES: :[[@LINE-1]]:16: remark: 'Points' grows element by element to a size that is known before; call 'Points.reserve((Rows + 1) * (Columns + 1))' before the loop [anomalloc-missing-reserve]
  }
  const std::vector<Point> &points() const { return Points; }

private:
  std::vector<Point> Points;
};

// A helper appends.
static void record(Ints &Where, int I) {
  if (I < 0)
    I = 0;
  Where.push_back(I);
}
static void note(Ints *Where, int I) { Where->push_back(I); }
int last(const Ints &In) {
  Ints All, Others;
  for (int I : In) {
    record(All, I);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'All' and 'Others' grow element by element to a size that is known before; call 'All.reserve(In.size())' and 'Others.reserve(In.size())' before the loop
    // CHECK-FIXES: {{^}}  All.reserve(In.size());{{$}}
    // CHECK-FIXES-NEXT: {{^}}  Others.reserve(In.size());{{$}}
    note(&Others, I);
  }
  return All.back() + Others.back();
}

Ints starts(const Ints &Lengths) {
  Ints Result;
  Result.push_back(0);
  for (int L : Lengths)
    Result.push_back(Result.back() + L);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: 'Result' grows element by element to a size that is known before; call 'Result.reserve(Result.size() + Lengths.size())' before the loop
  return Result;
}

// Step by step, right behind the declaration.
struct Cell {
  Ints Nodes;
};
void cells(std::vector<Cell> &Cells, int N) {
  for (int I = 0; I < N; ++I) {
    Ints Nodes;
    Nodes.push_back(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Nodes' grows in 3 steps, and allocates at most of them, inside a loop; make it of all elements in braces, or call 'Nodes.reserve(3)' before [anomalloc-missing-reserve]
    // CHECK-FIXES: {{^}}    Nodes.reserve(3);{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Nodes.push_back(I);{{$}}
    Nodes.push_back(I + 1);
    Nodes.push_back(I + 2);
    Cells.push_back({std::move(Nodes)});
  }
}
