// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -check-suffix=STOCK -- -config='{CheckOptions: {AlsoReportStock: true}}'

// What is said only on request.

#include <map>
#include <string>
#include <vector>

struct Owner {
  std::vector<int> Members;
  const std::vector<int> &get() const { return Members; }
};

int outsideLoops(const Owner &O) {
  auto Copy = O.Members;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:8: warning: copy of a 'std::vector<int>', which owns heap memory; it is only read: make it a 'const auto &'
  // CHECK-FIXES-ALL: {{^}}  const auto &Copy = O.Members;{{$}}
  // CHECK-MESSAGES-STOCK: :[[@LINE-3]]:8: warning: copy of a 'std::vector<int>', which owns heap memory; it is only read: make it a 'const auto &'
  return Copy[0];
}

int stock(const std::vector<Owner> &All, const Owner &One, const std::map<int, std::string> &Names) {
  int Sum = 0;
  for (const Owner X : All)
    // CHECK-MESSAGES-STOCK: :[[@LINE-1]]:20: warning: copy of a 'Owner', which owns heap memory (member 'Members'), inside a loop
    // CHECK-FIXES-STOCK: {{^}}  for (const Owner &X : All){{$}}
    Sum += X.Members[0];
  for (auto [Number, Name] : Names)
    // CHECK-MESSAGES-STOCK: :[[@LINE-1]]:13: warning: copy of a '{{(std::)?}}pair<const int, {{.*}}>', which owns heap memory
    // CHECK-FIXES-STOCK: {{^}}  for (const auto &[Number, Name] : Names){{$}}
    Sum += Number + Name.size();
  for (int I = 0; I < 3; ++I) {
    auto A = One.get();
    // CHECK-MESSAGES-STOCK: :[[@LINE-1]]:10: warning: copy of a 'std::vector<int>'
    // CHECK-FIXES-STOCK: {{^}}    const auto &A = One.get();{{$}}
    Owner E = All.front();
    // CHECK-MESSAGES-STOCK: :[[@LINE-1]]:11: warning: copy of a 'Owner'
    // CHECK-FIXES-STOCK: {{^}}    const Owner &E = All.front();{{$}}
    Sum += A[0] + E.Members[0];
  }
  return Sum;
}
