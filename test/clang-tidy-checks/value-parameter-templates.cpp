// RUN: %check_tidy %s anomalloc-value-parameter %t -std=c++17

// Templates are reported once, at the pattern; virtual functions once for all
// overrides. Nothing is fixed: other code has to change with it.

#include <cstddef>
#include <string>
#include <vector>

using Row = std::vector<double>;

template <class T> T front(std::vector<T> V) { return V[0]; }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'V', a 'std::vector<double>' that owns heap memory, is only read, but copied for a call, inside a loop;

template <class T> struct Holder {
  T at(std::vector<T> V, int I) const { return V[I]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'V'
};

struct Shape {
  virtual ~Shape() = default;
  virtual double area(Row Sides) const = 0;
};
struct Square : Shape {
  double area(Row Sides) const override { return Sides.size() > 1 ? 1 : 2; }
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Sides', a 'Row'
};
struct Circle final : Shape {
  double area(Row Sides) const override { return Sides[0]; }
};

void run(const std::vector<Row> &Rows, const std::vector<float> &F,
         const Shape &S) {
  for (const Row &R : Rows) {
    front(R);
    front(F);
    Holder<double>().at(R, 1);
    S.area(R);
  }
}

// One of the instantiations writes.
template <bool Sort> double second(std::vector<double> V) {
  if constexpr (Sort)
    V[1] = 0;
  return V[1];
}
// One of the overrides writes.
struct Loader {
  virtual ~Loader() = default;
  virtual char load(std::string Path) { return Path[0]; }
};
struct FileLoader : Loader {
  char load(std::string Path) override {
    Path += ".txt";
    return Path[0];
  }
};
// Whatever T is: iterators and numbers are passed by value.
template <class T> std::size_t generic(T V) { return V[0]; }
template <class... Ts> std::size_t pack(Ts... V) { return (V[0] + ...); }
// Code that is not instantiated.
template <class T> T never(std::vector<T> V) { return V[0]; }

void runSilent(const std::vector<Row> &Rows, Loader &L, const std::string &S) {
  for (const Row &R : Rows) {
    second<true>(R);
    second<false>(R);
    L.load(S);
    generic(R);
    pack(R, R);
    [](auto V) { return V[0]; }(R);
  }
}
