// RUN: %check_tidy %s anomalloc-repeated-call %t -check-suffix=SAY -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-repeated-call %t -check-suffix=FIX -- -config='{CheckOptions: {Hints: true}}' -fix-notes

// The fix hangs on a note where the unit does not show all that it takes.

#include <vector>

struct Element {
  std::vector<int> Nodes;
  int node(int I) const { return Nodes[I]; }
};

struct Mesh {
  Element operator[](int E) const; // not in view
  Element at(int E) const {
    Element Result;
    Result.Nodes.assign(3, Nodes[E]);
    return Result;
  }
  std::vector<int> Nodes;
};

struct Counting {
  Element at(int E) const {
    ++Calls;
    return Element{{E, E}};
  }
  mutable int Calls = 0;
};

int unseen(const Mesh &M, int E) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += M[E].node(I);
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:{{[0-9]+}}: warning:
  // CHECK-NOTES-SAY: :[[@LINE-2]]:[[COLUMN:[0-9]+]]: warning: 'operator[]' makes the same 'Element' again, which owns heap memory, inside a loop; ask once, and keep the answer in a 'const auto &' [anomalloc-repeated-call]
  // CHECK-NOTES-SAY: note: check that 'operator[]' depends on nothing but what it is called with, and does nothing else
  // CHECK-FIXES-FIX: {{^}}  const auto &ME = M[E];{{$}}
  // CHECK-FIXES-FIX-NEXT: {{^}}  for (int I = 0; I < 3; ++I){{$}}
  // CHECK-FIXES-FIX-NEXT: {{^}}    Sum += ME.node(I);{{$}}
  return Sum;
}

// An element that there is not, if the loop never runs.
int never(const Mesh &Other, int E, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += Other.at(E).node(I);
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:{{[0-9]+}}: warning:
  // CHECK-NOTES-SAY: :[[@LINE-2]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-NOTES-SAY: note: check that 'at' may be called even if the loop never runs
  // CHECK-FIXES-FIX: {{^}}  const auto &OtherAt = Other.at(E);{{$}}
  return Sum;
}

// Each call is counted.
int counted(const Counting &C) {
  int Sum = 0;
  for (int I = 0; I < 2; ++I)
    Sum += C.at(5).node(I);
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:{{[0-9]+}}: warning:
  // CHECK-NOTES-SAY: :[[@LINE-2]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-NOTES-SAY: note: check that 'at' depends on nothing but what it is called with, and does nothing else
  // CHECK-FIXES-FIX: {{^}}  const auto &CAt = C.at(5);{{$}}
  return Sum;
}

// Another name of the mesh may be behind the reference.
int aliased(const Mesh &Third, Mesh &Fourth) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    Sum += Third.at(1).node(I);
    // CHECK-MESSAGES-FIX: :[[@LINE-1]]:{{[0-9]+}}: remark:
    // CHECK-NOTES-SAY: :[[@LINE-2]]:{{[0-9]+}}: remark: 'at' makes {{.*}}; not in view: whether the answer stays the same
    // CHECK-NOTES-SAY: note: check that the answer stays the same: {{.*}} may change it
    // CHECK-FIXES-FIX: {{^}}  const auto &ThirdAt = Third.at(1);{{$}}
    Fourth.Nodes[1] = I;
  }
  return Sum;
}

// Nothing says that a function gives the same answer again.
Element readNext(const Mesh &From);

int unlike(const Mesh &M) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += readNext(M).node(I) + M.at(1).node(0) + M.at(2).node(0);
  // CHECK-MESSAGES-FIX: :[[@LINE-1]]:{{[0-9]+}}: remark: 'readNext' makes
  // CHECK-NOTES-SAY: :[[@LINE-2]]:{{[0-9]+}}: remark: 'readNext' makes {{.*}}; not in view: whether the answer stays the same
  // CHECK-NOTES-SAY: note: check that 'readNext' depends on nothing but what it is called with, and does nothing else
  // CHECK-NOTES-SAY: :[[@LINE-4]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-NOTES-SAY: :[[@LINE-5]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-MESSAGES-FIX: :[[@LINE-6]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-MESSAGES-FIX: :[[@LINE-7]]:{{[0-9]+}}: warning: 'at' makes
  // CHECK-FIXES-FIX-DAG: {{^}}  const auto &readNextResult = readNext(M);{{$}}
  // CHECK-FIXES-FIX-DAG: {{^}}  const auto &MAt = M.at(1);{{$}}
  // CHECK-FIXES-FIX-DAG: {{^}}  const auto &MAt2 = M.at(2);{{$}}
  // CHECK-FIXES-SAY: {{^}}    Sum += readNext(M).node(I) + MAt.node(0) + MAt2.node(0);{{$}}
  // CHECK-FIXES-FIX: {{^}}    Sum += readNextResult.node(I) + MAt.node(0) + MAt2.node(0);{{$}}
  return Sum;
}
