// RUN: %check_tidy %s anomalloc-copying-return %t
// RUN: %check_tidy %s anomalloc-copying-return %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// Instantiations are reported once, at the pattern, and not changed.

#include <string>
#include <vector>

template <typename T> class Table {
public:
  T at(int I) const { return Rows[I]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'at' returns a copy of a part of 'Rows', a 'std::{{.*}}', which owns heap memory, inside a loop; return
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:3: warning: 'at' returns a copy of a part of 'Rows'
  std::vector<T> rows() const { return Rows; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'rows' returns a copy of 'Rows', a 'std::vector<{{.*}}>', which owns heap memory; return
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:3: warning: 'rows' returns a copy of 'Rows'

private:
  std::vector<T> Rows;
};

template <typename T> std::string nameOf(const T &X) { return X.Name; }
// CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'nameOf' returns a copy of 'Name'
// CHECK-MESSAGES-ALL: :[[@LINE-2]]:23: warning: 'nameOf' returns a copy of 'Name'

struct Named {
  std::string Name;
};

int sum(const Table<std::string> &S, const Table<std::vector<int>> &V,
        const Table<int> &I, const Named &N) {
  int Sum = S.rows().size() + V.rows().size();
  for (int K = 0; K < 3; ++K)
    Sum += S.at(K).size() + V.at(K).size() + I.at(K) + nameOf(N).size();
  return Sum;
}
