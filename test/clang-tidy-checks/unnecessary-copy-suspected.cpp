// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17 -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'

// What the unit does not show makes a hint; a copy that is written back; pairs
// of another type than the map holds.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

using Row = std::vector<double>;

class Solver {
public:
  const Row &state() const;
  const Row &row(int) const;
  void refine(double); // elsewhere: may change any state
};

double use(const Row &);
Solver &global();

// A reference into an object that nobody knows here.
double unknown(Solver &S, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Row R = global().row(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: copy of a 'Row', which owns heap memory, inside a loop; it is only read: make it a 'const Row &'; not in view: whether the original stays as it is meanwhile [anomalloc-unnecessary-copy]
    global().refine(Sum);
    Sum += use(R) + R[0];
  }
  return Sum;
}

// The name says that the old value is meant.
double before(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Row OldState = global().row(I);
    global().refine(Sum);
    Sum += use(OldState);
  }
  return Sum;
}

// Copied out, changed, written back.
void note(std::map<std::string, Row> &Samples, const std::string &Key,
          double X) {
  for (int I = 0; I < 3; ++I) {
    Row Known = Samples[Key];
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'Known', a 'Row' that owns heap memory, is copied out of 'Samples[Key]' and written back, inside a loop; work on the original, through an 'auto &'
    Known.push_back(X);
    Samples[Key] = Known;
  }
}

// Only sometimes, to another place, or looked at afterwards.
void notAlways(std::vector<Row> &Rows, double X, int J) {
  for (int I = 0; I < 3; ++I) {
    Row Known = Rows[I];
    Known.push_back(X);
    if (X > 0)
      Rows[I] = Known;
    Row Moved = Rows[I];
    Moved.push_back(X);
    Rows[J] = Moved;
    Row Seen = Rows[I];
    Seen.push_back(X);
    Rows[I] = Seen;
    use(Seen);
  }
}

// The key of a map's pair is const: this is a conversion of each element.
std::size_t lengths(const std::map<std::string, std::string> &Values) {
  std::size_t Sum = 0;
  for (std::pair<std::string, std::string> Entry : Values)
    // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: each element is made into another pair, a 'std::pair<std::string, std::string>' that owns heap memory{{.*}}: the key of a map is const, inside a loop; take it by 'const auto &'
    Sum += Entry.first.size() + Entry.second.size();
  for (const std::pair<const std::string, std::string> &Entry : Values)
    Sum += Entry.first.size();
  for (std::pair<std::string, std::string> Entry : Values) {
    Entry.first += "x";
    Sum += Entry.first.size();
  }
  return Sum;
}

// Counted pointers (a hint: no allocation) and functions.
int shared(const std::vector<std::shared_ptr<int>> &All,
           const std::vector<std::function<int()>> &Calls) {
  int Sum = 0;
  for (auto P : All)
    // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: copy of a 'std::shared_ptr<int>', which counts its copies by atomic operations, inside a loop; it is only read: make it a 'const auto &'
    // CHECK-FIXES: for (auto P : All)
    Sum += *P;
  for (std::function<int()> F : Calls)
    // CHECK-MESSAGES: :[[@LINE-1]]:29: remark: copy of a 'std::function<int ()>', which may own heap memory, inside a loop; it is only read: make it a 'const std::function<int ()> &'; not in view
    Sum += F();
  return Sum;
}
