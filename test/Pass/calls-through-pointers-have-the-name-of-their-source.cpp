// A call through a pointer names no function. Its line and column lead to the
// name in the source: of a virtual function, of a member, of a variable.
//
// RUN: mkdir -p %t
// RUN: cp %s %t/source.cpp
// RUN: %anomalloc c++ -std=c++17 -O2 -g -c %t/source.cpp -o %t/o2.o
// RUN: %anomalloc sites --json %t/o2.o | %python %S/Inputs/called-names.py | FileCheck %t/source.cpp
//
// Not optimized, a virtual call looks like others. Its name tells if the class
// is complete in the unit.
// RUN: %anomalloc c++ -std=c++17 -O0 -g -DCOMPLETE -c %t/source.cpp -o %t/o0.o
// RUN: %anomalloc sites --json %t/o0.o | %python %S/Inputs/called-names.py | FileCheck %t/source.cpp
//
// A source that is not the one that was compiled is not read.
// RUN: %clangxx -std=c++17 -O2 -g -c %t/source.cpp -S -emit-llvm -Xclang -disable-llvm-passes -o %t/unit.ll
// RUN: %opt_pass -passes='function(sroa),anomalloc' %t/unit.ll -o %t/unit.bc
// RUN: %clangxx -c %t/unit.bc -o %t/same.o
// RUN: %anomalloc sites --json %t/same.o | %python %S/Inputs/called-names.py | FileCheck %s --check-prefix=SAME
// SAME: text virtual
// RUN: echo "// changed" >> %t/source.cpp
// RUN: %opt_pass -passes='function(sroa),anomalloc' %t/unit.ll -o %t/unit.bc
// RUN: %clangxx -c %t/unit.bc -o %t/changed.o
// RUN: %anomalloc sites --json %t/changed.o | %python %S/Inputs/called-names.py | FileCheck %s --check-prefix=CHANGED
// CHANGED: {{^}}0 names
//
// clang-format off
#include <string>

struct Node {
  virtual ~Node();
  virtual std::string text(int) const;
  virtual Node *copyOf() const;
  std::string (*Callback)(int);
  Node *Next;
};
#define TEXT(N) N->text(9)
#ifdef COMPLETE
Node::~Node() {}
#endif
extern std::string (*Hook)(int);
void use(const std::string &);

void virtualFunctions(Node *N) {
  // CHECK: {{^}}[[#@LINE+1]] text virtual
  use(N->text(1));
  // CHECK-NEXT: {{^}}[[#@LINE+2]] text virtual
  use(N->Next->
          text(2));
  // CHECK-NEXT: {{^}}[[#@LINE+2]] copyOf virtual
  // CHECK-NEXT: {{^}}[[#@LINE+1]] text virtual
  use(N->copyOf()->text(3));
  // A macro's name is none.
  use(TEXT(N));
}

void pointers(Node *N, std::string (*Parameter)(int)) {
  // CHECK-NEXT: {{^}}[[#@LINE+1]] Parameter pointer
  use(Parameter(3));
  // CHECK-NEXT: {{^}}[[#@LINE+1]] Callback pointer
  use(N->Next->Callback(4));
  // CHECK-NEXT: {{^}}[[#@LINE+1]] Hook pointer
  use((*Hook)(5));
}
