// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17,c++23
// RUN-FIXED: same-output fewer-allocations

// Copies that are only read, and that no stock check reports: fixed, compiled
// and run.

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Sizes {
  std::vector<int> Values{1, 2, 3};
  std::map<int, std::string> Names{{1, "a name that is too long for the small buffer"}};
  const std::vector<int> &get_sizes() const { return Values; }
  std::vector<int> &get_sizes() { return Values; }
};

using Table = std::vector<std::unique_ptr<Sizes>>;

// Of a talk on a numerical simulation: `bs` in nested loops.
int nested(const Table &the_sizes) {
  int Sum = 0;
  for (unsigned I = 0; I < the_sizes.size(); ++I)
    for (unsigned J = 0; J < 3; ++J) {
      std::vector<int> bs = the_sizes[I]->get_sizes();
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: copy of a 'std::vector<int>', which owns heap memory, inside 2 nested loops; it is only read: make it a 'const std::vector<int> &' [anomalloc-unnecessary-copy]
      // CHECK-FIXES: {{^}}      const std::vector<int> &bs = the_sizes[I]->get_sizes();{{$}}
      Sum += bs[J] + static_cast<int>(bs.size());
    }
  return Sum;
}

// The same after the change.
int nestedAfter(const Table &the_sizes) {
  int Sum = 0;
  for (unsigned I = 0; I < the_sizes.size(); ++I)
    for (unsigned J = 0; J < 3; ++J) {
      auto const &bs = the_sizes[I]->get_sizes();
      Sum += bs[J] + static_cast<int>(bs.size());
    }
  return Sum;
}

// The leftovers of a debugging experiment.
double average(const std::vector<double> &m) {
  std::vector<double> average_m(m.size(), 0.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'average_m' is filled with a copy of 'm', a 'std::vector<double>', which owns heap memory, in a function that is called in a loop; it is only read: make it a 'const auto &'
  // CHECK-FIXES: {{^}}  const auto &average_m = m;{{$}}
  // CHECK-FIXES-NOT: average_m[ic] = m[ic];
  for (int ic = 0; ic < m.size(); ic++)
    average_m[ic] = m[ic];
  double Sum = 0;
  for (double X : average_m)
    Sum += X;
  return Sum / average_m.size();
}

// CHECK-FIXES: double averageAfter
double averageAfter(const std::vector<double> &m) {
  auto const& average_m = m;
  double Sum = 0;
  for (double X : average_m)
    Sum += X;
  return Sum / average_m.size();
}

double appended(const std::vector<double> &M) {
  std::vector<double> Copy;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'Copy' is filled with a copy of 'M'
  // CHECK-FIXES: {{^}}  const auto &Copy = M;{{$}}
  // CHECK-FIXES-NOT: {{reserve|push_back}}
  Copy.reserve(M.size());
  for (double X : M)
    Copy.push_back(X);
  // CHECK-FIXES: {{^}}  return Copy.front() + Copy.back();{{$}}
  return Copy.front() + Copy.back();
}

double iterators(const std::vector<double> &M) {
  const std::vector<double> Copy(M.begin(), M.end());
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'Copy' is filled with a copy of 'M'
  // CHECK-FIXES: {{^}}  const auto &Copy = M;{{$}}
  return *std::max_element(Copy.begin(), Copy.end());
}

struct Holder {
  std::vector<std::string> Lines{3, "a line that is too long for the small buffer"};
  std::unique_ptr<Sizes> Owned{new Sizes};
  Sizes Direct;

  int members(const Holder &Other, const Sizes *Pointer) const {
    int Sum = 0;
    for (int I = 0; I < 3; ++I) {
      auto Member = Lines;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: copy of a 'std::vector<std::string>', which owns heap memory, inside a loop; it is only read: make it a 'const auto &'
      // CHECK-FIXES: {{^}}      const auto &Member = Lines;{{$}}
      auto Of = Other.Lines;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: copy of a
      // CHECK-FIXES: {{^}}      const auto &Of = Other.Lines;{{$}}
      const auto Line = this->Lines[I];
      // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: copy of a 'std::{{.*string.*}}', which
      // CHECK-FIXES: {{^}}      const auto &Line = this->Lines[I];{{$}}
      auto Smart = Owned->get_sizes();
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: copy of a 'std::vector<int>'
      // CHECK-FIXES: {{^}}      const auto &Smart = Owned->get_sizes();{{$}}
      std::string At = Direct.Names.at(1);
      // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: copy of a 'std::{{.*string.*}}', which
      // CHECK-FIXES: {{^}}      const std::string &At = Direct.Names.at(1);{{$}}
      Sizes Whole = *Pointer;
      // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: copy of a 'Sizes', which owns heap memory (member 'Values')
      // CHECK-FIXES: {{^}}      const Sizes &Whole = *Pointer;{{$}}
      std::vector<int> Braced{Owned->Values};
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: copy of a 'std::vector<int>'
      // CHECK-FIXES: {{^}}      const std::vector<int> &Braced{Owned->Values};{{$}}
      auto Chosen = I ? Lines[0] : Lines[1];
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: copy of a 'std::{{.*string.*}}', which
      // CHECK-FIXES: {{^}}      const auto &Chosen = I ? Lines[0] : Lines[1];{{$}}
      Sum += Member.size() + Of.size() + Line.size() + Smart[0] + At.size() +
             Whole.Values[1] + Braced[0] + Chosen.size();
    }
    return Sum;
  }
};

template <typename T> struct Registry {
  std::map<int, T> All;
};

template <typename T> int count(const Registry<T> &R) {
  int Sum = 0;
  for (int I = 0; I < 2; ++I) {
    T Found = R.All.at(1);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: copy of a 'std::{{.*}}string{{.*}}', which owns heap memory, inside a loop; it is only read
    Sum += Found.size();
  }
  return Sum;
}

const std::string &chosen(const Holder &H, int I) { return H.Lines[I]; }

int lambdas(const Holder &H) {
  auto Count = [&](int I) {
    auto Line = H.Lines.at(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: copy of a 'std::{{.*string.*}}', which
    // CHECK-FIXES: {{^}}    const auto &Line = H.Lines.at(I);{{$}}
    return static_cast<int>(Line.size());
  };
  int Sum = 0;
  const std::vector<Sizes> Many(2);
  for (int I = 0; I < 3; ++I) {
    Sum += Count(I);
    const auto Free = chosen(H, I);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: copy of a 'std::{{.*string.*}}', which
    // CHECK-FIXES: {{^}}    const auto &Free = chosen(H, I);{{$}}
    Sum += Free.size();
    // performance-for-range-copy takes the non-const [] for a change.
    for (auto Each : Many)
      // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: copy of a 'Sizes'
      // CHECK-FIXES: {{^}}    for (const auto &Each : Many){{$}}
      Sum += Each.Values[0];
    auto [Values, Names] = H.Direct;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: copy of a 'Sizes'
    // CHECK-FIXES: {{^}}    const auto &[Values, Names] = H.Direct;{{$}}
    Sum += Values[0] + Names.size();
  }
  return Sum;
}

int main() {
  Table T;
  T.emplace_back(new Sizes);
  T.emplace_back(new Sizes);
  std::vector<double> Numbers{1, 2, 3.5};
  Holder H, Other;
  for (int I = 0; I < 2; ++I)
    std::printf("%d %d %g %g %g %g %d %d %d\n", nested(T), nestedAfter(T),
                average(Numbers), averageAfter(Numbers), appended(Numbers),
                iterators(Numbers), H.members(Other, T[0].get()),
                count(Registry<std::string>{H.Direct.Names}), lambdas(H));
  return 3;
}
