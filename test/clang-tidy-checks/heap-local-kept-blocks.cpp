// RUN: %check_tidy %s anomalloc-heap-local %t -- -fix-notes -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// A block that a function or an iteration makes and frees is kept for the next
// one: an edit that hangs on a note.

#include <cstdio>
#include <cstring>
#include <vector>

static float rows(int N) {
  float *Rows = new float[2 * N];
  // CHECK-NOTES: :[[@LINE-1]]:10: remark: 'Rows' is a block of memory that is allocated and freed again each time
  // CHECK-NOTES: :[[@LINE-2]]:10: note: check that the function never runs inside itself, as through a callback, nor after its thread has ended, and that each thread may keep the memory; and that the size is never negative
  // CHECK-FIXES:      {{^}}  static thread_local std::vector<float> RowsRoom;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  RowsRoom.resize(2 * N);{{$}}
  // CHECK-FIXES-NEXT: {{^}}  float *Rows = RowsRoom.data();{{$}}
  for (int I = 0; I < N; ++I)
    Rows[I] = Rows[N + I] = I;
  float Sum = Rows[N - 1] + Rows[N];
  delete[] Rows;
  // CHECK-FIXES: {{^}}  float Sum = Rows[N - 1] + Rows[N];{{$}}
  // CHECK-FIXES-NOT: delete[] Rows
  return Sum;
}

static int inLoop(int N) {
  int Sum = 0;
  // CHECK-FIXES:      {{^}}  int Sum = 0;{{$}}
  // CHECK-FIXES:      {{^}}  std::vector<int> CountsRoom;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  for (int I = 1; I < N; ++I) {{{$}}
  for (int I = 1; I < N; ++I) {
    int *Counts = new int[I]();
    // CHECK-NOTES: :[[@LINE-1]]:10: remark: 'Counts' is a block of memory
    // CHECK-NOTES: :[[@LINE-2]]:10: note: check that the size is never negative
    // CHECK-FIXES: {{^}}    CountsRoom.assign(I, int());{{$}}
    // CHECK-FIXES: {{^}}    int *Counts = CountsRoom.data();{{$}}
    ++Counts[I / 2];
    for (int J = 0; J < I; ++J)
      Sum += Counts[J] * J;
    delete[] Counts;
  }
  return Sum;
}

// What is freed in a branch, has a constructor, or is no vector's element.
struct Counter {
  Counter() : Count(1) {}
  int Count;
};
static int others(int N) {
  int Sum = 0;
  for (int I = 1; I < N; ++I) {
    Counter *Made = new Counter[I];
    // CHECK-NOTES: :[[@LINE-1]]:14: remark: 'Made' is a block of memory
    // CHECK-FIXES: {{^}}    Counter *Made = new Counter[I];{{$}}
    Sum += Made[I - 1].Count;
    delete[] Made;
    bool *Flags = new bool[I]();
    // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Flags' is a block of memory
    // CHECK-FIXES: {{^}}    bool *Flags = new bool[I]();{{$}}
    Sum += Flags[0];
    delete[] Flags;
  }
  return Sum;
}
// Several threads may run iterations at once.
static int parallel(int N) {
  int Sum = 0;
#pragma omp parallel for
  for (int I = 1; I < N; ++I) {
    int *Own = new int[I];
    // CHECK-NOTES: :[[@LINE-1]]:10: remark: 'Own' is a block of memory
    // CHECK-FIXES: {{^}}    int *Own = new int[I];{{$}}
    Own[0] = I;
    Sum += Own[0];
    delete[] Own;
  }
  return Sum;
}

int main() {
  float Sum = 0;
  for (int I = 2; I < 9; ++I)
    Sum += rows(I) + inLoop(I) + others(I) + parallel(I);
  std::printf("%g\n", Sum);
}
