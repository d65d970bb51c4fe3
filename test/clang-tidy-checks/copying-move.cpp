// RUN: %check_tidy %s anomalloc-copying-move %t -std=c++17 -stdlib=libstdc++ -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-copying-move %t -std=c++17 -stdlib=libc++ -- -config='{CheckOptions: {Hints: true}}'

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

std::vector<int> read(int);
struct Rows {
  std::vector<std::vector<int>> All;
  std::vector<int> Last;
};

// Constants that are moved: pushed, assigned, constructed from.
void fill(Rows &R, int N) {
  for (int I = 0; I < N; ++I) {
    const std::vector<int> Row = read(I);
    R.All.push_back(std::move(Row));
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'std::move' of 'Row', a 'const std::vector<int>' that owns heap memory, copies it, inside a loop; leave out the 'const' of 'Row' [anomalloc-copying-move]
    const std::vector<int> Other = read(I);
    R.Last = std::move(Other);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'std::move' of 'Other', {{.*}}, copies it, inside a loop; leave out the 'const' of 'Other'
  }
}
void give(Rows &R, const std::vector<int> Row) {
  std::vector<int> Mine(std::move(Row));
  // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'std::move' of 'Row', {{.*}}, copies it{{.*}}; leave out the 'const' of 'Row'
  R.Last.swap(Mine);
}
void each(Rows &R, std::vector<std::vector<int>> From) {
  for (const auto &Row : From)
    R.All.push_back(std::move(Row));
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'std::move' of 'Row', {{.*}}, copies it, inside a loop; loop by 'auto &'
}

// Constants that are returned within another object.
std::optional<std::vector<int>> find(int N) {
  const std::vector<int> Row = read(N);
  if (Row.empty())
    return std::nullopt;
  return Row;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Row', a 'const std::vector<int>' that owns heap memory, is copied into what is returned{{.*}}; leave out the 'const': 'return' moves it then
}
std::size_t findAll(std::size_t Sum = 0) {
  for (int I = 0; I < 9; ++I)
    Sum += find(I)->size();
  return Sum;
}

// Moves that copy a base or a member.
struct Named {
  std::vector<char> Name;
};
struct Mesh : Named {
  Mesh() = default;
  Mesh(Mesh &&Other) noexcept : Named(Other), Nodes(Other.Nodes), Size(Other.Size) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:39: remark: this move of a 'Mesh' copies its base 'Named' that owns heap memory (member 'Name'){{.*}}; 'std::move' it, if nothing reads it afterwards
  // CHECK-MESSAGES: :[[@LINE-2]]:53: remark: this move of a 'Mesh' copies 'Nodes', a 'std::vector<double>' that owns heap memory{{.*}}
  Mesh &operator=(Mesh &&Other) noexcept {
    Nodes = Other.Nodes;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: this move of a 'Mesh' copies 'Nodes', {{.*}}
    return *this;
  }
  std::vector<double> Nodes;
  int Size = 0;
};

// A vector that grows does not trust this move.
struct Cell {
  explicit Cell(int N) : Values(N) {}
  Cell(const Cell &) = default;
  Cell(Cell &&Other) : Values(std::move(Other.Values)) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: vectors of 'Cell', which owns heap memory (member 'Values'), copy their elements when they grow: the move constructor is not 'noexcept'{{.*}}; declare it 'noexcept': nothing in it throws
  std::vector<int> Values;
};
void grow(std::vector<Cell> &Cells) {
  Cells.push_back(Cell(3));
}
