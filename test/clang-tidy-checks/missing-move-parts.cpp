// RUN: %check_tidy %s anomalloc-missing-move %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Parts, elements and const objects that nobody needs any more; and functions
// that take by reference what they keep.

#include <cstdio>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using Row = std::vector<int>;

struct Report {
  bool Good = false;
  Row Mask;
};

static Report estimate(int N) {
  Report R;
  R.Good = N % 2 == 0;
  R.Mask.assign(100, N);
  return R;
}

static std::size_t masks(int N) {
  std::vector<Row> All;
  for (int I = 0; I < N; ++I) {
    Report R = estimate(I);
    if (R.Good)
      All.push_back(R.Mask);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'R.Mask', a 'Row' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; 'std::move' it
    // CHECK-FIXES: All.push_back(std::move(R.Mask));
    const Report Fixed = estimate(I);
    if (Fixed.Good)
      All.push_back(Fixed.Mask);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'Fixed.Mask', a 'Row' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; leave out the 'const' of 'Fixed' and 'std::move' it
    const Row Whole(50, I);
    All.push_back(Whole);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Whole', a 'Row' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; leave out the 'const' of 'Whole' and 'std::move' it
    std::optional<Row> Maybe;
    if (I % 3)
      Maybe = Row(20, I);
    if (Maybe)
      All.emplace_back(*Maybe);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: '*Maybe', a 'std::vector<int>' that owns heap memory, is copied by 'emplace_back' and never used again
    // CHECK-FIXES: All.emplace_back(std::move(*Maybe));
  }
  return All.size();
}

// The container ends with the loop, so its elements may go.
static void append(std::vector<Row> &Out, int N) {
  std::vector<Row> Local;
  Local.reserve(3);
  for (int I = 0; I < 3; ++I)
    Local.emplace_back(std::size_t(30), N + I);
  for (auto &E : Local)
    Out.push_back(E);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'E', a 'std::vector<int>' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; 'std::move' it
  // CHECK-FIXES: Out.push_back(std::move(E));
}

static void appendConst(std::vector<Row> &Out, int N) {
  const std::size_t Size = N;
  std::list<Row> Local(2, Row(Size + 30, 1));
  for (const auto &E : Local)
    Out.push_back(E);
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'E', a 'std::vector<int>' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; loop by 'auto &' and 'std::move' it
}

static std::pair<Row, int> both(int N) {
  Row R(40, N);
  return {R, N};
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'R', a 'Row' that owns heap memory, is copied into a 'pair' and never used again, in a function that is called in a loop; 'std::move' it
  // CHECK-FIXES: return {std::move(R), N};
}

static Row either(const Row &Given, bool Scaled) {
  Row Twice(Given);
  for (int &X : Twice)
    X *= 2;
  return Scaled ? Twice : Given;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Twice', a 'Row' that owns heap memory, is copied and never used again, in a function that is called in a loop; return it by itself, 'if (...) return Twice;', which moves it
}

// What is to be kept comes by reference.
class Steps {
public:
  using Callback = std::function<void(int)>;
  explicit Steps(const Row &R) : First(R) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'R', a 'const Row &' that owns heap memory, is copied to be kept, also where the caller could give its object away, inside a loop; take it by value and 'std::move' it
  void on(const Callback &C) { All.push_back(C); }
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'C', a 'const {{.*}} &' that may own heap memory, is copied to be kept
  std::size_t size() const { return All.size() + First.size(); }

private:
  Row First;
  std::vector<Callback> All;
};

class Unseen {
public:
  void add(const Row &R) { All.push_back(R); }
  // CHECK-MESSAGES: :[[@LINE-1]]:42: remark: 'R', a 'const Row &' that owns heap memory, is copied to be kept, also where the caller could give its object away; take it by value and 'std::move' it; not in view: whether callers give their objects away
private:
  std::vector<Row> All;
};

// A hint in loops too: it allocates nothing.
void shared(std::vector<std::shared_ptr<int>> &All, int N) {
  for (int I = 0; I < N; ++I) {
    std::shared_ptr<int> Number(new int(I));
    All.push_back(Number);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: remark: 'Number', a 'std::shared_ptr<int>' that counts its copies by atomic operations, is copied by 'push_back' and never used again, inside a loop; 'std::move' it
    // CHECK-FIXES: All.push_back(std::move(Number));
  }
}

int main() {
  std::vector<Row> All;
  std::size_t Sum = masks(12);
  for (int I = 0; I < 10; ++I) {
    append(All, I);
    appendConst(All, I);
    Sum += both(I).first.size() + either(All.back(), I % 2).size();
    Steps S(Row(10, I));
    S.on([=](int) {});
    Sum += S.size();
  }
  std::printf("%zu %zu\n", Sum, All.size());
}
