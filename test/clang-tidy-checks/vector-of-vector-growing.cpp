// RUN: %check_tidy %s anomalloc-vector-of-vector %t -std=c++20 -- -config='{CheckOptions: {Hints: true}}'

// Rows that grow one by one: adjacency lists, cells of a grid.

#include <algorithm>
#include <list>
#include <set>
#include <vector>

struct Element {
  std::vector<int> Nodes;
};

std::vector<std::set<int>> adjacency(const std::vector<Element> &Elements, int N) {
  std::vector<std::set<int>> Neighbours(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:30: remark: each row of 'Neighbours' is a 'std::set<int>', with a heap block for each element, inside 3 nested loops; collect pairs in one vector, sort them and drop duplicates, and keep where each row begins; not in view: whether rows grow after others were read [anomalloc-vector-of-vector]
  for (const Element &E : Elements)
    for (int A : E.Nodes)
      for (int B : E.Nodes)
        Neighbours[A].insert(B);
  return Neighbours;
}

int degrees(const std::vector<Element> &Elements, int N) {
  std::vector<std::vector<int>> Graph(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: remark: each row of 'Graph' grows in a heap block of its own, inside 2 nested loops; count the elements of each row, then fill one flat vector, and keep where each row begins; not in view: whether rows grow after others were read [anomalloc-vector-of-vector]
  int Sum = 0;
  for (const Element &E : Elements)
    for (int A : E.Nodes)
      Graph[A].push_back(E.Nodes[0]);
  for (const auto &Row : Graph)
    Sum += int(Row.size());
  return Sum;
}

class Search {
public:
  Search(const std::vector<int> &CellOf, int NumCells) : Cells(NumCells) {
    for (int I = 0; I < int(CellOf.size()); ++I)
      Cells[CellOf[I]].push_back(I);
  }
  int count(int Cell) const {
    int N = 0;
    for (int Point : Cells[Cell])
      N += Point > 0;
    return N;
  }

private:
  std::vector<std::list<int>> Cells;
  // CHECK-MESSAGES: :[[@LINE-1]]:31: remark: each row of 'Cells' is a 'std::list<int>', with a heap block for each element, inside a loop;
};

// Free of duplicates, then handed on.
struct List {
  explicit List(const std::vector<std::vector<int>> &Rows);
};
void build(const std::vector<Element> &Elements, int N) {
  std::vector<std::vector<int>> Graph(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: remark: each row of 'Graph' grows
  for (const Element &E : Elements)
    for (int A : E.Nodes)
      Graph[A].insert(Graph[A].end(), E.Nodes.begin(), E.Nodes.end());
  for (auto &Row : Graph) {
    std::sort(Row.begin(), Row.end());
    Row.erase(std::unique(Row.begin(), Row.end()), Row.end());
  }
  const List Done(Graph);
  std::vector<std::vector<int>>().swap(Graph);
}

// Others call it in loops.
class Pattern {
public:
  void insert(int Row, int Column) { Cache[Row].push_back(Column); }

private:
  std::vector<std::vector<int>> Cache;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: remark: each row of 'Cache' grows
};

// Free of duplicates by std::ranges, then given away.
class Sparsity {
public:
  explicit Sparsity(int N) : Columns(N) {}
  void add(int Row, int Column) { Columns[Row].push_back(Column); }
  void finish() {
    for (std::vector<int> &Row : Columns) {
      std::ranges::sort(Row);
      auto End = std::ranges::unique(Row).begin();
      Flat.insert(Flat.end(), Row.begin(), End);
    }
    std::vector<std::vector<int>>().swap(Columns);
  }

private:
  std::vector<std::vector<int>> Columns;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: remark: each row of 'Columns' grows in a heap block of its own;
  std::vector<int> Flat;
};
