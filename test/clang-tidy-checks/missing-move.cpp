// RUN: %check_tidy %s anomalloc-missing-move %t -std=c++11,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Copies that are the last use of a local object.

#include <cstdint>
#include <cstdio>
#include <deque>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

static std::vector<std::int64_t> read(int N) {
  return std::vector<std::int64_t>(std::size_t(N) + 1, N);
}

// Seed 002's case.
std::size_t cells(int N) {
  std::vector<std::vector<std::int64_t>> cell_vertex_ids;
  for (int I = 0; I < N; ++I) {
    std::vector<std::int64_t> vertex_ids_for_this_cell;
    vertex_ids_for_this_cell.push_back(I);
    cell_vertex_ids.push_back(vertex_ids_for_this_cell);
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'vertex_ids_for_this_cell', a 'std::vector<std::int64_t>' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; 'std::move' it [anomalloc-missing-move]
    // CHECK-FIXES: cell_vertex_ids.push_back(std::move(vertex_ids_for_this_cell));
  }
  return cell_vertex_ids.size();
}

// A constructor's initialiser; what is named once is the stock check's.
struct Cell {
  std::size_t Count = 0;
  std::vector<std::int64_t> Ids;
  std::string Name;
  Cell() {}
  Cell(std::vector<std::int64_t> I, std::string N)
      : Count(I.size()), Ids(I), Name(N) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'I', a 'std::vector<std::int64_t>' that owns heap memory, is copied and never used again, in a function that is called in a loop; 'std::move' it
  // CHECK-FIXES: : Count(I.size()), Ids(std::move(I)), Name(N) {}
};

// Members, elements, other containers, aliases and auto.
using Ids = std::vector<std::int64_t>;
void everywhere(int N) {
  Cell One;
  std::map<int, Ids> ByKey;
  std::map<std::string, int> Names;
  std::deque<Cell> Cells;
  std::queue<Ids> Queue;
  for (int I = 0; I < N; ++I) {
    Ids A = read(I);
    One.Ids = A;
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'A', a 'Ids' that owns
    // CHECK-FIXES: One.Ids = std::move(A);
    auto B = read(I);
    ByKey[I] = B;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'B'
    // CHECK-FIXES: ByKey[I] = std::move(B);
    std::string C = "some text that is longer than " + std::to_string(I);
    Names.emplace(C, I);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: remark: 'C', a 'std::string' that owns heap memory, is copied by 'emplace' and never
    // CHECK-FIXES: Names.emplace(std::move(C), I);
    Cell D;
    D.Ids = read(2);
    Cells.emplace_back(D);
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'D', a 'Cell' that owns heap memory (member 'Ids'), is copied by 'emplace_back'
    // CHECK-FIXES: Cells.emplace_back(std::move(D));
    Ids E = read(3);
    if (I % 2) {
      Queue.push(E);
      // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'E'
      // CHECK-FIXES: Queue.push(std::move(E));
    } else {
      std::printf("%zu\n", E.size());
    }
    Ids F = read(4);
    Ids G = F;
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'F'
    // CHECK-FIXES: Ids G = std::move(F);
    G.push_back(1);
    std::printf("%zu\n", G.size());
  }
  std::printf("%zu %zu %zu %zu %zu\n", One.Ids.size(), ByKey.size(),
              Names.size(), Cells.size(), Queue.size());
}

// The last use before a jump; the next value ends the old one's life.
std::size_t jumps(int N) {
  std::vector<Ids> All;
  Ids Kept = read(1);
  for (int I = 0; I < N; ++I) {
    Ids Row = read(I);
    if (I == 3) {
      All.push_back(Row);
      // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'Row'
      // CHECK-FIXES: All.push_back(std::move(Row));
      continue;
    }
    std::printf("%zu\n", Row.size());
    All.push_back(Kept);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Kept'
    // CHECK-FIXES: All.push_back(std::move(Kept));
    Kept = read(I);
  }
  return All.size();
}

// Aggregates, returned pairs, arguments by value.
struct Pair {
  Ids First;
  int Second;
};
Pair aggregate(int I) {
  Ids Row = read(I);
  return {Row, I};
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Row', {{.*}} in a function that is called in a loop
  // CHECK-FIXES: return {std::move(Row), I};
}
std::size_t consume(Ids Row) { return Row.size(); }

// Templates: reported, not changed, since other instantiations are written
// there too.
template <class T> void append(std::vector<std::vector<T>> &To, int N) {
  while (N--) {
    std::vector<T> Row(3);
    To.push_back(Row);
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'Row'
    // CHECK-FIXES: To.push_back(Row);
  }
}

// The body of a lambda has locals of its own.
std::size_t lambda(int N) {
  std::vector<Ids> All;
  auto Add = [&All](int I) {
    Ids Row = read(I);
    All.push_back(Row);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Row'
    // CHECK-FIXES: All.push_back(std::move(Row));
  };
  for (int I = 0; I < N; ++I)
    Add(I);
  return All.size();
}

int main() {
  std::size_t Sum = cells(4) + jumps(6) + lambda(3);
  everywhere(3);
  for (int I = 0; I < 3; ++I) {
    Sum += aggregate(I).First.size();
    Ids Row = read(I);
    Sum += consume(Row);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Row'
    // CHECK-FIXES: Sum += consume(std::move(Row));
    Cell C(read(2), "a name that is longer than a short string");
    Sum += C.Name.size();
  }
  std::vector<std::vector<int>> Ints;
  append(Ints, 2);
  std::printf("%zu %zu\n", Sum, Ints.size());
}
