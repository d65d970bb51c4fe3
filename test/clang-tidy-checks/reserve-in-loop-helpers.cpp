// RUN: %check_tidy %s anomalloc-reserve-in-loop %t
// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -check-suffix=OFF -- -config='{CheckOptions: {anomalloc-reserve-in-loop.WarnAppendHelpers: false}}'
// RUN-FIXED: same-output fewer-allocations

// No loop in sight: a function that appends is judged by its callers, or by its
// name if nobody calls it here.

#include <cstdio>
#include <vector>

using Ints = std::vector<int>;

// Called in a loop, on the same object.
static void take(Ints &Out, const Ints &More) {
  Out.reserve(Out.size() + More.size());
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve' for no more than is needed next makes 'std::vector<int>' reallocate each time, where it would grow geometrically by itself, in a function that is called in a loop; drop it, or reserve at least twice the capacity [anomalloc-reserve-in-loop]
  // CHECK-MESSAGES-OFF: :[[@LINE-2]]:7: warning: 'reserve'
  // CHECK-FIXES: {{^}}static void take(Ints &Out, const Ints &More) {{{$}}
  // CHECK-FIXES-NEXT: {{^}}  //
  // CHECK-FIXES-OFF: {{^}}static void take(Ints &Out, const Ints &More) {{{$}}
  // CHECK-FIXES-OFF-NEXT: {{^}}  //
  Out.insert(Out.end(), More.begin(), More.end());
}
static void takeEach(Ints &Out, const Ints &More) {
  Out.reserve(Out.size() + More.size());
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve' {{.*}} in a function that is called in a loop;
  // CHECK-MESSAGES-OFF: :[[@LINE-2]]:7: warning: 'reserve'
  for (int I : More)
    Out.push_back(I); // one by one: with or without, a matter of the number
}
static void takeBoth(Ints &Out, const Ints &More) {
  takeEach(Out, More);
  takeEach(Out, More);
}

// A member of an object that outlives the loop, and one that does not.
class Table {
public:
  void row(const Ints &Cells) {
    const std::size_t Need = All.size() + Cells.size();
    All.reserve(Need);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'reserve' {{.*}} in a function that is called in a loop;
    // CHECK-MESSAGES-OFF: :[[@LINE-2]]:9: warning: 'reserve'
    for (int C : Cells)
      All.push_back(C);
  }
  void rows(const std::vector<Ints> &Rows) {
    for (const Ints &R : Rows)
      row(R);
  }
  std::size_t size() const { return All.size(); }

private:
  Ints All;
};
struct Short {
  Ints All;
  void row(const Ints &Cells) {
    All.reserve(All.size() + Cells.size());
    All.insert(All.end(), Cells.begin(), Cells.end());
  }
};
static void copyTo(Ints &Out, const Ints &More) {
  Out.reserve(Out.size() + More.size());
  Out.insert(Out.end(), More.begin(), More.end());
}

// Called, but in no loop.
static void addOnce(Ints &Out, const Ints &More) {
  Out.reserve(Out.size() + More.size());
  Out.insert(Out.end(), More.begin(), More.end());
}

// Called by nobody here.
struct Buffer {
  Ints Data;
  void append(const Ints &More) {
    Data.reserve(Data.size() + More.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'reserve' for no more than is needed next makes 'std::vector<int>' reallocate each time, where it would grow geometrically by itself; drop it, or reserve at least twice the capacity
    Data.insert(Data.end(), More.begin(), More.end());
  }
  Buffer &operator<<(int X) {
    Data.reserve(Data.size() + 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'reserve'
    Data.push_back(X);
    return *this;
  }
  void addCells(const Ints &More) {
    Data.reserve(Data.size() + More.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'reserve'
    for (int M : More)
      Data.push_back(M);
  }
  void assemble(const Ints &More) { // no name of an append helper
    Data.reserve(Data.size() + More.size());
    Data.insert(Data.end(), More.begin(), More.end());
  }
  void addressBook(const Ints &More) { // nor this
    Data.reserve(Data.size() + More.size());
    Data.insert(Data.end(), More.begin(), More.end());
  }
  void append(int N, int X) { // grows by half at least
    if (Data.capacity() < Data.size() + N)
      Data.reserve(Data.size() + Data.size() / 2 + N);
    Data.insert(Data.end(), N, X);
  }
  void addAnew(const Ints &More) { // empty each time
    Data.clear();
    Data.reserve(Data.size() + More.size());
    Data.insert(Data.end(), More.begin(), More.end());
  }
};

// A lambda called in a loop.
static std::size_t lambda(const std::vector<Ints> &Rows) {
  Ints Out;
  auto Add = [&](const Ints &R) {
    Out.reserve(Out.size() + R.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'reserve' {{.*}} in a function that is called in a loop;
    // CHECK-MESSAGES-OFF: :[[@LINE-2]]:9: warning: 'reserve'
    for (int I : R)
      Out.push_back(I);
  };
  for (const Ints &R : Rows)
    Add(R);
  return Out.size();
}

int main() {
  std::vector<Ints> Rows(50, Ints{1, 2, 3});
  Ints All, Each;
  Table T;
  std::size_t Sum = 0;
  for (const Ints &R : Rows) {
    take(All, R);
    takeBoth(Each, R);
    Short S;
    S.row(R);
    Ints Copy;
    copyTo(Copy, R);
    Sum += S.All.size() + Copy.size();
  }
  T.rows(Rows);
  addOnce(All, Rows[0]);
  std::printf("%zu %zu %zu %zu %zu\n", All.size(), Each.size(), T.size(), Sum,
              lambda(Rows));
}
