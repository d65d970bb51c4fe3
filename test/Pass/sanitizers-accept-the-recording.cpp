// Smoke: instrumented programs run clean under sanitizers, which have allocators
// of their own. (The stub without its malloc: theirs must stand.)
// REQUIRES: asan, tsan
// RUN: %clangxx -std=c++17 -O1 -fno-exceptions -DSTUB_NO_MALLOC -I %include -c %S/Inputs/stub-runtime.cpp -o %t.stub.o
// RUN: %clangxx -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all %plugin %s %t.stub.o -o %t && %t 2>&1 | FileCheck %s
// RUN: %clangxx -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %plugin %s %t.stub.o -o %t && %t 2>&1 | FileCheck %s
// RUN: %clangxx -O1 -g -fsanitize=thread -pthread %plugin %s %t.stub.o -o %t && %t 2>&1 | FileCheck %s
// CHECK-NOT: ERROR
// CHECK-NOT: WARNING
// Nobody of ours stands before their allocators: the runtime is told each time.
// CHECK: slot {{[0-9]+}} size 4: 7

#include <memory>
#include <string>
#include <vector>

int main(int Count, char **) {
  std::vector<std::unique_ptr<int>> V;
  V.reserve(7);
  for (int I = 0; I < 6 + Count; ++I)
    V.emplace_back(new int(I));
  std::string S(100, 'x');
  S += S;
  return *V[3] == 3 && S.size() == 200 ? 0 : 1;
}
