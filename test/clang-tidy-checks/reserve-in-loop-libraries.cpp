// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -stdlib=libstdc++ -check-suffix=GNU
// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -stdlib=libc++ -check-suffix=LLVM
// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -check-suffix=LLVM -- -config='{CheckOptions: {anomalloc-reserve-in-loop.AnyLibrary: true}}'
// CHECK-SILENT-GNU

// libstdc++ doubles a string whatever reserve says, and takes bucket counts from
// a list of primes; libc++ does what it is told.

#include <string>
#include <unordered_map>
#include <vector>

void strings(std::string &S, const std::vector<std::string> &Parts) {
  for (const std::string &P : Parts) {
    S.reserve(S.size() + P.size() + 1);
    // CHECK-MESSAGES-LLVM: :[[@LINE-1]]:7: warning: 'reserve' for no more than is needed next makes 'std::string' reallocate
    // CHECK-FIXES-LLVM: {{^}}  for (const std::string &P : Parts) {{{$}}
    // CHECK-FIXES-LLVM-NEXT: {{^}}    //
    S += P;
    S += ' ';
  }
}

void buckets(std::unordered_map<int, int> &M, int N) {
  while (N--) {
    M.reserve(M.size() + 1);
    // CHECK-MESSAGES-LLVM: :[[@LINE-1]]:7: warning: 'reserve' for no more than is needed next makes 'std::unordered_map<int, int>' reallocate
    // CHECK-FIXES-LLVM: {{^}}  while (N--) {{{$}}
    // CHECK-FIXES-LLVM-NEXT: {{^}}    //
    M.emplace(N, N);
  }
}
