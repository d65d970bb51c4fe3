// RUN: %check_tidy %s anomalloc-missing-move %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// One shape, many ways to write it: range-for, smart pointers, references to
// the target, members, operators, optional and pair, structured bindings.

#include <cstdio>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

static const char *const Long = "a text that is longer than a short string ";
using Row = std::vector<int>;

struct Table {
  std::vector<Row> Rows;
  std::set<std::string> Names;
  std::optional<Row> Last;
  Row Current;
  void add(int I) {
    Row R(4, I);
    this->Rows.push_back(R);
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'R', a 'Row' that owns heap memory, is copied by 'push_back' and never used again, in a function that is called in a loop; 'std::move' it
    // CHECK-FIXES: this->Rows.push_back(std::move(R));
  }
  Table &operator+=(int I) {
    Row R(4, I);
    R[0] = 1;
    Current = R;
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'R'
    // CHECK-FIXES: Current = std::move(R);
    return *this;
  }
};

// A loop's own variable, by value, is a local of each iteration.
static std::size_t ranges(const std::vector<std::string> &All) {
  std::vector<std::string> Kept;
  for (std::string Line : All) {
    Line += '!';
    Kept.push_back(Line);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: remark: 'Line'
    // CHECK-FIXES: Kept.push_back(std::move(Line));
  }
  for (auto Line : All) {
    Line.pop_back();
    Kept.emplace_back(Line);
    // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Line'
    // CHECK-FIXES: Kept.emplace_back(std::move(Line));
  }
  return Kept.size();
}

static std::size_t targets(int N) {
  auto Shared = std::make_shared<Table>();
  auto Unique = std::make_unique<std::vector<Row>>();
  Table Own;
  Table *Raw = &Own;
  auto &Alias = Own.Rows;
  std::list<std::pair<Row, int>> Pairs;
  for (int I = 0; I < N; ++I) {
    Row A(5, I), B(5, I), C(5, I), D(5, I), E(5, I), F(5, I);
    Shared->Rows.push_back(A);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'A'
    // CHECK-FIXES: Shared->Rows.push_back(std::move(A));
    Unique->push_back(B);
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'B'
    // CHECK-FIXES: Unique->push_back(std::move(B));
    Raw->Current = C;
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'C'
    // CHECK-FIXES: Raw->Current = std::move(C);
    Alias.insert(Alias.end(), D);
    // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'D'
    // CHECK-FIXES: Alias.insert(Alias.end(), std::move(D));
    (*Shared).Rows[0] = E;
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'E'
    // CHECK-FIXES: (*Shared).Rows[0] = std::move(E);
    Pairs.push_back({F, I});
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'F', a 'Row' that owns heap memory, is copied into a 'pair' and never used again
    // CHECK-FIXES: Pairs.push_back({std::move(F), I});
    Own.add(I);
    Own += I;
  }
  return Shared->Rows.size() + Unique->size() + Raw->Current.size() +
         Pairs.size();
}

// A part of a binding, of a pair, of *this or of a parameter by reference is
// no local object: what else refers to it is not known.
static std::size_t parts(int N, Row &Given) {
  std::vector<Row> All;
  for (int I = 0; I < N; ++I) {
    std::pair<Row, int> P{Row(3, I), I};
    auto [First, Second] = std::pair<Row, int>(Row(3, I), I);
    auto &[Third, Fourth] = P;
    All.push_back(First);
    All.push_back(Third);
    All.push_back(Given);
    All[0].push_back(Second + Fourth);
  }
  return All.size();
}

int main() {
  std::size_t Sum = ranges({Long, Long}) + targets(3);
  Row Given(3, 1);
  std::printf("%zu %zu\n", Sum, parts(2, Given));
}
