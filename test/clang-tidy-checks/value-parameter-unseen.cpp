// RUN: %check_tidy %s anomalloc-value-parameter %t -std=c++17 -- -config='{CheckOptions: {Hints: true, AlsoReportStock: true}}'

// Functions whose callers or bodies other units have, shared pointers and
// functions.

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using Indices = std::vector<std::array<unsigned, 3>>;

struct Feature {
  virtual ~Feature() = default;
  // Whoever wrote `const` does not mean to move from it.
  virtual double property(double Depth, const Indices Wanted) const = 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:55: remark: 'Wanted', a 'Indices' that owns heap memory, is copied for a call, and const: nothing can take its memory over; take it by 'const Indices &'; not in view: whether 'property' lets the original change meanwhile
  virtual double area(Indices Wanted) const = 0; // a body may well change it
};

struct Plate : Feature {
  double property(double Depth, const Indices Wanted) const override;
};

// All bodies agree, and nobody calls in this file.
struct Shape {
  virtual ~Shape() = default;
  virtual double at(std::vector<double> Weights) const { return Weights[0]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:41: remark: 'Weights', a 'std::vector<double>' that owns heap memory, is only read, but copied for a call; take it by 'const std::vector<double> &'; not in view: whether callers hand over an object that they keep
};
struct Square : Shape {
  double at(std::vector<double> Weights) const override { return Weights[1]; }
};

struct State {
  double Value = 0;
};
static void age(double By, std::shared_ptr<State> S) { S->Value += By; }
// CHECK-MESSAGES: :[[@LINE-1]]:51: remark: 'S', a 'std::shared_ptr<State>' that counts its copies by atomic operations, is only read, but copied for a call, inside a loop; take it by 'const std::shared_ptr<State> &'
// CHECK-FIXES: static void age(double By, const std::shared_ptr<State> &S) { S->Value += By; }

using Callback = std::function<void(int)>;
static void notify(Callback Call, int I) { Call(I); }
// CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'Call', a 'Callback' that may own heap memory, is only read, but copied for a call, inside a loop; take it by 'const Callback &'
// CHECK-FIXES: static void notify(Callback Call, int I) { Call(I); }

void all(const std::vector<std::shared_ptr<State>> &States,
         const std::vector<Callback> &Calls) {
  for (const auto &S : States)
    age(1, S);
  for (const Callback &C : Calls)
    notify(C, 1);
}

// A pointer that is kept has to be counted; nobody is seen to copy for these.
struct Keeper {
  void keep(std::shared_ptr<State> S) { Kept = std::move(S); }
  double look(std::shared_ptr<State> S) { return S->Value; }
  std::shared_ptr<State> Kept;
};
