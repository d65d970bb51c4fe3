// RUN: %check_tidy %s anomalloc-destructor-disables-move %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// Classes that own heap memory and are copied where they could be moved.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

static const char *const Long = "longer than what fits into a string itself";

// Seed 002's case, with the destructor in the class.
class Inline {
public:
  ~Inline() = default;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'Inline' takes its moves away: a vector of it grows, and its heap memory (member 'm_s') with it; leave the destructor out (rule of zero) [anomalloc-destructor-disables-move]
  // CHECK-FIXES: class Inline {
  // CHECK-FIXES-NEXT: public:
  // CHECK-FIXES-NEXT: //
  std::string m_s = Long;
};

// Seed 002's case: the body stands elsewhere, so that a person removes both.
class X {
public:
  ~X();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'X' takes its moves away: {{.*}}; leave it out (rule of zero), or declare the default constructor, copies and moves '= default'
  // CHECK-FIXES: ~X();
  std::string m_s = Long;
};
X::~X() = default;

// An empty body, a member of a member, an alias.
struct Row {
  std::vector<double> Values = std::vector<double>(100);
};
struct Matrix {
  ~Matrix() {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'Matrix' {{.*}}(member 'First'){{.*}}; leave the destructor out
  // CHECK-FIXES: struct Matrix {
  // CHECK-FIXES-NEXT: //
  Row First;
};
using Matrices = std::vector<Matrix>;
std::map<int, Matrices> ByKey;

// A copy operation that was declared for no purpose.
struct Defaulted {
  Defaulted() = default;
  Defaulted(const Defaulted &) = default;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared copy operation of 'Defaulted' takes its moves away: {{.*}}; leave it out (rule of zero), or declare the default constructor, copies and moves '= default'
  std::string Text = Long;
};
std::vector<Defaulted> AllDefaulted;

// Polymorphic classes by value: the destructor must stay.
struct Base {
  virtual ~Base() = default;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the declared destructor of 'Base' {{.*}}; declare the default constructor, copies and moves '= default' beside it
  std::string Text = Long;
};
std::vector<Base> Bases;

// Without a vector: std::move that copies.
struct Job {
  ~Job() {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'Job' takes its moves away: it is copied where it could be moved, and its heap memory (member 'Name') with it, inside a loop; leave the destructor out
  std::string Name = Long;
};
void runAll(int N) {
  Job Last;
  for (int I = 0; I < N; ++I) {
    Job J;
    Last = std::move(J);
  }
  std::puts(Last.Name.c_str());
}

// Class templates: reported once, at the pattern.
template <class T> struct Box {
  ~Box() {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'Box<{{(int|double)}}>' takes
  std::vector<T> Content = std::vector<T>(10);
};
std::vector<Box<int>> Ints;
std::vector<Box<double>> Doubles;

// A base that owns.
struct Derived : Row {
  ~Derived() {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the declared destructor of 'Derived' {{.*}}(base 'Row')
};

int main() {
  std::vector<Inline> V(3);
  std::reverse(V.begin(), V.end());
  std::vector<X> W(3);
  std::reverse(W.begin(), W.end());
  for (int I = 0; I < 9; ++I)
    ByKey[0].push_back(Matrix());
  std::vector<Derived> D(2);
  D.resize(9);
  runAll(3);
  std::printf("%zu %zu %zu\n", V.size(), ByKey[0].size(), D.size());
}
