// RUN: %check_tidy %s anomalloc-shared-ptr-new %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// Shared objects apart from their counters, where modernize-make-shared says
// nothing: found in loops, fixed, compiled and run.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Base {
  virtual ~Base() = default;
  virtual int value() const { return 1; }
};
struct Derived : Base {
  explicit Derived(int Value, std::string Name = "d")
      : Value(Value), Name(std::move(Name)) {}
  int value() const override { return Value + int(Name.size()); }
  int Value;
  std::string Name;
};

struct Holder {
  explicit Holder(int N) : First(new Derived(N)), Second{new Base} {}
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: a 'std::shared_ptr' of a new 'Derived' allocates the object and its counters apart, in a function that is called in a loop; 'std::make_shared<Derived>' allocates once [anomalloc-shared-ptr-new]
  // CHECK-MESSAGES: :[[@LINE-2]]:58: warning: a 'std::shared_ptr' of a new 'Base' allocates
  // CHECK-FIXES: {{^}}  explicit Holder(int N) : First(std::make_shared<Derived>(N)), Second{std::make_shared<Base>()} {}{{$}}
  std::shared_ptr<Base> First, Second;
};

template <typename T> int ofTemplate(const T &From) {
  std::shared_ptr<T> Copy(new T(From));
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: a 'std::shared_ptr' of a new
  return Copy != nullptr;
}

using Shared = std::shared_ptr<Base>;

static Shared make(int N) { return Shared(new Derived(N, "a name")); }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: a 'std::shared_ptr' of a new 'Derived'
// CHECK-FIXES: {{^}}static Shared make(int N) { return Shared(std::make_shared<Derived>(N, "a name")); }{{$}}

int main() {
  int Sum = 0;
  std::vector<std::shared_ptr<Base>> All;
  for (int I = 0; I < 3; ++I) {
    std::shared_ptr<Derived> Direct(new Derived(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: a 'std::shared_ptr' of a new 'Derived' allocates the object and its counters apart, inside a loop; 'std::make_shared<Derived>' allocates once
    // CHECK-FIXES: {{^}}    std::shared_ptr<Derived> Direct(std::make_shared<Derived>(I));{{$}}
    std::shared_ptr<Derived> Braces{new Derived{I}};
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: a 'std::shared_ptr'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Derived> Braces{std::make_shared<Derived>(I)};{{$}}
    std::shared_ptr<const Derived> Constant(new Derived(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: a 'std::shared_ptr'
    // CHECK-FIXES: {{^}}    std::shared_ptr<const Derived> Constant(std::make_shared<Derived>(I));{{$}}
    auto OfBase = std::shared_ptr<Base>(new Derived(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: a 'std::shared_ptr'
    // CHECK-FIXES: {{^}}    auto OfBase = std::shared_ptr<Base>(std::make_shared<Derived>(I));{{$}}
    All.emplace_back(new Derived(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: a 'std::shared_ptr'
    // CHECK-FIXES: {{^}}    All.emplace_back(std::make_shared<Derived>(I));{{$}}
    std::shared_ptr<int> Scalar(new int(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: a 'std::shared_ptr' of a new 'int'
    // CHECK-FIXES: {{^}}    std::shared_ptr<int> Scalar(std::make_shared<int>(I));{{$}}
    Derived *Raw = new Derived(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: a 'std::shared_ptr'
    std::shared_ptr<Base> OfRaw(Raw);
    // CHECK-FIXES: {{^}}    std::shared_ptr<Base> OfRaw(std::make_shared<Derived>(I));{{$}}
    auto Stored = [I] {
      return Shared(new Derived(I));
      // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: a 'std::shared_ptr'
      // CHECK-FIXES: {{^}}      return Shared(std::make_shared<Derived>(I));{{$}}
    };
    Holder Both(I);
    Sum += Direct->value() + Braces->value() + Constant->value() +
           OfBase->value() + *Scalar + OfRaw->value() + Stored()->value() +
           Both.First->value() + Both.Second->value() + make(I)->value() +
           ofTemplate(I) + ofTemplate(std::string("x"));
  }
  for (const auto &Each : All)
    Sum += Each->value();
  std::printf("%d\n", Sum);
}
