// RUN: %check_tidy %s anomalloc-shared-ptr-new %t -check-suffix=ALSO -- -config='{CheckOptions: {AlsoReportStock: true}}'
// RUN: %check_tidy %s anomalloc-shared-ptr-new %t
// RUN-FIXED-ALSO: same-output fewer-allocations
// CHECK-SILENT

// modernize-make-shared reports these.

#include <cstdio>
#include <memory>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  explicit Derived(int Value) : Value(Value) {}
  int Value;
};

int main() {
  int Sum = 0;
  std::shared_ptr<Base> Outer, *Pointer = &Outer;
  for (int I = 0; I < 3; ++I) {
    auto P = std::shared_ptr<Derived>(new Derived(I));
    // CHECK-MESSAGES-ALSO: :[[@LINE-1]]:39: warning: a 'std::shared_ptr' of a new 'Derived' allocates
    // CHECK-FIXES-ALSO: {{^}}    auto P = std::shared_ptr<Derived>(std::make_shared<Derived>(I));{{$}}
    P.reset(new Derived(2));
    // CHECK-MESSAGES-ALSO: :[[@LINE-1]]:13: warning: a 'std::shared_ptr' of a new 'Derived' allocates
    // CHECK-FIXES-ALSO: {{^}}    P = std::make_shared<Derived>(2);{{$}}
    Pointer->reset(new Derived(3));
    // CHECK-MESSAGES-ALSO: :[[@LINE-1]]:20: warning: a 'std::shared_ptr'
    // CHECK-FIXES-ALSO: {{^}}    *Pointer = std::make_shared<Derived>(3);{{$}}
    Sum += P->Value;
  }
  std::printf("%d\n", Sum);
}
