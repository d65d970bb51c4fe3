// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17

// What is behind a const reference changes all the same: a mutable member, what
// a member points to, what a destructor or a getter of a global leads to. A
// copy that lives on in another copy is no shorter than that one.

#include <memory>
#include <vector>

class Cache {
  mutable std::vector<int> Data{1, 2, 3};
  std::shared_ptr<std::vector<int>> Shared;
  mutable int Hits = 0;
  void forget() const { Data.clear(); }

public:
  const std::vector<int> &get() const { return Data; }
  const std::vector<int> &shared() const { return *Shared; }
  void touch() const { Data.clear(); }
  void touchLater() const { forget(); }
  void touchShared() const { Shared->push_back(1); }
  void count() const { ++Hits; }
  friend void open(const Cache &C) { C.Data.push_back(1); }
};
const std::vector<int> &global();
struct Guard {
  std::vector<int> &V;
  ~Guard() { V.clear(); }
};
bool more();
std::size_t Sum;

void touched(const std::unique_ptr<Cache> &C) {
  while (more()) {
    const std::vector<int> D = C->get();
    C->touch();
    Sum += D.size();
  }
}
void touchedLater(const std::unique_ptr<Cache> &C) {
  while (more()) {
    const std::vector<int> D = C->get();
    C->touchLater();
    Sum += D.size();
  }
}
void touchedShared(const std::unique_ptr<Cache> &C) {
  while (more()) {
    const std::vector<int> D = C->shared();
    C->touchShared();
    Sum += D.size();
  }
}
void opened(const std::unique_ptr<Cache> &C) {
  while (more()) {
    const std::vector<int> D = C->get();
    open(*C);
    Sum += D.size();
  }
}
void counted(const std::unique_ptr<Cache> &C) {
  while (more()) {
    const std::vector<int> D = C->get();
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: copy of a 'std::vector<int>'
    // CHECK-FIXES: {{^}}    const std::vector<int> &D = C->get();
    C->count();
    Sum += D.size();
  }
}
void global(int N) {
  while (more()) {
    const std::vector<int> D = global();
    more();
    Sum += D.size();
  }
}
void guarded(std::vector<std::vector<int>> &All) {
  while (more()) {
    const std::vector<int> D = All[0];
    { Guard G{All[0]}; }
    Sum += D.size();
  }
}
void copied(std::vector<std::vector<int>> &All) {
  while (more()) {
    const std::vector<int> D = All[0];
    const auto L = [D] { return D.size(); }; All.clear(); Sum += L(); break;
    Sum += D.size();
  }
}
